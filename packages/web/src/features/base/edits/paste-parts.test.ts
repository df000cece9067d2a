import fc from 'fast-check';
import { expect, it } from 'vitest';
import { pasteParts } from './paste-parts.ts';

const record = (id: number, length = 3) => ({ id: `r${id}`, cells: { f: { value: 'x'.repeat(length) } } });
const many = (count: number, from = 0) => Array.from({ length: count }, (_, index) => record(from + index));

it('takes ten thousand records in one action, and more in several', () => {
  expect(pasteParts(many(10_000), [])).toHaveLength(1);
  expect(pasteParts(many(6_000), many(6_000, 6_000)).map((part) => part.records.length)).toEqual([6_000, 0]);
  expect(pasteParts([], [])).toEqual([{ records: [], created: [] }]);
});

it('parts long texts before a call’s body is full', () => {
  const long = Array.from({ length: 20 }, (_, index) => record(index, 1_000_000));
  expect(pasteParts(long, []).map((part) => part.records.length)).toEqual([8, 8, 4]);
});

it('loses, doubles and reorders nothing', () => {
  const sizes = fc.array(fc.integer({ min: 0, max: 9_000_000 }), { maxLength: 12 });
  fc.assert(
    fc.property(sizes, sizes, (present, made) => {
      const records = present.map((size, index) => ({
        ...record(index),
        cells: { f: { value: 'x'.repeat(size) } },
      }));
      const created = made.map((size, index) => record(100 + index, size));
      const parts = pasteParts(records, created);
      expect(parts.flatMap((part) => part.records.map(({ id }) => id))).toEqual(records.map(({ id }) => id));
      expect(parts.flatMap((part) => part.created.map(({ id }) => id))).toEqual(created.map(({ id }) => id));
    }),
  );
});
