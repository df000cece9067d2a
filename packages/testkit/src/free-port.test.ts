import { connect, createServer } from 'node:net';
import { expect, it } from 'vitest';
import { freePort } from './free-port.ts';

it('is not one that an outgoing connection may take before the server listens', async () => {
  await using server = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  const outgoing = connect(address.port, '127.0.0.1');
  await new Promise((resolve) => outgoing.once('connect', resolve));
  // The system numbers both from one range, which begins above all of ours.
  const lowest = Math.min(address.port, outgoing.localPort ?? 0);
  outgoing.destroy();

  const ports = await Promise.all(Array.from({ length: 50 }, freePort));
  expect(Math.max(...ports)).toBeLessThan(lowest);
  expect(Math.min(...ports)).toBeGreaterThan(1_023);
  expect(new Set(ports).size, 'asked for at once').toBe(50);
});
