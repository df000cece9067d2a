import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import type { Metrics } from '../metrics/metrics.ts';
import { requestIdHeader } from './request-id.ts';
import { routeName } from './route-name.ts';

/**
 * One line of the log and one count per request, when its connection is done with it. Neither the address asked for,
 * nor headers or bodies are written: they hold tokens and people's data.
 */
export function watchRequests(
  app: FastifyInstance,
  { log, metrics }: { readonly log: Logger; readonly metrics: Metrics },
): void {
  app.addHook('onRequest', (request, reply, done) => {
    void reply.header(requestIdHeader, request.id);
    const began = performance.now();
    const { raw } = reply;
    raw.once('close', () => {
      const ms = performance.now() - began;
      const route = routeName(request);
      const { method, caller } = request;
      const status = raw.statusCode;
      // A stream lasts as long as its reader stays: that says nothing about how fast it was answered.
      const streamed = String(raw.getHeader('content-type')).startsWith('text/event-stream');
      if (!streamed) metrics.answered({ method, route, status, seconds: ms / 1_000 });
      log[route === '/assets/*' ? 'debug' : 'info'](
        {
          reqId: request.id,
          method,
          route,
          status,
          ms: Math.round(ms * 10) / 10,
          ...(caller && { userId: caller.userId, organizationId: caller.organizationId }),
          // The reader left before the answer was whole.
          ...(raw.writableFinished ? {} : { aborted: true }),
        },
        'request',
      );
    });
    done();
  });
}
