import { describe, expect, it } from 'vitest';
import { FeedPayloadLimit } from './feed-payload-limit.ts';

const entry = (groupId?: string) => ({
  type: 'BULK_PASTE_CELLS' as const,
  changes: [],
  ...(groupId !== undefined && { groupId }),
});

describe('the size of what the feed carries', () => {
  it('N3: is each change of half a million characters at most', () => {
    const payloadLimit = new FeedPayloadLimit();
    expect([200_000, 500_000, 600_000, 200_000].map((size) => payloadLimit.admits(entry(), size))).toEqual([
      true,
      true,
      false,
      true,
    ]);
  });

  it('N3: is of a step in many parts only the first, whatever others do meanwhile', () => {
    const payloadLimit = new FeedPayloadLimit();
    const parts = ['long', 'long', 'short', 'long', 'short', 'long'];
    expect(parts.map((group) => payloadLimit.admits(entry(group), 220_000))).toEqual([
      true,
      true,
      true,
      false,
      true,
      false,
    ]);
  });

  it('forgets the groups of long ago', () => {
    const payloadLimit = new FeedPayloadLimit();
    expect(payloadLimit.admits(entry('first'), 600_000)).toBe(false);
    for (let i = 0; i < 100; i++) payloadLimit.admits(entry(`group ${i}`), 1);
    expect(payloadLimit.admits(entry('first'), 1)).toBe(true);
  });
});
