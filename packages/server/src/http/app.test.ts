import type { FastifyInstance } from 'fastify';
import { pino } from 'pino';
import { afterEach, expect, it } from 'vitest';
import { Metrics } from '../metrics/metrics.ts';
import { buildApp } from './app.ts';

const made: FastifyInstance[] = [];
afterEach(async () => {
  for (const app of made.splice(0)) await app.close();
});

/** An application whose one route stands at an address like that of no other; `asked` counts who was looked up. */
async function appWith(url: string) {
  const asked = { count: 0 };
  const { app, routes } = await buildApp({
    settings: { trustProxy: [], baseUrl: null },
    log: pino({ level: 'silent' }),
    metrics: new Metrics(),
    baseUrl: () => 'http://127.0.0.1:3000',
    sessions: {
      ofRequest: async () => {
        asked.count++;
        return null;
      },
    },
    ownDomains: { of: () => null },
    pingDatabase: async () => {},
    mounts: [(mounted) => void mounted.post(url, async () => 'done')],
    webFolder: null,
  });
  made.push(app);
  return { app, routes, asked };
}

it.each(['/webhooks/:id', '/w'])('guards a call wherever it stands: %s', async (url) => {
  const { app, routes, asked } = await appWith(url);
  expect(routes).toContain(`POST ${url}`);
  const path = url.replace(':id', '1');
  const foreign = { origin: 'https://evil.example', cookie: 'weft.session_token=x.y' };
  expect((await app.inject({ method: 'POST', url: path, headers: foreign })).statusCode).toBe(403);
  const answer = await app.inject({ method: 'POST', url: path });
  expect([answer.statusCode, asked.count]).toEqual([200, 1]);
  expect(answer.headers['x-ratelimit-limit']).toBe('1200');
});

it('guards what stands nowhere among the calls, and looks nobody up for the state of the server', async () => {
  const { app, asked } = await appWith('/webhooks/:id');
  const nowhere = await app.inject({
    method: 'POST',
    url: '/webhooks/1/2',
    headers: { accept: 'text/html' },
  });
  expect([nowhere.statusCode, nowhere.headers['content-type']]).toEqual([
    404,
    'application/json; charset=utf-8',
  ]);
  expect(asked.count).toBe(1);
  expect((await app.inject('/healthz')).statusCode).toBe(200);
  expect(asked.count).toBe(1);
});
