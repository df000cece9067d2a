import { once } from 'node:events';
import { Agent, get } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
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

it('hangs up on whoever is not at the end of a request when its patience is', async () => {
  const app = fastify({ forceCloseConnections: 'idle' });
  app.post('/', () => 'ok');
  await app.listen({ port: 0 });
  const { port } = app.server.address() as AddressInfo;
  const socket = connect(port);
  const arrived = once(app.server, 'request');
  socket.write('POST / HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{');
  await arrived;
  const hungUp = once(
    socket.on('error', () => {}),
    'close',
  );
  await closeApp(app, 100);
  await hungUp;
});
