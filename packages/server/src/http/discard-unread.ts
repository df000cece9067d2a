import type { FastifyInstance } from 'fastify';

/** Milliseconds in which the rest of a request that was already answered may still arrive. */
const lingering = 5_000;

/**
 * Reads and discards what is left of a body when its request was answered before the end: an upload refused for its
 * name, a disk that is full, a stranger. Left unread, it would stand before the next request on the connection, which
 * would wait until the client gives up. Who goes on sending is hung up on; hanging up at once could reach the client
 * before the answer does.
 */
export function discardUnread(app: FastifyInstance, patience = lingering): void {
  app.addHook('onRequest', ({ raw }, reply, done) => {
    // Most requests are here to their end by then, and cost nothing more.
    if (!raw.complete)
      reply.raw.once('finish', () => {
        if (raw.complete && raw.readableLength === 0) return;
        const hangUp = setTimeout(() => raw.socket.destroy(), patience).unref();
        raw.once('close', () => clearTimeout(hangUp));
        raw.unpipe();
        raw.resume();
      });
    done();
  });
}
