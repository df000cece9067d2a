import { expect, it } from 'vitest';
import { stepText } from './step-text.ts';

const actions = (...labels: string[]) =>
  labels.map((label, i) => ({ id: `act${i}`, type: 'BULK_DELETE_RECORDS' as const, label }));
const text = (...labels: string[]) =>
  stepText('undo', { actions: actions(...labels), changes: [], conflicts: [] }, { tables: [] })?.text;

it('says what was undone', () => {
  expect(text('Deleted a record')).toBe('Undone: Deleted a record');
  expect(text()).toBe('Nothing to undo');
});

it('counts the parts of one step together', () => {
  expect(text('Deleted 100 records', 'Deleted 100 records', 'Deleted a record')).toBe(
    'Undone: Deleted 201 records',
  );
});

it('names the first of several different things', () => {
  expect(text('Pasted 4 cells', 'Pasted 3 cells', 'Edited Stage')).toBe('Undone: Pasted 7 cells and 1 more');
});

it('calls an import by what it imported, whatever fields and links it made', () => {
  const made = ['Added field Note', 'Imported 100 records into Orders', 'Linked a record'];
  expect(text(...made, 'Imported 20 records into Orders')).toBe('Undone: Imported 120 records into Orders');
});

it('calls a new field by what the person did, not by the place it was given', () => {
  expect(text('Reordered fields', 'Duplicated field Customer')).toBe('Undone: Duplicated field Customer');
  expect(text('Reordered fields', 'Added field Note')).toBe('Undone: Added field Note');
});
