import {
  type HttpAnswer,
  type HttpCall,
  type HttpPath,
  type HttpRoute,
  httpCalls,
  type JsonRoute,
  type ReadBody,
  type ReadQuery,
} from '@weft/protocol';
import { notFound } from '@weft/std';
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteShorthandOptions } from 'fastify';
import { readInput, readQuery } from './read-input.ts';

interface ServedCall<R extends HttpRoute> {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly path: HttpPath<R>;
  /** Read when asked for: who may not make the call is told so, and not what is wrong with its input. */
  readonly query: () => ReadQuery<R>;
  readonly body: () => ReadBody<R>;
}

/** What a definition leaves to the route. */
type ServeOptions = Pick<RouteShorthandOptions, 'bodyLimit' | 'config' | 'exposeHeadRoute'>;

function mount<R extends HttpRoute>(
  app: FastifyInstance,
  route: R,
  answer: (call: ServedCall<R>) => Promise<unknown>,
  options: ServeOptions = {},
): void {
  const [method = 'GET', url = '/'] = route.split(' ');
  const call: HttpCall = httpCalls[route];
  const { query, body } = call;
  app.route({
    ...options,
    method,
    url,
    // What is read by a definition's schemas is what its types say.
    handler: async (request, reply) => {
      const parts = Object.values(request.params as Readonly<Record<string, string>>);
      // No id holds a NUL character, which PostgreSQL takes in no text.
      if (parts.some((part) => part.includes('\u0000'))) throw notFound('Not found');
      return answer({
        request,
        reply,
        path: request.params as HttpPath<R>,
        query: () => (query === undefined ? undefined : readQuery(query, request.query)) as ReadQuery<R>,
        body: () => (body === undefined ? undefined : readInput(body, request.body)) as ReadBody<R>,
      });
    },
  });
}

/** Answers a call of the protocol with JSON, as its definition says. */
export function serve<R extends JsonRoute>(
  app: FastifyInstance,
  route: R,
  answer: (call: ServedCall<R>) => Promise<HttpAnswer<R>>,
  options?: ServeOptions,
): void {
  mount(app, route, answer, options);
}

/** Answers a call of the protocol with a reply of its own: a file, a page, or what a library answers. */
export function serveReply<R extends HttpRoute>(
  app: FastifyInstance,
  route: R,
  answer: (call: ServedCall<R>) => Promise<FastifyReply>,
  options?: ServeOptions,
): void {
  mount(app, route, answer, options);
}
