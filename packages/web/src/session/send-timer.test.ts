import { expect, it } from 'vitest';
import { SendTimer } from './send-timer.ts';

/** A timer on a clock that is set by hand: the times at which it sent. */
function timed() {
  let now = 0;
  let due: { readonly at: number; readonly callback: () => void } | null = null;
  const sent: number[] = [];
  const timer: SendTimer = new SendTimer({
    now: () => now,
    wait: (milliseconds, callback) => {
      const own = { at: now + milliseconds, callback };
      due = own;
      return () => {
        if (due === own) due = null;
      };
    },
    send: () => {
      sent.push(now);
      timer.stop();
    },
  });
  const pass = (milliseconds: number) => {
    const end = now + milliseconds;
    while (due !== null && due.at <= end) {
      const { at, callback } = due;
      due = null;
      now = at;
      callback();
    }
    now = end;
  };
  return { timer, pass, sent };
}

it('sends once somebody pauses', () => {
  const { timer, pass, sent } = timed();
  for (let letter = 0; letter < 3; letter++) {
    timer.edited();
    pass(100);
  }
  pass(1_000);
  expect(sent).toEqual([600]);
});

it('saves what is typed without a pause as well', () => {
  const { timer, pass, sent } = timed();
  for (let letter = 0; letter < 40; letter++) {
    timer.edited();
    pass(100);
  }
  pass(1_000);
  expect(sent).toEqual([1_500, 3_000, 4_300]);
});
