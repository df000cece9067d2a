import type { DocumentFeed } from '@weft/db';
import type { DocumentEvent } from '@weft/documents';
import { AppError } from '@weft/std';
import type { StreamEvent } from '../http/event-stream.ts';
import type { Presence } from '../presence/presence.ts';
import { withPresence } from '../presence/with-presence.ts';
import { untilChanged } from '../rpc/until-changed.ts';

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

interface Followed {
  readonly flowId: string;
  readonly sinceSeq?: number | undefined;
  readonly lastEventId?: string | undefined;
  /** Whether it also tells who has the document open. */
  readonly present: boolean;
}

interface FollowDeps {
  readonly documentFeed: DocumentFeed;
  readonly presence: Presence;
}

/**
 * The feed of a draft: two people who edit it at once see each other's edits. It ends where what `look` tells of the
 * flow changes, and its reader reads the document again.
 */
export async function draftChanges(
  { documentFeed, presence }: FollowDeps,
  { flowId, sinceSeq, lastEventId, present }: Followed,
  look: () => Promise<string>,
  signal: AbortSignal,
): Promise<AsyncIterable<StreamEvent>> {
  const first = await look();
  const again = () =>
    look().catch((error: unknown) => {
      if (error instanceof AppError && error.kind === 'not-found') return 'closed';
      throw error;
    });
  // A reader that comes back says the last event it got; that is later than the number it began with.
  const last = /^\d{1,15}$/.test(lastEventId ?? '') ? Number(lastEventId) : undefined;
  const since = last ?? sinceSeq ?? (await documentFeed.head(flowId));
  const edits = streamed(documentFeed.changes(flowId, since, untilChanged(first, again, signal)));
  return present ? withPresence(edits, presence, flowId) : edits;
}
