import { lawRuns } from '@weft/core/testing';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { fileNames } from './file-names.ts';

it('are those of the tables where every system takes them', () => {
  expect(fileNames(['Orders', 'Zürich 2026', 'a/b', '../../etc', 'con', '', 'orders'])).toEqual([
    ...['Orders', 'Zürich 2026', 'a_b', '_.._etc', 'Table con', 'Table', 'orders 2'],
  ]);
});

it('lead nowhere and are each there once, whatever the tables are called', () => {
  const names = fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom('..', '/', 'A', 'a', 'a 2', 'NUL'));
  fc.assert(
    fc.property(fc.array(names), (tables) => {
      const files = fileNames(tables);
      expect(new Set(files.map((name) => name.toLowerCase())).size).toBe(tables.length);
      for (const name of files) expect(name).not.toMatch(/[\\/:\p{Cc}]|^\.|^$/u);
    }),
    { numRuns: lawRuns },
  );
});
