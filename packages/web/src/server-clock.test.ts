import { expect, it } from 'vitest';
import { ServerClock } from './server-clock.ts';

const server = Date.parse('2026-11-21T09:00:00.000Z');

it('tells the server’s time where this device is years off', () => {
  let device = Date.parse('1999-01-01T00:00:00.000Z');
  const clock = new ServerClock(() => device);
  expect(clock.now()).toBe(device);
  clock.hear('Sat, 21 Nov 2026 09:00:00 GMT');
  expect(clock.now()).toBe(server);
  device += 5_000;
  expect(clock.now()).toBe(server + 5_000);
});

it('keeps to this device where that is right but for seconds, and where nothing was said', () => {
  const clock = new ServerClock(() => server + 3_000);
  clock.hear('Sat, 21 Nov 2026 09:00:00 GMT');
  expect(clock.now()).toBe(server + 3_000);
  clock.hear(null);
  clock.hear('soon');
  expect(clock.now()).toBe(server + 3_000);
});
