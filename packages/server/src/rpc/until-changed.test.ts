import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { untilChanged } from './until-changed.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('ends once what is looked at has changed, not because a look failed', async () => {
  const answers = [async () => 'there', () => Promise.reject(new Error('away')), async () => 'in the trash'];
  const ends = untilChanged('there', async () => answers.shift()?.() ?? '', new AbortController().signal);
  await vi.advanceTimersByTimeAsync(14_000);
  expect(ends.aborted).toBe(false);
  await vi.advanceTimersByTimeAsync(7_000);
  expect([ends.aborted, vi.getTimerCount()]).toEqual([true, 0]);
});

it('looks no more when nobody follows', () => {
  const reader = new AbortController();
  const ends = untilChanged('there', async () => 'there', reader.signal);
  reader.abort();
  expect([ends.aborted, vi.getTimerCount()]).toEqual([true, 0]);
});

it('does not begin to look for a reader who has left already', () => {
  const ends = untilChanged('there', async () => 'there', AbortSignal.abort());
  expect([ends.aborted, vi.getTimerCount()]).toEqual([true, 0]);
});
