import { readFile } from 'node:fs/promises';
import type { SheetCell } from '@weft/integrations';
import { expect, it, onTestFinished } from 'vitest';
import { spoolSheet } from './sheet-spool.ts';

const text = (value: string): SheetCell => ({
  value,
  error: null,
  format: null,
  rule: null,
  isFormula: false,
});
const pages = 30;
/** More than the buffer of a file takes. */
const long = 'x'.repeat(100_000);

it('waits for the disk at each page without leaving anything behind', async () => {
  const warnings: string[] = [];
  const hear = ({ name }: Error) => warnings.push(name);
  process.on('warning', hear);
  onTestFinished(() => void process.off('warning', hear));
  const reader = {
    cells: async () => ({ rows: [[text('Name')]], read: 1 }),
    pages: async function* () {
      for (let row = 1; row <= pages; row++) yield { row, rows: [[text(long)]], read: 1 };
    },
  };
  const range = { startRowIndex: 0, endRowIndex: pages + 1, startColumnIndex: 0, endColumnIndex: 1 };
  await using sheet = await spoolSheet(
    reader as never,
    { range, grid: { title: 'Sheet', merges: [] } } as never,
    { whole: true, tell: () => {} },
  );
  expect((await readFile(sheet.path, 'utf8')).split('\r\n')).toEqual([
    ...['Name', ...Array<string>(pages).fill(long)],
    '',
  ]);
  expect(warnings).toEqual([]);
});
