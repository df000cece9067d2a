import type { FastifyReply } from 'fastify';

/** The signal of a request whose sender may leave, made only for calls that ask for it: most are over too soon. */
export const leftBy = (reply: FastifyReply) => (): AbortSignal => {
  const left = new AbortController();
  const { raw } = reply;
  const close = () => {
    if (!raw.writableFinished) left.abort();
  };
  if (raw.destroyed) close();
  else raw.once('close', close);
  return left.signal;
};
