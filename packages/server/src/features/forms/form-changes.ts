import type { DocumentEvent } from '@weft/documents';
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
    const mayOpen = () =>
      loadForm(context, flowId, 'open').then(
        () => 'true',
        () => 'false',
      );
    await loadForm(context, flowId, 'open');
    // A reader that comes back says the last event it got; that is later than the number it began with.
    const last = /^\d{1,15}$/.test(input.lastEventId ?? '') ? Number(input.lastEventId) : undefined;
    const { documentFeed } = context.deps;
    const since = last ?? input.sinceSeq ?? (await documentFeed.head(flowId));
    // Who may no longer see the form is told nothing more.
    return streamed(documentFeed.changes(flowId, since, untilChanged('true', mayOpen, signal)));
  },
};
