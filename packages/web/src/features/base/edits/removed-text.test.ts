import type { RemovedPart } from '@weft/client';
import type { Table } from '@weft/core';
import { expect, it } from 'vitest';
import { removedFromSight, removedText, typedText } from './removed-text.ts';

const table: Table = {
  ...{ id: 'tbl1', name: 'Orders', order: 0, primaryFieldId: 'fld1' },
  fields: [{ id: 'fld1', name: 'Notes', type: 'long_text', order: 0, template: {} }],
  views: [],
};
const [field] = table.fields;
const gone: readonly RemovedPart[] = [
  { kind: 'table', table: { ...table, id: 'tbl2', name: 'Old orders' } },
  ...(field ? [{ kind: 'field', table, field } as const] : []),
];

it('names what was deleted, and by whom where that is known', () => {
  expect(gone.map((part) => removedText(part, 'Ben Okafor'))).toEqual([
    'Ben Okafor deleted the table Old orders',
    'Ben Okafor deleted the field Notes',
  ]);
  expect(removedText({ kind: 'table', table }, null)).toBe('Somebody else deleted the table Orders');
});

it('says a word only of what one was looking at', () => {
  const at = (tableId: string, fieldId: string | null = null) =>
    removedFromSight(gone, { tableId, viewId: 'viw1', fieldId })?.kind;
  expect([at('tbl2'), at('tbl1'), at('tbl1', 'fld1'), removedFromSight(gone, null)]).toEqual([
    'table',
    undefined,
    'field',
    undefined,
  ]);
});

it('shows the beginning of what was being typed', () => {
  const why = 'This record was deleted by someone else.';
  expect(typedText(why, 'call back\non Monday ')).toBe(`${why} Not saved: “call back on Monday”`);
  expect(typedText(why, '🧵'.repeat(50))).toBe(`${why} Not saved: “${'🧵'.repeat(40)}…”`);
});
