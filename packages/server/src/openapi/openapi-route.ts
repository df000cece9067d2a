import type { FastifyInstance, FastifyReply } from 'fastify';
import { serveReply } from '../http/serve.ts';
import { openApiDocument } from './document.ts';

/** The description of the public API, for programs and for the page /docs. Open to everybody: it holds nobody's data. */
export function mountOpenApi(app: FastifyInstance, baseUrl: () => string): void {
  let text: string | null = null;
  const send = async ({ reply }: { readonly reply: FastifyReply }) => {
    // Made once, when it is first asked for: by then the address is known.
    text ??= JSON.stringify(openApiDocument(baseUrl()));
    return reply.type('application/json; charset=utf-8').header('cache-control', 'no-cache').send(text);
  };
  serveReply(app, 'GET /openapi.json', send, { config: { unguarded: 'about-server' } });
}
