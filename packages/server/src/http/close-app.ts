import type { FastifyInstance } from 'fastify';

/** Milliseconds that requests on their way get: the whole end may take 10 s, and the database has to be closed too. */
const patience = 4_000;

/**
 * Waits for the requests on their way, and hangs up on those that take longer than `limit` milliseconds. An answer that
 * reaches its client while closing begins leaves its connection idle a moment too late to be closed with the others, so
 * idle ones are closed again and again.
 */
export async function closeApp(app: FastifyInstance, limit = patience): Promise<void> {
  const sweep = setInterval(() => app.server.closeIdleConnections(), 20);
  const hangUp = setTimeout(() => app.server.closeAllConnections(), limit);
  try {
    await app.close();
  } finally {
    clearInterval(sweep);
    clearTimeout(hangUp);
  }
}
