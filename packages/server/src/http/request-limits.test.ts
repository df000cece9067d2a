import { type AddressInfo, connect } from 'node:net';
import fastify from 'fastify';
import { expect, it } from 'vitest';
import { requestLimits } from './request-limits.ts';

/** What a server says to a client that begins so and then sends a byte now and then, before it hangs up. */
async function saidTo(begin: string, patience: { readonly headers: number; readonly whole: number }) {
  const app = fastify(requestLimits({ ...patience, lookEvery: 50 }));
  const bodies: unknown[] = [];
  app.post('/', ({ body }) => bodies.push(body));
  await app.listen({ port: 0 });
  const { port } = app.server.address() as AddressInfo;
  const socket = connect(port);
  socket.write(begin);
  const dripping = setInterval(() => socket.writable && socket.write('1'), 20);
  let said = '';
  socket.setEncoding('utf8').on('data', (text) => {
    said += text;
  });
  // What is sent after the server has hung up resets the connection.
  await new Promise((resolve) => socket.on('error', () => {}).on('close', resolve));
  clearInterval(dripping);
  await app.close();
  expect(bodies).toEqual([]);
  return said;
}

const minute = 60_000;

it('hangs up on a client that never gets to the end of its headers, however busy it looks', async () => {
  const said = await saidTo('POST / HTTP/1.1\r\nHost: x\r\nX-Slow: ', { headers: 200, whole: minute });
  expect(said).toMatch(/^HTTP\/1.1 408 [\s\S]*"kind":"limit"/);
});

it('hangs up on a client that never gets to the end of its body, however busy it looks', async () => {
  const head =
    'POST / HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 900000\r\n\r\n';
  const said = await saidTo(head, { headers: 200, whole: 400 });
  expect(said).toMatch(/^HTTP\/1.1 408 [\s\S]*"kind":"limit"/);
});
