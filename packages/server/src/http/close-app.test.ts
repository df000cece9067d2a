import { Agent, get } from 'node:http';
import type { AddressInfo } from 'node:net';
import fastify from 'fastify';
import { expect, it } from 'vitest';
import { closeApp } from './close-app.ts';

it('does not wait for a connection whose answer ends after closing began', async () => {
  const app = fastify({ forceCloseConnections: 'idle' });
  app.get('/', (_request, reply) => {
    reply.hijack();
    reply.raw.writeHead(200, { 'content-length': 2 });
    reply.raw.write('ok');
    setTimeout(() => reply.raw.end(), 100);
  });
  await app.listen({ port: 0 });
  const { port } = app.server.address() as AddressInfo;
  const agent = new Agent({ keepAlive: true });
  await new Promise<void>((resolve, reject) =>
    get({ port, agent }, (answer) => answer.resume().on('end', resolve)).on('error', reject),
  );
  await closeApp(app);
  expect(app.server.listening).toBe(false);
});
