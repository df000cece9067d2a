import type { FastifyReply } from 'fastify';
import { whenClosed } from '../http/when-closed.ts';

/** The signal of a request whose sender may leave, made only for calls that ask for it: most are over too soon. */
export const leftBy = (reply: FastifyReply) => (): AbortSignal => {
  const left = new AbortController();
  const { raw } = reply;
  const close = () => {
    if (!raw.writableFinished) left.abort();
  };
  whenClosed(raw, close);
  return left.signal;
};
