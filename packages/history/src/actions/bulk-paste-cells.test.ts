import { expect, it } from 'vitest';
import { bulkClearCells } from './bulk-clear-cells.ts';
import { bulkPasteCells } from './bulk-paste-cells.ts';

const record = (id: string, ...fieldIds: readonly string[]) => ({
  id,
  cells: Object.fromEntries(fieldIds.map((fieldId) => [fieldId, { value: 'a' }])),
});
const label = (pasted: 'rows' | 'cells' | undefined, ...records: ReturnType<typeof record>[]) =>
  bulkPasteCells.label({ tableId: 'tbl', records, created: [], ...(pasted && { pasted }) }, { tables: [] });

it('calls a paste by its rows where it made some, else by its cells and fields', () => {
  expect(label('rows', record('a', 'f', 'g'), record('b', 'f', 'g'))).toBe('Pasted 2 rows');
  expect(label('rows', record('a', 'f', 'g'))).toBe('Pasted a row');
  expect(label('cells', record('a', 'f', 'g'), record('b', 'f'))).toBe('Pasted 3 cells in 2 fields');
  expect(label('cells', record('a', 'f'), record('b', 'f'))).toBe('Pasted 2 cells');
  expect(label('cells', record('a', 'f'))).toBe('Pasted a cell');
  expect(label(undefined, record('a', 'f', 'g'))).toBe('Edited 2 cells');
});

it('groups the digits of a large count', () => {
  const records = Array.from({ length: 1_000 }, (_, i) => record(`rec${i}`, 'f'));
  expect(label('rows', ...records)).toBe('Pasted 1,000 rows');
  const cells = records.map(({ id }) => ({ recordId: id, fieldId: 'f' }));
  expect(bulkClearCells.label({ tableId: 'tbl', cells }, { tables: [] })).toBe('Cleared 1,000 cells');
});
