import { appOf, blankApp } from '@weft/apps';
import { counted, fieldOf, shop, tableCalled } from '@weft/apps/testing';
import { applyAll, type Content } from '@weft/documents';
import { must } from '@weft/std';
import { expect, it } from 'vitest';
import { goneFieldEdits, settingEdits } from './set-setting.ts';

const made = blankApp({ title: 'Shop', baseId: 'bas', table: tableCalled('People') }, counted());
const shown = (content: Content, tables = shop) => ({ content, tables, app: appOf(content) });
const tableIn = (content: Content) =>
  must([...appOf(content).blocks.values()].find(({ name }) => name === 'table'));

it('begins a block anew with another table, in one step', () => {
  const block = tableIn(made);
  const sort = [{ fieldId: fieldOf('People', 'Name'), direction: 'asc' }];
  const sorted = applyAll(made, settingEdits(shown(made), block, 'sort', sort));
  const edits = settingEdits(shown(sorted), tableIn(sorted), 'table', tableCalled('Orders').id);
  const { settings } = tableIn(applyAll(sorted, edits));
  expect(settings.table).toBe(tableCalled('Orders').id);
  const own = new Set(tableCalled('Orders').fields.map(({ id }) => id));
  const fields = settings.fields as readonly string[];
  expect([fields.length > 0, fields.every((id) => own.has(id))]).toEqual([true, true]);
  expect(settings.sort).toBeUndefined();
});

it('takes fields that are gone out of every list of fields', () => {
  const without = shop.map((table) =>
    table.name === 'People' ? { ...table, fields: table.fields.slice(0, 1) } : table,
  );
  const content = applyAll(made, goneFieldEdits(shown(made, without)));
  expect(tableIn(content).settings.fields).toEqual([fieldOf('People', 'Name')]);
  expect(goneFieldEdits(shown(content, without))).toEqual([]);
});
