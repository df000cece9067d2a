import { expect, it } from 'vitest';
import { Pace } from './scan.ts';

/** Milliseconds of the steps that a pace finds where each row takes so many microseconds. */
function stepsOf(pace: Pace, microseconds: number, count: number): number[] {
  return Array.from({ length: count }, () => {
    const took = (pace.rows * microseconds) / 1_000;
    pace.recordStepTime(took);
    return Math.round(took);
  });
}

const paceOf = (scanner: { readonly worked: number; isAlone: boolean }) => new Pace(scanner, () => undefined);

it.each([1, 20, 400])('finds steps of 80 ms beside others, whatever a row of %i µs takes', (microseconds) => {
  const pace = paceOf({ worked: 0, isAlone: false });
  expect(stepsOf(pace, microseconds, 8).at(-1)).toBe(80);
});

it('takes longer steps while nobody waits, and short ones at once when somebody has to', () => {
  const scanner = { worked: 0, isAlone: true };
  const pace = paceOf(scanner);
  expect(stepsOf(pace, 1, 8).at(-1)).toBe(240);
  scanner.isAlone = false;
  // The one that is under way ends as it was begun.
  expect(stepsOf(pace, 1, 3)).toEqual([240, 80, 80]);
  scanner.isAlone = true;
  expect(stepsOf(pace, 1, 3)).toEqual([80, 240, 240]);
});

it('grows by steps: what comes next may take longer a row', () => {
  const pace = paceOf({ worked: 0, isAlone: true });
  expect(stepsOf(pace, 1, 5)).toEqual([4, 16, 64, 240, 240]);
});
