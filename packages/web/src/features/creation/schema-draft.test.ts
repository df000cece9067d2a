import type { BaseSchema } from '@weft/core';
import { expect, it } from 'vitest';
import { amountText } from './amount-text.ts';
import { changedSchema, emptySchema, type SchemaChange } from './schema-draft.ts';

const after = (...changes: SchemaChange[]): BaseSchema =>
  changes.reduce(changedSchema, emptySchema('t', 'f'));
const of = { tableId: 't', fieldId: 'f' } as const;
const added = { type: 'add-field', tableId: 't', fieldId: 'g' } as const;
const fieldsOf = (schema: BaseSchema, at = 0) =>
  schema.tables[at]?.fields.map(({ id, name, type }) => [id, name, type]);

it('begins with one table and the field that names its records', () => {
  expect(after()).toMatchObject({ name: 'My database', tables: [{ name: 'Table 1' }] });
});

it('adds tables and fields under names of their own, and renames them', () => {
  const schema = after(
    added,
    { type: 'add-table', tableId: 'u', fieldId: 'h' },
    { type: 'rename-table', tableId: 't', name: 'Table 3' },
    { type: 'add-table', tableId: 'v', fieldId: 'i' },
    { ...of, type: 'rename-field', name: 'Class' },
  );
  expect(schema.tables.map(({ name }) => name)).toEqual(['Table 3', 'Table 2', 'Table 4']);
  expect(fieldsOf(schema)).toEqual([
    ['f', 'Class', 'single_line_text'],
    ['g', 'Field 2', 'single_line_text'],
  ]);
});

it('swaps the first field with one that can name records, when its type no longer can', () => {
  expect(fieldsOf(after(added, { ...of, type: 'kind', kind: 'checkbox' }))).toEqual([
    ['g', 'Field 2', 'single_line_text'],
    ['f', 'Name', 'checkbox'],
  ]);
  expect(fieldsOf(after({ ...of, type: 'kind', kind: 'checkbox' }))).toEqual([
    ['f', 'Name', 'single_line_text'],
  ]);
});

it('keeps options from one kind of select to the other, each with the next colour', () => {
  const other = { tableId: 't', fieldId: 'g' } as const;
  const schema = after(
    added,
    { ...other, type: 'kind', kind: 'single_select' },
    { ...other, type: 'add-option', value: 'a', label: 'Open' },
    { ...other, type: 'add-option', value: 'b', label: 'Done' },
    { ...other, type: 'remove-option', value: 'a' },
    { ...other, type: 'kind', kind: 'multiple_select' },
  );
  expect(schema.tables[0]?.fields[1]?.template).toMatchObject({
    options: [{ value: 'b', label: 'Done', color: 'Orange' }],
  });
});

it('leaves tables that did not change as they are', () => {
  const before = after({ type: 'add-table', tableId: 'u', fieldId: 'h' });
  const next = changedSchema(before, { ...of, type: 'rename-field', name: 'Class' });
  expect(next.tables[1]).toBe(before.tables[1]);
});

it('moves a field to the place of another, and swaps the first where it can name no records', () => {
  const third = { type: 'add-field', tableId: 't', fieldId: 'h' } as const;
  const place = (fieldId: string, at: string) => ({ type: 'place', tableId: 't', fieldId, at }) as const;
  const ids = (...changes: SchemaChange[]) => fieldsOf(after(added, third, ...changes))?.map(([id]) => id);
  expect(ids(place('h', 'f'))).toEqual(['h', 'f', 'g']);
  expect(ids(place('f', 'h'))).toEqual(['g', 'h', 'f']);
  expect(ids(place('gone', 'f'))).toEqual(['f', 'g', 'h']);
  const tick = { type: 'kind', tableId: 't', fieldId: 'h', kind: 'checkbox' } as const;
  expect(ids(tick, place('h', 'f'))).toEqual(['f', 'h', 'g']);
});

it('says how amounts are shown, and keeps what is set', () => {
  const price = { ...of, type: 'kind', kind: 'currency' } as const;
  const template = { currencySymbol: '€', decimalPlaces: 2, numberFormat: 'local' };
  const [field] = after(added, price, { ...of, type: 'settings', template }).tables[0]?.fields ?? [];
  expect([field?.template, field && amountText(field)]).toEqual([template, '€, 2 decimals']);
  const number = { id: 'n', name: 'Seats', type: 'number', template: { decimalPlaces: 0 } } as const;
  expect(amountText(number)).toBe('No decimals');
  expect(amountText({ ...number, template: {} })).toBe('Decimals as typed');
  expect(amountText({ ...number, type: 'checkbox' })).toBeNull();
});
