import { AppError } from '@weft/std';
import type { FastifyReply } from 'fastify';
import { whenClosed } from '../http/when-closed.ts';

/** A signal that aborts when the client disconnects before the answer; created only for calls that ask for it. */
export function clientGoneSignal(reply: FastifyReply): () => AbortSignal {
  let gone: AbortController | null = null;
  return () => {
    if (gone !== null) return gone.signal;
    const made = new AbortController();
    gone = made;
    const { raw } = reply;
    whenClosed(raw, () => {
      if (!raw.writableFinished)
        made.abort(new AppError('unavailable', 'The reader has left before the answer was there'));
    });
    return made.signal;
  };
}
