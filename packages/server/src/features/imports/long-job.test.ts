import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { yieldWhenLong } from './long-job.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A thread of a process that may or may not raise a priority once it was lowered. */
function thread({ mayRaise, usual = 0 }: { readonly mayRaise: boolean; readonly usual?: number }) {
  const state = { processor: 400, priority: usual };
  const job = () =>
    yieldWhenLong({
      processor: () => state.processor,
      get: () => state.priority,
      set: (priority) => {
        if (priority < state.priority && !mayRaise) throw new Error('EACCES');
        state.priority = priority;
      },
    });
  const work = (milliseconds: number) => {
    state.processor += milliseconds;
    vi.advanceTimersByTime(20);
  };
  return { state, job, work };
}

it('lowers the priority of a job once it lasts, and gives it back', () => {
  const { state, job, work } = thread({ mayRaise: true });
  const end = job();
  work(90);
  expect(state.priority).toBe(0);
  work(20);
  expect(state.priority).toBe(10);
  work(500);
  expect(end()).toBe(true);
  expect(state.priority).toBe(0);
  // The next job of the thread begins anew.
  const short = job();
  work(90);
  expect([short(), state.priority]).toEqual([true, 0]);
});

it('says that a thread is not what it was where the process may not raise priorities', () => {
  const { state, job, work } = thread({ mayRaise: false, usual: 15 });
  const end = job();
  work(150);
  expect(state.priority).toBe(19);
  expect(end()).toBe(false);
});
