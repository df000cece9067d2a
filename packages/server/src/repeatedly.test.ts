import { expect, it, vi } from 'vitest';
import { repeatedly } from './repeatedly.ts';

it('goes on after a round that failed, and stops without waiting for the next', async () => {
  const work = vi.fn(async () => {
    throw new Error('The database is away');
  });
  const rounds = repeatedly(1, work);
  await vi.waitFor(() => expect(work.mock.calls.length).toBeGreaterThan(1));
  await rounds.stop();
  const seldom = repeatedly(3_600_000, work);
  const before = work.mock.calls.length;
  await seldom.stop();
  expect(work.mock.calls.length).toBe(before);
});

it('waits for the round that is under way', async () => {
  const { promise: goesOn, resolve: goOn } = Promise.withResolvers<void>();
  const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
  let isDone = false;
  const rounds = repeatedly(1, async () => {
    begin();
    await goesOn;
    isDone = true;
  });
  await begun;
  const stopped = rounds.stop();
  goOn();
  await stopped;
  expect(isDone).toBe(true);
});
