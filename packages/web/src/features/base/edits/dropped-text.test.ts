import type { BaseMetadata, Field } from '@weft/core';
import type { Action } from '@weft/history';
import { expect, test } from 'vitest';
import { droppedText } from './dropped-text.ts';

const stage: Field = {
  id: 'stage',
  name: 'Stage',
  type: 'single_select',
  order: 1,
  template: { options: [{ value: 'o1', label: 'Weaving', color: 'Blue' }], disableColors: false },
};
const amount: Field = {
  id: 'amount',
  name: 'Amount',
  type: 'number',
  order: 2,
  template: { decimalPlaces: 2, numberFormat: 'local' },
};
const metadata = {
  tables: [{ id: 't', name: 'Orders', fields: [stage, amount], views: [] }],
} as unknown as BaseMetadata;
const edit = (cells: object): Action =>
  ({ id: 'a', type: 'UPDATE_RECORD_CELL', input: { tableId: 't', recordId: 'r', cells } }) as Action;

test('a change that was not saved is written in the words of its fields', () => {
  const cells = { stage: { value: 'o1' }, amount: { value: 12.5 } };
  expect(droppedText(edit(cells), metadata)).toBe('Edited 2 cells\nStage: Weaving, Amount: 12.5');
});

test('a text that does not fit, an emptied cell and a field that is gone are said as well', () => {
  const cells = { amount: { value: null, raw: 'about 12' }, stage: { value: null }, gone: { value: ['x'] } };
  expect(droppedText(edit(cells), metadata)).toBe(
    'Edited 2 cells\nAmount: about 12, Stage: empty, a deleted field: ["x"]',
  );
});

test('a value of another kind than its field does not keep the others from being said', () => {
  expect(droppedText(edit({ stage: { value: 7 }, amount: { value: 'x' } }), metadata)).toContain(
    'Stage: 7, Amount: x',
  );
});

test('a change that writes no cells is its name', () => {
  const action = { id: 'a', type: 'DELETE_FIELD', input: { tableId: 't', fieldId: 'stage' } } as Action;
  expect(droppedText(action, metadata)).toBe('Deleted field Stage');
});
