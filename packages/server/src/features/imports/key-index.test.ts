import type { CellValue } from '@weft/core';
import { lawRuns } from '@weft/core/testing';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { KeyIndex } from './key-index.ts';

const idOf = (n: number): string => `rec${String(n).padStart(21, '0')}`;

/** A table whose records hold these keys. */
function storeOf(keys: readonly CellValue[]) {
  const records = keys.map((key, n) => ({
    ...{ id: idOf(n), position: n, createdAt: '', updatedAt: '' },
    data: key === null ? {} : { fld: key },
  }));
  return {
    records,
    stream: async function* () {
      for (let at = 0; at < records.length; at += 3) yield records.slice(at, at + 3);
    },
    get: async (_tableId: string, ids: readonly string[]) => records.filter(({ id }) => ids.includes(id)),
  };
}

const read = (store: ReturnType<typeof storeOf>) =>
  KeyIndex.read(store as never, 'tbl', 'fld', (scan) => scan(new AbortController().signal));

it('finds the records that looking through the table finds, and how many', async () => {
  // 'costarring' and 'liquid' have one FNV-1a hash of 32 bits.
  const key = fc.constantFrom<CellValue>(null, 'a', 'A', '', 'costarring', 'liquid', 1, 1.5, -2);
  await fc.assert(
    fc.asyncProperty(fc.array(key, { maxLength: 20 }), async (keys) => {
      const index = await read(storeOf(keys));
      const asked = ['a', 'A', 'costarring', 'liquid', 1, 1.5, 'none'];
      expect(await index.find(asked)).toEqual(
        asked.map((one) => {
          const count = keys.filter((held) => held === one).length;
          return count === 0 ? undefined : { recordId: idOf(keys.indexOf(one)), count };
        }),
      );
    }),
    { numRuns: lawRuns },
  );
});

it('knows as many records as there are, those that were made since too, and what was edited since no more', async () => {
  const store = storeOf(Array.from({ length: 5_000 }, (_, n) => `key ${n}`));
  const index = await read(store);
  expect(await index.find(['key 0', 'key 4999'])).toEqual([
    { recordId: idOf(0), count: 1 },
    { recordId: idOf(4_999), count: 1 },
  ]);
  store.records.push({ ...storeOf(['new']).records[0], id: idOf(9_000) } as never);
  index.add('new', idOf(9_000));
  (store.records[7] as { data: object }).data = { fld: 'edited' };
  for (let i = 0; i < 2; i++) index.add('edited', idOf(7));
  expect(await index.find(['new', 'key 7', 'edited'])).toEqual([
    { recordId: idOf(9_000), count: 1 },
    undefined,
    { recordId: idOf(7), count: 1 },
  ]);
});
