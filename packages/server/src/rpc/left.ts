import { AppError } from '@weft/std';
import type { FastifyReply } from 'fastify';
import { whenClosed } from '../http/when-closed.ts';

/** The signal of a request whose sender may leave, made only for calls that ask for it: most are over too soon. */
export function leftBy(reply: FastifyReply): () => AbortSignal {
  let left: AbortController | null = null;
  return () => {
    if (left !== null) return left.signal;
    const made = new AbortController();
    left = made;
    const { raw } = reply;
    whenClosed(raw, () => {
      if (!raw.writableFinished)
        made.abort(new AppError('unavailable', 'The reader has left before the answer was there'));
    });
    return made.signal;
  };
}
