import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isOrderKey, orderBetween, ordersBetween } from './index.ts';

describe('order keys', () => {
  it('S3: between two there is always another, wherever one asks', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(1_000), { maxLength: 60, size: 'max' }), (places) => {
        const keys: string[] = [];
        for (const place of places) {
          const at = place % (keys.length + 1);
          keys.splice(at, 0, orderBetween(keys[at - 1] ?? null, keys[at] ?? null));
        }
        expect(keys.every(isOrderKey)).toBe(true);
        expect(keys).toEqual([...new Set(keys)].toSorted());
      }),
    );
  });

  it('S3: stay short where blocks are added one behind the other, or before', () => {
    const behind = ordersBetween(null, null, 1_000);
    expect(behind).toEqual(behind.toSorted());
    expect(Math.max(...behind.map(({ length }) => length))).toBeLessThanOrEqual(4);
    let first: string | null = null;
    for (let i = 0; i < 1_000; i++) first = orderBetween(null, first);
    expect(first?.length).toBeLessThanOrEqual(4);
    const many = ordersBetween('V', 'V001', 500);
    expect([...many].toSorted()).toEqual(many);
    expect(Math.max(...many.map(({ length }) => length))).toBeLessThanOrEqual(7);
  });

  it('S3: refuses to find one between two that stand the wrong way round', () => {
    expect(() => orderBetween('b', 'a')).toThrow();
    expect(() => orderBetween('a', 'a')).toThrow();
    expect(['', '0', 'a0', 'ä', ' '].some(isOrderKey)).toBe(false);
  });
});
