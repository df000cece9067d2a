import type { BaseRecord, Field } from '@weft/core';
import { expect, test, vi } from 'vitest';
import { copyCells, cutCells } from './clipboard.ts';
import type { GridController } from './grid-controller.ts';
import { maxRows } from './grid-store.ts';
import { selectRange } from './model/selection.ts';

const field: Field = { id: 'f', name: 'Name', type: 'single_line_text', order: 0, template: {} };
const record = (row: number): BaseRecord =>
  ({ id: `r${row}`, data: { f: `Row ${row}` } }) as unknown as BaseRecord;

/** A table of one field with all its cells selected; only the first `here` of its rows are in the browser. */
function atTable({ rows, here, canBeRead = true }: { rows: number; here: number; canBeRead?: boolean }) {
  const said: string[] = [];
  const emptied: unknown[] = [];
  const grid = {
    state: {
      selection: selectRange({ row: 0, column: 0 }, { row: rows - 1, column: 0 }),
      columns: { list: [{ field }] },
    },
    env: { timeZone: 'UTC', locale: 'en-US' },
    canEdit: true,
    isWritten: () => true,
    isEditable: () => true,
    record: (row: number) => (row < here ? record(row) : undefined),
    mark: () => {},
    props: {
      source: {
        read: async (from: number, to: number) => {
          if (!canBeRead) throw new Error('no way to the server');
          return Array.from({ length: to - from }, (_, row) => record(from + row));
        },
      },
      actions: {
        clearCells: (cells: readonly unknown[]) => emptied.push(...cells),
        clearRows: (range: unknown) => emptied.push(range),
      },
      onNotice: (text: string) => said.push(text),
    },
  };
  const written: { [type: string]: string } = {};
  const event = {
    preventDefault: () => {},
    clipboardData: { setData: (type: string, text: string) => (written[type] = text) },
  };
  return {
    ...{ said, emptied, written },
    copy: () => copyCells(grid as unknown as GridController, event as unknown as ClipboardEvent),
    cut: () => cutCells(grid as unknown as GridController, event as unknown as ClipboardEvent),
  };
}

test('cells that are cut are on the clipboard and empty', async () => {
  const table = atTable({ rows: 2, here: 2 });
  await table.cut();
  expect(table.written['text/plain']).toBe('Row 0\nRow 1');
  expect(table.emptied).toHaveLength(2);
});

test('more than can be copied is said, and cutting it empties nothing', async () => {
  const table = atTable({ rows: maxRows + 1, here: 100 });
  await table.copy();
  expect(table.said).toEqual(['That is possible with at most 50,000 records at a time. Nothing was copied.']);
  await table.cut();
  expect(table.emptied).toEqual([]);
});

test('what could not be read is said, and cutting it empties nothing', async () => {
  const table = atTable({ rows: 300, here: 100, canBeRead: false });
  await table.cut();
  expect(table.said).toEqual(['Couldn’t read all selected records. Nothing was copied.']);
  expect(table.emptied).toEqual([]);
});

test('what the browser refuses to write is said, and cutting it empties nothing', async () => {
  vi.stubGlobal('ClipboardItem', class {});
  vi.stubGlobal('navigator', { clipboard: { write: () => Promise.reject(new Error('not allowed')) } });
  const table = atTable({ rows: 300, here: 100 });
  await table.cut();
  vi.unstubAllGlobals();
  expect(table.said).toEqual(['The browser did not allow copying. Nothing was copied.']);
  expect(table.emptied).toEqual([]);
});
