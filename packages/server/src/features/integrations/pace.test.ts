import fc from 'fast-check';
import { expect, it } from 'vitest';
import { Pace } from './pace.ts';

const limit = { requests: 5, per: 1_000 };

it('sends no more requests in any period than a service takes, and those of people before turns that are not due', () => {
  const what = fc.record({ after: fc.integer({ min: 0, max: 900 }), hasTurn: fc.boolean() });
  fc.assert(
    fc.property(fc.array(what, { maxLength: 60 }), (asked) => {
      let now = 1_000_000;
      const pace = new Pace(() => now);
      const sent: number[] = [];
      for (const [n, { after, hasTurn }] of asked.entries()) {
        now += after;
        if (hasTurn) pace.turnOf(`d${n}`, 'service', limit);
        const wait = pace.untilRequest('service', limit, { most: 2_000, hasTurn });
        if (wait !== null) sent.push(now + wait);
      }
      for (const [i, time] of sent.slice(limit.requests).entries())
        expect(time - (sent[i] ?? 0)).toBeGreaterThanOrEqual(limit.per);
    }),
    { numRuns: 100 },
  );
  // A thousand answers wait for their turns; who looks something up meanwhile is not behind them.
  const pace = new Pace(() => 0);
  for (let n = 0; n < 1_000; n++) pace.turnOf(`d${n}`, 'service', limit);
  expect(pace.untilRequest('service', limit, { most: 0, hasTurn: false })).toBe(0);
  // What it took is not to be had by the next answer.
  expect(pace.turnOf('next', 'service', limit)).toBe(1_001 * 200);
});

it('lets no more through in a period than a service takes, however many come at once and come back', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 60 }), fc.integer({ min: 1, max: 3_000 }), (count, patience) => {
      let now = 1_000_000;
      const pace = new Pace(() => now);
      const sent: number[] = [];
      let waiting = Array.from({ length: count }, (_, n) => ({ id: `d${n}`, at: now, asked: 0 }));
      while (waiting.length > 0) {
        now = Math.min(...waiting.map(({ at }) => at));
        waiting = waiting.flatMap((one) => {
          if (one.at > now) return [one];
          const wait = pace.turnOf(one.id, 'service', limit);
          // A turn that was given stays: nobody is sent away twice.
          expect(one.asked).toBeLessThan(2);
          if (wait > patience) return [{ ...one, at: now + wait, asked: one.asked + 1 }];
          pace.end(one.id);
          sent.push(now + wait);
          return [];
        });
      }
      const times = sent.toSorted((a, b) => a - b);
      times.slice(limit.requests).forEach((time, i) => {
        expect(time - (times[i] ?? 0)).toBeGreaterThanOrEqual(limit.per - 1e-6);
      });
      expect(times).toHaveLength(count);
    }),
    { numRuns: 100 },
  );
});
