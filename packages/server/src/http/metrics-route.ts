import { notFound } from '@weft/std';
import type { FastifyInstance } from 'fastify';
import type { Metrics } from '../metrics/metrics.ts';
import { serveReply } from './serve.ts';

/** How the server is doing, for the instance admin; for everybody else there is nothing here. */
export function mountMetrics(app: FastifyInstance, metrics: Metrics): void {
  serveReply(app, 'GET /metrics', async ({ request, reply }) => {
    if (request.caller?.isInstanceAdmin !== true) throw notFound('Not found');
    return reply
      .header('content-type', metrics.contentType)
      .header('cache-control', 'no-store')
      .send(await metrics.text());
  });
}
