import type { CellValue } from '@weft/core';
import { must } from '@weft/std';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  block,
  cases,
  closeShop,
  everyone,
  ids,
  mark,
  newId,
  openShop,
  orderField,
  orders,
  type Row,
  sightOf,
  tables,
} from './testing.ts';
import { createRow, deleteRow, updateRow } from './write-rows.ts';

/** By every kind of person, under every shape of rule, of the same records as are read. */

beforeAll(openShop, 60_000);
afterAll(closeShop);

describe.each(cases)('$shape.name, $cut.name, as $person', ({ person, shape, cut }) => {
  it('changes and deletes nothing else, and makes nothing that is not theirs', async () => {
    const writing = { actor: 'app', newId };
    const look = sightOf(person, shape, cut.hidden);
    const anybody = sightOf(null, everyone, []);
    const done = (work: Promise<unknown>) =>
      work.then(
        () => true,
        () => false,
      );
    const values = (name: string, value: CellValue) => new Map([[orderField(name), value]]);
    const mayWrite = (row: Row, field: string) =>
      shape.holds(row, person) &&
      !cut.hidden.includes(field) &&
      shape.hides?.(row, person).includes('links') !== true;
    for (const row of orders) {
      const recordId = must(ids[row.key]);
      const renamed = updateRow(look, writing, block(), recordId, values('name', mark(row.key, 'name')));
      expect([row.key, await done(renamed)]).toEqual([row.key, mayWrite(row, 'name')]);
      if (!mayWrite(row, 'name')) {
        await expect(deleteRow(look, writing, block(), recordId)).rejects.toThrow();
        continue;
      }
      // Out of what is theirs: into what the rule does not hold for.
      for (const email of ['ada', 'bea']) {
        const holds = mayWrite(row, 'email') && shape.holds({ ...row, email }, person);
        const moved = await done(
          updateRow(look, writing, block(), recordId, values('email', `${email}@example.org`)),
        );
        expect([row.key, email, moved]).toEqual([row.key, email, holds]);
        if (!moved) continue;
        const before = row.email === null ? null : `${row.email}@example.org`;
        await updateRow(anybody, writing, block(), recordId, values('email', before));
      }
      // To somebody whom they may not see.
      if (person !== 'cid')
        await expect(
          updateRow(look, writing, block(), recordId, values('owner', [must(ids.cid)])),
        ).rejects.toThrow();
      for (const hidden of cut.hidden)
        await expect(updateRow(look, writing, block(), recordId, values(hidden, 'x'))).rejects.toThrow();
    }
    for (const email of [null, 'ada', 'bea']) {
      const row: Row = { key: 'new', email, owner: null, company: null, stage: 'done', amount: 0 };
      const sent = new Map<string, CellValue>([
        [orderField('stage'), 'done'],
        [orderField('email'), email === null ? null : `${email}@example.org`],
      ]);
      const made = await createRow(look, writing, must(tables.orders), sent).catch(() => null);
      const may = mayWrite(row, 'stage') && mayWrite(row, 'email');
      expect([email, made !== null]).toEqual([email, may]);
      if (made !== null) await deleteRow(anybody, writing, block(), made);
    }
  });
});
