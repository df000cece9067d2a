import { sheetNumberText } from '@weft/imports';
import type { CellContext } from './workbook.ts';
import { unescaped } from './workbook.ts';
import { refusedWorkbook, type WorkbookFile } from './workbook-file.ts';
import { type Attributes, readXml, type XmlReader } from './xml.ts';

/** Rows and columns of the format. */
const maxRows = 1_048_576;
const maxColumns = 16_384;
/** Merged ranges that are looked at: more are of a layout, not of data. */
const maxMerged = 100_000;
/** Characters of one row: twice what the format takes in 500 columns. A small file can unpack to a text of any length. */
const maxRowText = 32_000_000;

export interface SheetRow {
  /** From 1. */
  readonly row: number;
  readonly cells: readonly string[];
}

/** The column and row of `AB12`, from 0 and from 1. */
function placeOf(reference: string): { readonly column: number; readonly row: number } | null {
  const match = /^([A-Z]{1,3})(\d{1,7})$/.exec(reference);
  if (match === null) return null;
  let column = 0;
  for (const letter of match[1] ?? '') column = column * 26 + letter.charCodeAt(0) - 64;
  const row = Number(match[2]);
  return column > maxColumns || row > maxRows ? null : { column: column - 1, row };
}

/** A cell that reaches over the rows below it. */
export interface Merged {
  readonly column: number;
  readonly last: number;
}

/** Cells over several rows by their first row. They stand behind the cells they are about, so they are read first. */
async function mergedOf(pieces: AsyncIterable<string>): Promise<ReadonlyMap<number, readonly Merged[]>> {
  const found = new Map<number, Merged[]>();
  let count = 0;
  let rest = '';
  for await (const piece of pieces) {
    const text = rest + piece;
    for (const [, from = '', to = ''] of text.matchAll(/mergeCell\s[^<>]*?ref="([A-Z]+\d+):([A-Z]+\d+)"/g)) {
      const [first, last] = [placeOf(from), placeOf(to)];
      if (first === null || last === null || last.row <= first.row || ++count > maxMerged) continue;
      const merged = { column: first.column, last: last.row };
      const others = found.get(first.row);
      if (others === undefined) found.set(first.row, [merged]);
      else others.push(merged);
    }
    // A tag that goes on in the next piece; texts of cells hold no `<`.
    rest = text.slice(Math.max(text.lastIndexOf('<'), text.length - 1_000));
  }
  return found;
}

/** Fills what a cell over several rows says into each of them: every row of a table says all that is known of it. */
export class MergedCells {
  readonly #found: ReadonlyMap<number, readonly Merged[]>;
  /** By their columns. Merged cells of a sheet do not overlap: a file that says otherwise keeps the last one. */
  readonly #open = new Map<number, { readonly last: number; readonly text: string }>();

  constructor(found: ReadonlyMap<number, readonly Merged[]>) {
    this.#found = found;
  }

  fill({ row, cells }: { row: number; cells: string[] }): void {
    for (const [column, { last, text }] of this.#open) {
      if (last < row) {
        this.#open.delete(column);
        continue;
      }
      while (cells.length <= column) cells.push('');
      if (cells[column] === '') cells[column] = text;
    }
    for (const { column, last } of this.#found.get(row) ?? []) {
      const text = cells[column] ?? '';
      if (text !== '') this.#open.set(column, { last, text });
    }
  }
}

/** Makes rows of what stands between the tags. */
class RowReader {
  readonly #context: CellContext;
  rows: { row: number; cells: string[] }[] = [];
  #row = 0;
  #cells: string[] = [];
  #column = -1;
  #type = 'n';
  #style = 0;
  #text = '';
  #rowText = 0;
  #within = false;
  #phonetic = false;

  constructor(context: CellContext) {
    this.#context = context;
  }

  open(name: string, { r, t, s }: Attributes): void {
    if (name === 'row') {
      const given = Number(r ?? this.#row + 1);
      if (!(given > this.#row && given <= maxRows))
        throw refusedWorkbook('the rows of a sheet are out of order');
      this.#row = given;
      this.#cells = [];
      this.#rowText = 0;
      this.#column = -1;
    } else if (name === 'c') {
      this.#column = placeOf(r ?? '')?.column ?? this.#column + 1;
      if (this.#column >= maxColumns) throw refusedWorkbook('a row has too many cells');
      this.#type = t ?? 'n';
      this.#style = Number(s ?? 0);
      this.#text = '';
    } else if (name === 'rPh') this.#phonetic = true;
    this.#within = name === 'v' || (name === 't' && !this.#phonetic);
  }

  text(piece: string): void {
    if (!this.#within) return;
    this.#requireRoomFor(piece);
    this.#text += piece;
  }

  close(name: string): void {
    this.#within = false;
    if (name === 'rPh') this.#phonetic = false;
    else if (name === 'c') {
      const text = this.#cellText();
      if (text === '') return;
      if (this.#type === 's') this.#requireRoomFor(text);
      while (this.#cells.length < this.#column) this.#cells.push('');
      this.#cells[this.#column] = text;
    } else if (name === 'row') this.rows.push({ row: this.#row, cells: this.#cells });
  }

  #requireRoomFor(text: string): void {
    this.#rowText += text.length;
    if (this.#rowText > maxRowText) throw refusedWorkbook('a row of it holds too much text');
  }

  /** What a formula came to stands in the file like any value. */
  #cellText(): string {
    const { texts, formats, system } = this.#context;
    const text = this.#text;
    if (text === '') return '';
    if (this.#type === 's') return texts[Number(text)] ?? '';
    if (this.#type === 'b') return text === '1' || text === 'true' ? 'TRUE' : 'FALSE';
    if (this.#type !== 'n') return unescaped(text);
    const number = Number(text);
    const format = formats[this.#style];
    return Number.isFinite(number) ? sheetNumberText(number, format ?? { kind: 'number' }, system) : text;
  }
}

/** The rows of a sheet that hold something, as texts; of a cell over several rows the first alone. */
export async function* cellRows(
  file: WorkbookFile,
  part: string,
  context: CellContext,
): AsyncGenerator<RowReader['rows'][number]> {
  const reader = new RowReader(context);
  const tags: XmlReader = {
    open: (name, attributes) => reader.open(name, attributes),
    text: (piece) => reader.text(piece),
    close: (name) => reader.close(name),
  };
  for await (const _ of readXml(file.text(part), tags)) {
    yield* reader.rows;
    reader.rows = [];
  }
}

/** The same with what a cell over several rows says in each of them. */
export async function* sheetRows(
  file: WorkbookFile,
  part: string,
  context: CellContext,
): AsyncGenerator<SheetRow> {
  const merged = new MergedCells(await mergedOf(file.text(part)));
  for await (const row of cellRows(file, part, context)) {
    merged.fill(row);
    yield row;
  }
}
