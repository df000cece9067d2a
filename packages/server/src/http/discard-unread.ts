import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';

/** Milliseconds in which the rest of a request that was already answered may still arrive. */
const lingering = 5_000;
/** Milliseconds a sender that is no longer listened to gets to read the answer, before it is hung up on. */
const readingTime = 1_000;
/** Bytes of a rest that are read and discarded: a stranger who goes on sending is not worth the time. */
const maxDiscarded = { known: 64 * 1024 * 1024, stranger: 1024 * 1024 } as const;

/**
 * Deals with what is left of a body when its request was answered before the end: an upload refused for its name, a
 * disk that is full, a stranger. Left unread, it would stand before the next request on the connection, which would
 * wait until the client gives up: the rest is read and discarded. Where there is too much of it, nothing more is read
 * and the connection ends a second later: ended at once, the client might see a broken connection and no answer.
 */
export function discardUnread(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    const { raw } = request;
    // Most requests are here to their end by then, and cost nothing more.
    if (!raw.complete)
      reply.raw.once('finish', () => {
        if (raw.complete && raw.readableLength === 0) return;
        raw.unpipe();
        raw.resume();
        endRest(raw, request.caller === null ? maxDiscarded.stranger : maxDiscarded.known);
      });
    done();
  });
}

/** Ends the connection when the rest of the body is too long or takes too long. */
function endRest(raw: IncomingMessage, most: number): void {
  const { socket } = raw;
  const hangUpAfter = (milliseconds: number) => setTimeout(() => raw.destroy(), milliseconds).unref();
  const announced = Number(raw.headers['content-length'] ?? 0);
  if (announced > most) {
    // Only now, for going on with the request goes on with its socket too, and that later than this.
    setImmediate(() => socket.pause());
    hangUpAfter(readingTime);
    return;
  }
  const before = socket.bytesRead;
  const hangUp = hangUpAfter(lingering);
  const look = setInterval(() => {
    if (socket.bytesRead - before > most) raw.destroy();
  }, 100).unref();
  raw.once('close', () => {
    clearTimeout(hangUp);
    clearInterval(look);
  });
}
