import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import fastify from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { serveAssets, serveWeb } from './static-files.ts';

describe('opening the application', () => {
  let folder = '';
  const app = fastify();
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'weft-web-'));
    mkdirSync(join(folder, 'assets'));
    writeFileSync(join(folder, 'index.html'), '<!doctype html><title>Weft</title>');
    writeFileSync(join(folder, 'assets', 'app-abc.js'), 'console.log(1);'.repeat(100));
    const answerNowhere = serveWeb(app, folder);
    app.setNotFoundHandler(
      (request, reply) => answerNowhere(request, reply) ?? reply.code(404).send({ error: 'Not found' }),
    );
  });
  afterAll(async () => {
    await app.close();
    rmSync(folder, { recursive: true });
  });

  it.each([
    '/home',
    '/home/tables/new',
    '/settings',
    '/settings/tokens',
    '/database/bas1',
    '/zite',
    '/sign-in',
    '/sign-up',
    '/forgot-password',
    '/reset-password',
    '/verify-email',
    '/invite/abc',
  ])('answers %s with the page', async (path) => {
    const answer = await app.inject(path);
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
    expect(answer.headers['cache-control']).toBe('no-cache');
  });

  it.each(['/nothing', '/assets/other.js', '/../package.json', '/assets/%2e%2e/index.html', '/index.html'])(
    'does not find %s',
    async (path) => {
      expect((await app.inject(path)).statusCode).toBe(404);
    },
  );

  it('shows a person who asks for no page the application, which says that nothing is there', async () => {
    const headers = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };
    const nowhere = await app.inject({ url: '/nothing', headers });
    expect([nowhere.statusCode, nowhere.headers['content-type']]).toEqual([404, 'text/html; charset=utf-8']);
    const again = { ...headers, 'if-none-match': String(nowhere.headers.etag) };
    expect((await app.inject({ url: '/nothing', headers: again })).statusCode).toBe(404);
    for (const other of [
      { url: '/nothing', headers: { accept: 'application/json' } },
      { url: '/assets/old-page.js', headers },
      { url: '/nothing', headers, method: 'POST' as const },
    ])
      expect((await app.inject(other)).headers['content-type']).toMatch('application/json');
  });

  it('lets hashed files be kept for ever, compressed as the browser likes', async () => {
    const answer = await app.inject({ url: '/assets/app-abc.js', headers: { 'accept-encoding': 'gzip' } });
    expect(answer.headers).toMatchObject({
      'content-encoding': 'gzip',
      'cache-control': 'public, max-age=31536000, immutable',
    });
    expect(gunzipSync(answer.rawPayload).toString()).toMatch(/^console/);
    const etag = String(answer.headers.etag);
    expect(
      (await app.inject({ url: '/assets/app-abc.js', headers: { 'if-none-match': etag } })).statusCode,
    ).toBe(304);
  });
});

it('the loader of forms is there for pages of other sites, other files of that build are not', async () => {
  await using undo = new AsyncDisposableStack();
  const folder = mkdtempSync(join(tmpdir(), 'weft-public-'));
  undo.defer(() => rmSync(folder, { recursive: true }));
  for (const name of ['embed.js', 'manifest.json']) writeFileSync(join(folder, name), '{}');
  const app = fastify();
  undo.defer(() => app.close());
  serveAssets(app, folder);
  const loader = await app.inject('/embed.js');
  expect([loader.statusCode, loader.headers['cross-origin-resource-policy']]).toEqual([200, 'cross-origin']);
  expect((await app.inject('/manifest.json')).statusCode).toBe(404);
});
