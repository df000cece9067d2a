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
  // What was done before counts had separators is counted too.
  expect(text('Cleared 5,000 cells', 'Cleared 1000 cells')).toBe('Undone: Cleared 6,000 cells');
});

it('names the first of several different things', () => {
  expect(text('Edited 4 cells', 'Edited 3 cells', 'Edited Stage')).toBe('Undone: Edited 7 cells and 1 more');
});

it('calls an import by what it imported, whatever fields and links it made', () => {
  const made = ['Added field Note', 'Imported 100 records into Orders', 'Linked a record'];
  expect(text(...made, 'Imported 20 records into Orders')).toBe('Undone: Imported 120 records into Orders');
});

it('calls a new field by what the person did, not by the place it was given', () => {
  expect(text('Reordered fields', 'Duplicated field Customer')).toBe('Undone: Duplicated field Customer');
  expect(text('Reordered fields', 'Added field Note')).toBe('Undone: Added field Note');
});

it('calls a conversion by the field, not by the records that it made', () => {
  expect(text('Changed the type of Customer', 'Edited 4 cells')).toBe('Undone: Changed the type of Customer');
});

it('calls a record put beside another by its making, not by the place it was given', () => {
  expect(text('Moved a record', 'Added a record')).toBe('Undone: Added a record');
  expect(text('Converted field Friend', 'Added a record')).toBe('Undone: Converted field Friend and 1 more');
  expect(text('Moved a record')).toBe('Undone: Moved a record');
});

it('calls a paste by what was pasted, whatever options and links it made', () => {
  const parts = ['Pasted 100 rows', 'Pasted 99 rows', 'Pasted a row'];
  expect(text('Linked a record', ...parts, 'Changed field Status')).toBe('Undone: Pasted 200 rows');
  expect(text('Pasted 8 cells in 2 fields', 'Pasted 4 cells in 2 fields')).toBe(
    'Undone: Pasted 12 cells in 2 fields',
  );
});
