import type { DocumentEvent } from '@weft/documents';
import { AppError } from '@weft/std';
import type { StreamEvent } from '../../http/event-stream.ts';
import { untilChanged } from '../../rpc/until-changed.ts';
import type { FormsHandlers } from './deps.ts';
import { loadForm } from './load-form.ts';

/** Every reader of an event gets the same text: it is made once, and goes with the event. */
const texts = new WeakMap<DocumentEvent, string>();

function textOf(event: DocumentEvent): string {
  const known = texts.get(event) ?? JSON.stringify(event);
  texts.set(event, known);
  return known;
}

async function* streamed(events: AsyncIterable<DocumentEvent>): AsyncIterable<StreamEvent> {
  for await (const event of events) yield { id: String(event.seq), json: textOf(event) };
}

/** The feed of a form's draft: two people who edit it at once see each other's edits. */
export const formChanges: FormsHandlers<'forms.changes'> = {
  'forms.changes': async (context, input, signal) => {
    const { flowId } = input;
    // Renamed, locked, moved to the trash or closed to its reader: the stream ends, and the reader reads the form again.
    const look = () =>
      loadForm(context, flowId, 'open').then(
        ({ flow, role }) => JSON.stringify([flow.name, flow.trashedAt, flow.locked, role]),
        (error: unknown) => {
          if (error instanceof AppError && error.kind === 'not-found') return 'closed';
          throw error;
        },
      );
    await loadForm(context, flowId, 'open');
    const first = await look();
    // A reader that comes back says the last event it got; that is later than the number it began with.
    const last = /^\d{1,15}$/.test(input.lastEventId ?? '') ? Number(input.lastEventId) : undefined;
    const { documentFeed } = context.deps;
    const since = last ?? input.sinceSeq ?? (await documentFeed.head(flowId));
    return streamed(documentFeed.changes(flowId, since, untilChanged(first, look, signal)));
  },
};
