import { describe, expect, it } from 'vitest';
import { Travel } from './travel.ts';

const entry = (groupId?: string) => ({
  type: 'BULK_PASTE_CELLS' as const,
  changes: [],
  ...(groupId !== undefined && { groupId }),
});

describe('what travels to those who have the base open', () => {
  it('is each change of half a million characters at most', () => {
    const travel = new Travel();
    expect([200_000, 500_000, 600_000, 200_000].map((size) => travel.takes(entry(), size))).toEqual([
      true,
      true,
      false,
      true,
    ]);
  });

  it('is of a step in many parts only the first, whatever others do meanwhile', () => {
    const travel = new Travel();
    const parts = ['long', 'long', 'short', 'long', 'short', 'long'];
    expect(parts.map((group) => travel.takes(entry(group), 220_000))).toEqual([
      true,
      true,
      true,
      false,
      true,
      false,
    ]);
  });

  it('forgets the groups of long ago', () => {
    const travel = new Travel();
    expect(travel.takes(entry('first'), 600_000)).toBe(false);
    for (let i = 0; i < 100; i++) travel.takes(entry(`group ${i}`), 1);
    expect(travel.takes(entry('first'), 1)).toBe(true);
  });
});
