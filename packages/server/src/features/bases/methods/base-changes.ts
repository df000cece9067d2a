import type { LogEntry } from '@weft/db';
import type { LogEvent } from '@weft/protocol';
import { AppError } from '@weft/std';
import type { StreamEvent } from '../../../http/event-stream.ts';
import { withPresence } from '../../../presence/with-presence.ts';
import { untilChanged } from '../../../rpc/until-changed.ts';
import type { BasesHandlers } from '../deps.ts';
import { type LoadedBase, loadBase } from './load-base.ts';

/** Cache of serialized entries: all readers of an entry get the same text. */
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

/** The state of the base that its log does not contain. */
const unloggedState = ({ flow, role }: Pick<LoadedBase, 'flow' | 'role'>): string =>
  JSON.stringify([flow.name, flow.trashedAt, role]);

export const baseChanges: BasesHandlers<'base.changes'> = {
  'base.changes': async (context, input, signal) => {
    const base = await loadBase(context, input.basePublicId, 'open');
    // A reader that reconnects sends the id of its last event, which is later than its `sinceSeq`.
    const last = /^\d{1,15}$/.test(input.lastEventId ?? '') ? Number(input.lastEventId) : undefined;
    const since = last ?? input.sinceSeq ?? (await base.store.metadata()).version;
    // Renamed, moved to the trash or closed to its reader: the stream ends, and the reader reconnects and refetches.
    const look = () =>
      loadBase(context, input.basePublicId, 'open').then(unloggedState, (error: unknown) => {
        if (error instanceof AppError && error.kind === 'not-found') return 'closed';
        throw error;
      });
    const ends = untilChanged(unloggedState(base), look, signal);
    const entries = eventsOf(base.store.changes(since, ends));
    return input.present ? withPresence(entries, context.deps.presence, base.flow.id) : entries;
  },
};
