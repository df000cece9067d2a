import fc from 'fast-check';
import { expect, it } from 'vitest';
import { nextMove } from './sharding.ts';

type Placement = Parameters<typeof nextMove>[0];

it('moves bases until no move brings the workers closer, and none twice', () => {
  const place = fc.record({ bytes: fc.integer({ min: 0, max: 1_000 }), on: fc.nat(3) });
  fc.assert(
    fc.property(fc.array(place, { maxLength: 30 }), (given) => {
      const bases = given.map(({ bytes, on }, i) => ({ baseId: `base ${i}`, bytes, on: `w:${on}` }));
      const moved = new Set<string>();
      const now = (): Placement => ({
        bases,
        workers: [0, 1, 2, 3].map((port) => ({
          host: 'w',
          port,
          bytes: bases.filter(({ on }) => on === `w:${port}`).reduce((sum, { bytes }) => sum + bytes, 0),
        })),
      });
      const gap = () => {
        const held = now().workers.map(({ bytes }) => bytes);
        return Math.max(...held) - Math.min(...held);
      };
      for (let before = gap(); ; before = gap()) {
        const move = nextMove(now());
        if (move === null) break;
        // Nothing is copied for nothing.
        expect(move.bytes).toBeGreaterThan(0);
        const base = bases.find(({ baseId }) => baseId === move.baseId);
        if (base !== undefined) base.on = `${move.to.host}:${move.to.port}`;
        expect(gap()).toBeLessThanOrEqual(before);
        moved.add(move.baseId);
        expect(moved.size).toBeLessThanOrEqual(bases.length);
      }
    }),
  );
});

it('moves one of two large bases of one worker, whichever is larger than half of what lies between them', () => {
  const [w1, w2] = [
    { host: 'w', port: 1, bytes: 104 },
    { host: 'w', port: 2, bytes: 1 },
  ];
  const of = (baseId: string, bytes: number, on: string) => ({ baseId, bytes, on });
  const bases = [of('large', 52, 'w:1'), of('larger', 52, 'w:1'), of('small', 1, 'w:2')];
  expect(nextMove({ workers: [w1, w2], bases })).toMatchObject({ bytes: 52, from: 'w:1', to: { port: 2 } });
});
