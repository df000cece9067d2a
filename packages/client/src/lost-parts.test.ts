import { everyKindTable } from '@weft/history/testing';
import { must } from '@weft/std';
import { expect, it } from 'vitest';
import { lostParts, withLost } from './lost-parts.ts';

it('remembers what is gone, until it is there again', () => {
  const [table, other] = [1, 2].map((number) => ({ ...everyKindTable(number), order: number }));
  const before = { tables: [must(table), must(other)] };
  const after = { tables: [{ ...must(table), fields: must(table).fields.slice(1) }] };
  const lost = lostParts(before, after);
  const names = (base: typeof before) =>
    base.tables.map(({ id, fields }) => [id, fields.map(({ name }) => name).sort()]);
  expect(names(withLost(after, lost) as typeof before)).toEqual(names(before));
  expect(withLost(before, lost)).toEqual(before);
});
