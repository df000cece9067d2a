import type { FastifyInstance } from 'fastify';

/**
 * Waits for the requests on their way. An answer that reaches its client while closing begins leaves its
 * connection idle a moment too late to be closed with the others, so idle ones are closed again and again.
 */
export async function closeApp(app: FastifyInstance): Promise<void> {
  const sweep = setInterval(() => app.server.closeIdleConnections(), 20);
  try {
    await app.close();
  } finally {
    clearInterval(sweep);
  }
}
