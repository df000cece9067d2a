import { everyKindTable } from '@weft/history/testing';
import { must } from '@weft/std';
import { expect, it } from 'vitest';
import { removedParts, withRemoved } from './base-state.ts';

it('puts deleted parts back where they are missing, and only there', () => {
  const [table, other] = [1, 2].map((number) => ({ ...everyKindTable(number), order: number }));
  const before = { tables: [must(table), must(other)] };
  const after = { tables: [{ ...must(table), fields: must(table).fields.slice(1) }] };
  const removed = removedParts(before, after);
  const names = (base: typeof before) =>
    base.tables.map(({ id, fields }) => [id, fields.map(({ name }) => name).sort()]);
  expect(names(withRemoved(after, removed) as typeof before)).toEqual(names(before));
  expect(withRemoved(before, removed)).toEqual(before);
});
