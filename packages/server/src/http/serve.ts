import {
  type HttpAnswer,
  type HttpCall,
  type HttpPath,
  httpCalls,
  type JsonRoute,
  type ReadBody,
  type ReadQuery,
} from '@weft/protocol';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { readInput, readQuery } from './read-input.ts';

interface ServedCall<R extends JsonRoute> {
  readonly request: FastifyRequest;
  readonly path: HttpPath<R>;
  /** Read when asked for: who may not make the call is told so, and not what is wrong with its input. */
  readonly query: () => ReadQuery<R>;
  readonly body: () => ReadBody<R>;
}

/** Answers a call of the protocol that is JSON, as its definition says. */
export function serve<R extends JsonRoute>(
  app: FastifyInstance,
  route: R,
  answer: (call: ServedCall<R>) => Promise<HttpAnswer<R>>,
): void {
  const [method = 'GET', url = '/'] = route.split(' ');
  const call: HttpCall = httpCalls[route];
  const { query, body } = call;
  app.route({
    method,
    url,
    // What is read by a definition's schemas is what its types say.
    handler: (request) =>
      answer({
        request,
        path: request.params as HttpPath<R>,
        query: () => (query === undefined ? undefined : readQuery(query, request.query)) as ReadQuery<R>,
        body: () => (body === undefined ? undefined : readInput(body, request.body)) as ReadBody<R>,
      }),
  });
}
