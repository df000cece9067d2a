import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Assignment, assignmentOrder, type Turn } from './assignment.ts';

const turn = (hostId: string, weight = 1, priority = 0): Turn => ({
  hostId,
  weight,
  priority,
  bookings: 0,
  lastBookedAt: null,
});

/** So many bookings one after another; `freeAt` says who is free. How many each host got. */
function booked(
  turns: readonly Turn[],
  by: Assignment,
  count: number,
  freeAt: (time: number) => readonly string[] = () => turns.map(({ hostId }) => hostId),
): Readonly<Record<string, number>> {
  let now = turns;
  for (let time = 0; time < count; time++) {
    const [next] = assignmentOrder(now, freeAt(time), by);
    now = now.map((host) =>
      host.hostId === next ? { ...host, bookings: host.bookings + 1, lastBookedAt: time } : host,
    );
  }
  return Object.fromEntries(now.map(({ hostId, bookings }) => [hostId, bookings]));
}

describe('the host of a round robin (R20)', () => {
  it('is chosen by weights: 400 bookings at 2:1:1 are 200, 100 and 100', () => {
    expect(booked([turn('a', 2), turn('b'), turn('c')], 'weights', 400)).toEqual({ a: 200, b: 100, c: 100 });
  });

  it('is whoever was booked the longest ago, and first of all who never was', () => {
    const turns = [
      { ...turn('a'), lastBookedAt: 30, bookings: 1 },
      { ...turn('b'), lastBookedAt: 10, bookings: 9 },
      turn('c'),
    ];
    expect(assignmentOrder(turns, ['a', 'b', 'c'], 'least_recent')).toEqual(['c', 'b', 'a']);
    expect(booked([turn('a'), turn('b'), turn('c')], 'least_recent', 400)).toEqual({
      a: 134,
      b: 133,
      c: 133,
    });
  });

  it('is of the highest priority while one of those is free', () => {
    const turns = [turn('a'), turn('b', 1, 2), turn('c', 1, 2)];
    expect(assignmentOrder(turns, ['a', 'b', 'c'], 'least_recent')).toEqual(['b', 'c', 'a']);
    expect(assignmentOrder(turns, ['a'], 'weights')).toEqual(['a']);
    expect(booked(turns, 'weights', 10)).toEqual({ a: 0, b: 5, c: 5 });
  });

  it('was away and gets what the weights owe, without anybody else losing what they have', () => {
    const freeAt = (time: number) => (time < 30 ? ['b', 'c'] : ['a', 'b', 'c']);
    expect(booked([turn('a'), turn('b'), turn('c')], 'weights', 60, freeAt)).toEqual({ a: 20, b: 20, c: 20 });
  });

  it('is one of the free ones, each named once, and weights are kept within one booking', () => {
    const weights = fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 6 });
    fc.assert(
      fc.property(weights, fc.integer({ min: 1, max: 20 }), (all, rounds) => {
        const turns = all.map((weight, place) => turn(`h${place}`, weight));
        const ids = turns.map(({ hostId }) => hostId);
        expect([...assignmentOrder(turns, ids, 'weights')].sort()).toEqual([...ids].sort());
        const total = all.reduce((sum, weight) => sum + weight, 0);
        const counts = booked(turns, 'weights', total * rounds);
        expect(Object.values(counts)).toEqual(all.map((weight) => weight * rounds));
      }),
    );
  });
});
