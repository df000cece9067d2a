import type { LogEntry } from '@weft/db';
import type { LogEvent } from '@weft/protocol';
import { AppError } from '@weft/std';
import type { StreamEvent } from '../../../http/event-stream.ts';
import type { Handlers } from '../../../rpc/handler.ts';
import { type LoadedBase, loadBase } from './load-base.ts';
import { untilChanged } from './until-changed.ts';

/** Every reader of an entry gets the same text: it is made once, and goes with the entry. */
const texts = new WeakMap<LogEntry, string>();

function textOf(entry: LogEntry): string {
  const known = texts.get(entry);
  if (known !== undefined) return known;
  const { seq, ...action } = entry;
  const event: LogEvent = { seq, action };
  const text = JSON.stringify(event);
  texts.set(entry, text);
  return text;
}

async function* eventsOf(entries: AsyncIterable<LogEntry>): AsyncIterable<StreamEvent> {
  for await (const entry of entries) yield { id: String(entry.seq), json: textOf(entry) };
}

/** What a reader was told of the base that is no entry of its log. */
const told = ({ flow, role }: Pick<LoadedBase, 'flow' | 'role'>): string =>
  JSON.stringify([flow.name, flow.trashedAt, role]);

export const baseChanges: Handlers<'base.changes'> = {
  'base.changes': async (context, input, signal) => {
    const base = await loadBase(context, input.basePublicId, 'read');
    // A reader that comes back says the last event it got; that is later than the number it began with.
    const last = /^\d{1,15}$/.test(input.lastEventId ?? '') ? Number(input.lastEventId) : undefined;
    const since = last ?? input.sinceSeq ?? (await base.store.metadata()).version;
    // Renamed, moved to the trash or closed to its reader: the stream ends, and the reader comes back and looks.
    const look = () =>
      loadBase(context, input.basePublicId, 'read').then(told, (error: unknown) => {
        if (error instanceof AppError && error.kind === 'not-found') return 'closed';
        throw error;
      });
    return eventsOf(base.store.changes(since, untilChanged(told(base), look, signal)));
  },
};
