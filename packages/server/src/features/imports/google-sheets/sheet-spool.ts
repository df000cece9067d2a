import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { finished } from 'node:stream/promises';
import { longestLabel, maxOptions } from '@weft/core';
import { csvLine, type ReportEntry } from '@weft/imports';
import type { CellRule, SheetGrid } from '@weft/integrations';
import { AppError } from '@weft/std';
import { sayIfFull } from '../report-file.ts';
import { MergedCells } from '../workbook/sheet-rows.ts';
import { ColumnKinds } from './column-kinds.ts';
import { readRange } from './sheet-range.ts';
import type { Cells, SheetPart, SheetReader } from './sheet-reader.ts';
import { textOfCell } from './sheet-text.ts';

/** Columns that a table takes. */
const maxColumns = 500;
/** Rows whose cells are asked what they take, the one with the names included. */
const startRows = 101;
/** Characters of a sheet as CSV: Google's largest hold 10 million cells. */
const maxLength = 2 * 1024 ** 3;

/** What people are told of a sheet that is too wide, in the words of the specification. */
const tooManyColumns =
  'The import request is too large. This spreadsheet may have too many columns with complex data. Please try importing fewer columns or contact support.';

/** Rows of a sheet on the disk, as CSV, until they are disposed of. */
export interface SpooledSheet extends AsyncDisposable {
  readonly path: string;
  /** Names of the columns, and what their cells are. */
  readonly header: readonly string[];
  readonly columns: readonly ColumnKinds[];
  /** Every row of the range is in it. */
  readonly isWhole: boolean;
  /** Rows of the range were no longer there when it was their turn. */
  readonly isCut: boolean;
  /** Answers that it was read in. */
  readonly pages: number;
  /** What of it is not as it was. */
  readonly report: readonly ReportEntry[];
}

/** Cells that reach over the rows below them, by their first row; those of the header are not repeated below it. */
function mergedOf({ merges }: SheetGrid, { range }: SheetPart): MergedCells {
  const found = new Map<number, { readonly column: number; readonly last: number }[]>();
  for (const { startRowIndex, endRowIndex, startColumnIndex } of merges) {
    const column = startColumnIndex - range.startColumnIndex;
    if (endRowIndex - startRowIndex < 2 || column < 0 || startRowIndex <= range.startRowIndex) continue;
    const merged = { column, last: endRowIndex };
    const others = found.get(startRowIndex + 1);
    if (others === undefined) found.set(startRowIndex + 1, [merged]);
    else others.push(merged);
  }
  return new MergedCells(found);
}

/** Writes rows of a sheet into a file of the system's temporary folder. `whole`: all, else the first hundred. */
export async function spoolSheet(
  reader: SheetReader,
  part: SheetPart,
  { whole, tell }: { readonly whole: boolean; readonly tell: (rowsRead: number) => void },
): Promise<SpooledSheet> {
  const { range, grid } = part;
  const endRowIndex = Math.min(range.endRowIndex, range.startRowIndex + startRows);
  const start = await reader.cells({ ...range, endRowIndex }, true);
  const header = headerOf(start.rows, part);
  const columns = header.map(() => new ColumnKinds());
  await addChoices(columns, start.rows, reader, grid);
  const folder = await mkdtemp(join(tmpdir(), 'weft-sheet-'));
  const remove = () => rm(folder, { recursive: true, force: true });
  const path = join(folder, 'sheet.csv');
  const file = createWriteStream(path);
  // What goes wrong with it is told where it is waited for.
  file.on('error', () => {});
  const merged = mergedOf(grid, part);
  let length = 0;
  let blank = '';
  const unset = { count: 0, first: 0 };
  const write = async (row: number, rows: Cells, read: number) => {
    let text = '';
    for (const [index, cells] of rows.entries()) {
      const at = row + index + 1;
      const { line, holds, hasUnset } = lineOf(at, cells, {
        ...{ columns, merged },
        isHeader: at === range.startRowIndex + 1,
      });
      // Lines count like rows; those behind the last one that holds something are not written.
      blank += line;
      if (hasUnset && unset.count++ === 0) unset.first = at;
      if (!holds) continue;
      text += blank;
      blank = '';
      unset.count = 0;
    }
    blank += '\r\n'.repeat(read - rows.length);
    length += text.length;
    if (length > maxLength)
      throw new AppError('limit', 'The spreadsheet is too large: 413, payload too large');
    if (file.errored !== null) throw file.errored;
    if (text !== '' && !file.write(text)) await once(file, 'drain');
  };
  try {
    await write(range.startRowIndex, start.rows, start.read);
    let pages = 1;
    let isCut = false;
    const next = range.startRowIndex + start.read;
    const isWhole = next >= range.endRowIndex;
    if (whole && !isWhole) {
      let until = next;
      for await (const page of reader.pages({ ...range, startRowIndex: next }, widthOf(start.rows))) {
        await write(page.row, page.rows, page.read);
        pages++;
        until = page.row + page.read;
        if (page.rows.length > 0) tell(page.row + page.rows.length - range.startRowIndex - 1);
      }
      isCut = until < range.endRowIndex;
    }
    file.end();
    await finished(file);
    return {
      ...{ path, header, columns, isCut, pages },
      report: [...errorsOf(header, columns), ...(whole ? leftOut(unset) : [])],
      // What is behind the last row that holds something is left out.
      isWhole: whole || isWhole || start.rows.length < start.read,
      [Symbol.asyncDispose]: remove,
    };
  } catch (error) {
    file.destroy();
    await remove();
    return sayIfFull(error);
  }
}

const widthOf = (rows: Cells): number => rows.reduce((width, cells) => Math.max(width, cells.length), 0);

/** The names of the columns; others that hold something later have none. */
function headerOf([first = []]: Cells, { range, grid }: SheetPart): readonly string[] {
  const names = first.map((cell) => textOfCell(cell).text);
  if (names.findLastIndex((name) => name.trim() !== '') === -1)
    throw new AppError(
      'invalid',
      `A spreadsheet needs at least one header row: write the names of the columns into the first row of “${grid.title}”`,
    );
  const width = Math.min(range.endColumnIndex - range.startColumnIndex, maxColumns);
  if (names.findLastIndex((name) => name !== '') >= maxColumns) throw new AppError('limit', tooManyColumns);
  return Array.from({ length: width }, (_, at) => names[at] ?? '');
}

/** Labels of drop-downs, by the first cell below the header that has one. */
export async function addChoices(
  columns: readonly ColumnKinds[],
  [, ...rows]: Cells,
  reader: SheetReader,
  grid: SheetGrid,
): Promise<void> {
  for (const [at, column] of columns.entries()) {
    const rule = rows.map((cells) => cells[at]?.rule).find((one) => one != null);
    const labels = rule == null ? [] : await labelsOf(rule, reader, grid);
    const few = labels.length > 0 && labels.length <= maxOptions;
    if (few && labels.every((label) => label.length <= longestLabel)) column.choices = new Set(labels);
  }
}

async function labelsOf(
  { type, values }: CellRule,
  reader: SheetReader,
  own: SheetGrid,
): Promise<readonly string[]> {
  if (type === 'ONE_OF_LIST') return values.map((label) => label.trim()).filter((label) => label !== '');
  const from = type === 'ONE_OF_RANGE' ? (values[0] ?? '').replace(/^=/, '') : '';
  const named = from === '' ? null : readRange(from);
  if (named === null) return [];
  const quoted = named.title === null ? `'${own.title.replaceAll("'", "''")}'!${from}` : from;
  try {
    const { range } = await reader.part(quoted);
    const endRowIndex = Math.min(range.endRowIndex, range.startRowIndex + maxOptions + 1);
    const { rows } = await reader.cells({ ...range, endRowIndex }, false);
    return rows.flatMap((cells) => cells.map((cell) => textOfCell(cell).text)).filter((text) => text !== '');
  } catch (error) {
    // A list that is gone: the column is what its texts are.
    if (error instanceof AppError && error.kind !== 'unavailable') return [];
    throw error;
  }
}

interface LineContext {
  readonly columns: readonly ColumnKinds[];
  readonly merged: MergedCells;
  readonly isHeader: boolean;
}

/** A row as a line of CSV, and whether it holds anything, or ticks alone that nobody set. Counts what its cells are. */
function lineOf(
  row: number,
  cells: Cells[number],
  { columns, merged, isHeader }: LineContext,
): { readonly line: string; readonly holds: boolean; readonly hasUnset: boolean } {
  const texts: string[] = [];
  let isEmpty = true;
  for (const [at, cell] of cells.entries()) {
    const found = textOfCell(cell);
    texts.push(found.text);
    if (found.text === '') continue;
    if (at >= columns.length) throw new AppError('limit', tooManyColumns);
    isEmpty = false;
    if (!isHeader) columns[at]?.add(found, row);
  }
  if (isHeader) {
    const padded = Array.from({ length: columns.length }, (_, at) => texts[at] ?? '');
    return { line: csvLine(padded), holds: true, hasUnset: false };
  }
  if (isEmpty) return { line: '\r\n', holds: false, hasUnset: false };
  // Ticks that nobody set, alone, are what the rows look like that are not used yet.
  const holds = texts.some((text) => text !== '' && text !== 'FALSE');
  merged.fill({ row, cells: texts });
  texts.length = Math.min(texts.length, columns.length);
  return { line: csvLine(texts), holds, hasUnset: !holds };
}

const errorsOf = (header: readonly string[], columns: readonly ColumnKinds[]): readonly ReportEntry[] =>
  columns.flatMap(({ errors, firstError }, at): ReportEntry[] =>
    firstError === null
      ? []
      : [
          {
            ...{ row: null, line: firstError.row, column: header[at] ?? '', value: firstError.text },
            reason: `${errors === 1 ? 'A formula of this column' : `${errors} formulas of this column`} failed in the spreadsheet: what it says there was imported`,
          },
        ],
  );

/** Rows behind the last one that holds something: whoever kept nothing but ticks is told that they are not there. */
function leftOut(unset: { readonly count: number; readonly first: number }): readonly ReportEntry[] {
  const { count, first } = unset;
  if (count === 0) return [];
  const what = count === 1 ? 'The last row holds' : `The last ${count} rows hold`;
  const reason = `${what} nothing but ticks that are not set: left out`;
  return [{ row: null, line: first, column: '', value: 'FALSE', reason }];
}
