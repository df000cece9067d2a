import fc from 'fast-check';
import { expect, it } from 'vitest';
import { Pace } from './pace.ts';

const limit = { requests: 5, per: 1_000 };

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
