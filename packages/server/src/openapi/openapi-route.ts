import { appDocumentSchema } from '@weft/apps';
import { formDocumentSchema } from '@weft/forms';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { serveReply } from '../http/serve.ts';
import { openApiDocument } from './document.ts';

type Send = (given: { readonly reply: FastifyReply }) => Promise<FastifyReply>;

/** A document that is made when it is first asked for: by then the address is known. */
function madeOnce(make: () => object): Send {
  let text: string | null = null;
  return async ({ reply }) => {
    text ??= JSON.stringify(make());
    return reply.type('application/json; charset=utf-8').header('cache-control', 'no-cache').send(text);
  };
}

/** What programs read about the API, the page /docs too. Open to everybody: it holds nobody's data. */
export function mountOpenApi(app: FastifyInstance, baseUrl: () => string): void {
  const config = { unguarded: 'about-server' } as const;
  const description = madeOnce(() => openApiDocument(baseUrl()));
  serveReply(app, 'GET /openapi.json', description, { config });
  const idOf = (path: string): string => new URL(path, baseUrl()).href;
  const forms = '/schemas/form-document.json';
  serveReply(
    app,
    `GET ${forms}`,
    madeOnce(() => formDocumentSchema(idOf(forms))),
    { config },
  );
  const apps = '/schemas/app-document.json';
  serveReply(
    app,
    `GET ${apps}`,
    madeOnce(() => appDocumentSchema(idOf(apps))),
    { config },
  );
}
