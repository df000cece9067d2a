import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { extname, join, relative, sep } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { withOrigins } from './security.ts';

const types: { readonly [ending: string]: string } = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.txt': 'text/plain; charset=utf-8',
};
const config = { unguarded: 'file' } as const;
const compressible = /\.(html|js|css|json|svg|txt|webmanifest)$/;
/** The build names these after their content: they never change. */
const hashed = /^\/assets\//;

const embedLoader = '/embed.js';

/** Where Google's file picker is shown, and what it is made of: no other page of the application runs its scripts. */
const pickerPath = '/connect/google/picker';
const pickerOrigins = [
  'https://apis.google.com',
  'https://docs.google.com',
  'https://content.googleapis.com',
];

/** Pages of the application: the one document answers them; any other path is not found. */
const pages = [
  '/home',
  '/home/*',
  '/settings',
  '/settings/*',
  '/database/*',
  '/editor/*',
  '/zite',
  '/sign-in',
  '/sign-up',
  '/forgot-password',
  '/reset-password',
  '/verify-email',
  '/invite/*',
];

interface Asset {
  readonly path: string;
  readonly type: string;
  readonly tag: string;
  readonly body: Buffer;
  /** Made on the first request that asks for it. */
  readonly encoded: Map<string, Promise<Buffer>>;
}

const encoders: { readonly [encoding: string]: (body: Buffer) => Promise<Buffer> } = {
  br: (body) => promisify(brotliCompress)(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }),
  gzip: (body) => promisify(gzip)(body, { level: 9 }),
};

/** The built web application, held in memory (it is small) and compressed once. */
function readAssets(folder: string): Map<string, Asset> {
  const assets = new Map<string, Asset>();
  let files: string[];
  try {
    files = readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && !entry.name.endsWith('.map'))
      .map((entry) => join(entry.parentPath, entry.name));
  } catch {
    return assets;
  }
  for (const file of files) {
    const path = `/${relative(folder, file).split(sep).join('/')}`;
    const body = readFileSync(file);
    const tag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`;
    assets.set(path, {
      path,
      type: types[extname(file)] ?? 'application/octet-stream',
      tag,
      body,
      encoded: new Map(),
    });
  }
  return assets;
}

async function send(
  asset: Asset,
  request: FastifyRequest,
  reply: FastifyReply,
  status = 200,
): Promise<FastifyReply> {
  void reply
    .code(status)
    .header('content-type', asset.type)
    .header('etag', asset.tag)
    .header('vary', 'accept-encoding')
    // Pages of other sites load the one that shows forms there.
    .header('cross-origin-resource-policy', asset.path === embedLoader ? 'cross-origin' : 'same-origin')
    .header('cache-control', hashed.test(asset.path) ? 'public, max-age=31536000, immutable' : 'no-cache');
  if (status === 200 && request.headers['if-none-match'] === asset.tag) return reply.code(304).send();
  const accepted = String(request.headers['accept-encoding'] ?? '');
  const name = ['br', 'gzip'].find((encoding) => accepted.includes(encoding));
  const encode = name === undefined ? undefined : encoders[name];
  if (name === undefined || encode === undefined || !compressible.test(asset.path))
    return reply.send(asset.body);
  const body = asset.encoded.get(name) ?? encode(asset.body);
  asset.encoded.set(name, body);
  return reply.header('content-encoding', name).send(await body);
}

/** Answers an address that leads nowhere with the application, which says so; null: this is none of its. */
export type AnswerNowhere = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply> | null;

/** A person's browser on its way to a page, rather than a program or a page that asks for a part of it. */
const asksForPage = ({ method, url, headers }: FastifyRequest): boolean =>
  method === 'GET' && !hashed.test(url) && (headers.accept?.includes('text/html') ?? false);

/** Serves the files of a build, its pages aside; the answer is a reader of them. Without a build there are none. */
export function serveAssets(app: FastifyInstance, folder: string): (path: string) => Buffer | null {
  const assets = readAssets(folder);
  for (const asset of assets.values())
    if (hashed.test(asset.path) || asset.path === embedLoader)
      app.get(asset.path, { config }, (request, reply) => send(asset, request, reply));
  return (path) => assets.get(path)?.body ?? null;
}

/** Serves the built web application from `folder`; without a build every page is not found. */
export function serveWeb(app: FastifyInstance, folder: string): AnswerNowhere {
  const assets = readAssets(folder);
  const page = assets.get('/index.html');
  const reference = assets.get('/docs.html');
  for (const asset of assets.values()) {
    if (!asset.path.endsWith('.html'))
      app.get(asset.path, { config }, (request, reply) => send(asset, request, reply));
  }
  // The API's reference is a document of its own: it needs nothing of the application.
  if (reference !== undefined)
    app.get('/docs', { config }, (request, reply) => send(reference, request, reply));
  const picker = assets.get('/google-picker.html');
  if (picker !== undefined)
    app.get(pickerPath, { config }, (request, reply) => {
      const policy = { 'content-security-policy': String(reply.getHeader('content-security-policy')) };
      // The operator's key is for this address alone, which Google learns from the referrer.
      const referrer = { 'referrer-policy': 'strict-origin-when-cross-origin' };
      void reply.headers({ ...withOrigins(policy, pickerOrigins), ...referrer });
      return send(picker, request, reply);
    });
  if (page === undefined) return () => null;
  for (const path of pages) app.get(path, { config }, (request, reply) => send(page, request, reply));
  return (request, reply) => (asksForPage(request) ? send(page, request, reply, 404) : null);
}
