import { createWriteStream } from 'node:fs';
import { mkdtemp, open, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { csvLine, type Parsing } from '@weft/imports';
import { cellRows, sheetRows } from './sheet-rows.ts';
import { type CellContext, readWorkbook, type SheetPart } from './workbook.ts';
import { refusedWorkbook, WorkbookFile, type WorkbookLimits } from './workbook-file.ts';

/** Bytes of a sheet as CSV: as much as the largest files of people come to, many times over. */
const maxBytes = 2 * 1024 ** 3;
/** Characters written at once. */
const pieceLength = 64 * 1024;

/** How the file of a sheet is to be read: there is nothing to find out. */
export const asWritten = { encoding: 'utf-8', delimiter: ',', quotes: 'double', skipRows: 0 } as const;

/** A file as rows are read of it, until it is disposed of. */
export interface TableFile extends AsyncDisposable {
  readonly path: string;
  readonly parse: Partial<Parsing>;
  /** The sheets of a workbook, of which this is one; null: it is no workbook. */
  readonly sheets: readonly string[] | null;
  readonly sheet: string | null;
}

/** An XLSX file begins like every ZIP archive. What is no file of the disk can be read only once, and by others. */
export async function isArchive(path: string): Promise<boolean> {
  if (!(await stat(path)).isFile()) return false;
  await using file = await open(path);
  const { buffer } = await file.read(Buffer.alloc(4), 0, 4, 0);
  return buffer.equals(Buffer.from([0x50, 0x4b, 0x03, 0x04]));
}

/** Rows as lines of CSV; an empty row is an empty line, so that lines count like rows. */
async function* csvOf(rows: ReturnType<typeof sheetRows>): AsyncGenerator<string> {
  let text = '';
  let line = 1;
  let length = 0;
  for await (const { row, cells } of rows) {
    text += '\r\n'.repeat(row - line);
    line = row + 1;
    text += cells.some((cell) => cell !== '') ? csvLine(cells) : '\r\n';
    if (text.length < pieceLength) continue;
    length += text.length;
    if (length > maxBytes) throw refusedWorkbook('it is too large when it is unpacked');
    yield text;
    text = '';
  }
  yield text;
}

/** The first sheet that holds anything, else the first: many workbooks begin with an empty one. */
async function firstFilled(
  file: WorkbookFile,
  sheets: readonly SheetPart[],
  context: CellContext,
): Promise<SheetPart | undefined> {
  for (const sheet of sheets)
    for await (const { cells } of cellRows(file, sheet.part, context))
      if (cells.some((cell) => cell !== '')) return sheet;
  return sheets[0];
}

/** The file itself, or one sheet of a workbook written as CSV: from there on both are the same. */
export async function tableFile(
  path: string,
  parse: Partial<Parsing>,
  signal: AbortSignal,
  limits?: Partial<WorkbookLimits>,
): Promise<TableFile> {
  const { sheet: wanted, ...given } = parse;
  if (!(await isArchive(path)))
    return { path, parse: given, sheets: null, sheet: null, [Symbol.asyncDispose]: async () => {} };
  await using file = await WorkbookFile.open(path, signal, limits);
  const { sheets, context: readContext } = await readWorkbook(file);
  const context = await readContext();
  const sheet =
    wanted === undefined
      ? await firstFilled(file, sheets, context)
      : sheets.find(({ name }) => name === wanted);
  if (sheet === undefined)
    throw refusedWorkbook(wanted === undefined ? 'it has no sheets of cells' : `it has no sheet “${wanted}”`);
  const folder = await mkdtemp(join(tmpdir(), 'weft-sheet-'));
  const remove = () => rm(folder, { recursive: true, force: true });
  try {
    const csv = join(folder, 'sheet.csv');
    const rows = sheetRows(file, sheet.part, context);
    await pipeline(Readable.from(csvOf(rows)), createWriteStream(csv), { signal });
    const names = sheets.map(({ name }) => name);
    const asFound = { ...given, ...asWritten };
    return { path: csv, parse: asFound, sheets: names, sheet: sheet.name, [Symbol.asyncDispose]: remove };
  } catch (error) {
    await remove();
    throw error;
  }
}
