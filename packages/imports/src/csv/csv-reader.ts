import { longestCellText, utf8Length } from '@weft/core';
import { type RowDoubt, type RowFault, rowDoubt, rowFault } from './row-fault.ts';

/** The characters that may part cells, in the order they are preferred. */
export const delimiters = [',', ';', '\t', '|'] as const;
export type Delimiter = (typeof delimiters)[number];

/**
 * How cells are quoted. `double`: RFC 4180. `spaced`: also after spaces, which are no part of the cell (`a, "x, y"`).
 * `backslash`: a quote inside is written `\\"` and a backslash `\\\\`. `single`: by apostrophes. The last two allow spaces
 * before the quote too. `none`: quotes are text.
 */
export const quotings = ['double', 'spaced', 'backslash', 'single', 'none'] as const;
export type Quoting = (typeof quotings)[number];

export interface CsvReaderOptions {
  readonly delimiter: Delimiter;
  /** `double` when left out. */
  readonly quotes?: Quoting;
  /** UTF-8 bytes a cell may hold; 1 MiB when left out. */
  readonly maxCellBytes?: number;
  /** Leading rows that are no data (the `sep=;` line): they are dropped. */
  readonly skipRows?: number;
}

/** Some rows, in file order. `rows[i]` begins on line `lines[i]` (1-based; a line break inside quotes counts). */
export interface RowBatch {
  readonly rows: string[][];
  readonly lines: number[];
  /** Rows that cannot be taken; they are not in `rows`. */
  readonly faults: RowFault[];
  /** Rows that were taken, though their quotes are not as they should be. */
  readonly doubts: RowDoubt[];
}

/** What was seen of quotes so far. */
interface QuoteSigns {
  /** Cells that a quote opens and another one closes, with nothing after it. */
  readonly quoted: number;
  /** Cells with more text after the closing quote. */
  readonly torn: number;
  /** Cells closed by a quote right after a backslash. */
  readonly backslashes: number;
}

export interface CsvReader {
  /** Text of any length, cut anywhere (between CR and LF, between two quotes, inside a surrogate pair). */
  push(text: string): RowBatch;
  /** The last row. A quote that is never closed comes as a fault with the line it was opened on. */
  end(): RowBatch;
  /** Lines with nothing on them so far: they are no rows. */
  readonly blankLines: number;
  /** The line on which a quote was opened that the file never closes, once `end` was called. */
  readonly unterminatedQuoteLine: number | null;
  readonly signs: QuoteSigns;
}

const cellStart = 0;
const plain = 1;
const quoted = 2;
/** Just after a quote inside a quoted cell: it closes the cell, unless another one follows. */
const quoteSeen = 3;
/** After a closed quote: what follows up to the delimiter is kept as it is. */
const afterQuote = 4;
/** In the spaces at the beginning of a cell, where a quote after them opens it. */
const leading = 5;
/** In the spaces after a closed quote that was allowed some before it. */
const trailing = 6;
/** Just after a backslash inside a quoted cell: a quote or another backslash is text. */
const escaping = 7;

const cr = 13;
const lf = 10;
const space = 32;
const backslash = 92;
const quoteSigns: { readonly [Q in Quoting]: number } = {
  double: 34,
  spaced: 34,
  backslash: 34,
  single: 39,
  // No character has this code.
  none: -1,
};
/** Far beyond any real row; keeps a line of nothing but delimiters from filling the memory. */
const maxCells = 16_384;

/**
 * An incremental tokenizer for CSV. A cell is quoted when its first character is a quote; in it a doubled quote is
 * one quote and line breaks are text. A quote elsewhere is text. CR, LF and CRLF end a row; a wholly empty line is
 * skipped (`""` alone on a line is a row with an empty cell). Measured on one core: 65 MB × 18 columns in 0.25 s.
 */
export function createCsvReader(options: CsvReaderOptions): CsvReader {
  const delimiter = options.delimiter.charCodeAt(0);
  const maxBytes = options.maxCellBytes ?? longestCellText;
  const quotes = options.quotes ?? 'double';
  const quote = quoteSigns[quotes];
  const skipsSpaces = quotes !== 'double' && quotes !== 'none';
  const escapes = quotes === 'backslash';

  let state = cellStart;
  let row: string[] = [];
  /** The part of the open cell that is already read. */
  let carry = '';
  let line = 1;
  let rowLine = 1;
  let quoteLine = 1;
  /** The text before ended with a CR: as the end of a row, or inside a quoted cell. */
  let afterCr = false;
  let quotedCr = false;
  let rowNumber = -(options.skipRows ?? 0);
  let blankLines = 0;
  let unterminatedQuoteLine: number | null = null;
  let fault: RowFault | null = null;
  /** A NUL was seen in text that belongs to the open row: its cells are searched only then. */
  let nul = false;
  let batch: RowBatch = { rows: [], lines: [], faults: [], doubts: [] };
  let closed = 0;
  let torn = 0;
  let backslashes = 0;
  /** Text after the closing quote of the open cell came with an earlier text. */
  let tail = false;
  let doubt: RowDoubt | null = null;

  function hold(piece: string): void {
    // A cell that is too long already is refused whole: the rest of it is not kept.
    if (carry.length <= maxBytes) carry = carry === '' ? piece : carry + piece;
  }

  function addCell(piece: string): void {
    let cell = piece;
    if (carry !== '') {
      hold(piece);
      cell = carry;
      carry = '';
    }
    if (state === afterQuote && (tail || piece !== '')) {
      torn++;
      doubt ??= rowDoubt(quoteLine < line ? 'merged' : 'torn', rowLine, quoteLine, line);
    } else if (state === afterQuote || state === quoteSeen || state === trailing) closed++;
    else if (quotes === 'double' && cell.charCodeAt(0) === space && /^ +"/.test(cell)) {
      doubt ??= rowDoubt('spaced-quote', rowLine, line, line);
    } else if (quotes === 'none' && cell.charCodeAt(0) === 34) {
      doubt ??= rowDoubt('kept-quote', rowLine, line, line);
    }
    tail = false;
    // UTF-8 takes three bytes a unit at most, so shorter cells need no measuring.
    if (cell.length * 3 > maxBytes && utf8Length(cell) > maxBytes) {
      fault ??= rowFault('cell-too-long', rowNumber + 1, rowLine, row.length, cell);
    }
    if (row.length < maxCells) row.push(cell);
    else fault ??= rowFault('too-many-cells', rowNumber + 1, rowLine, row.length, cell);
  }

  function endRow(wasQuoted: boolean, nextLine: number): void {
    if (row.length === 1 && row[0] === '' && !wasQuoted && fault === null) blankLines++;
    else {
      rowNumber++;
      if (nul) {
        const column = row.findIndex((cell) => cell.includes('\0'));
        if (column !== -1) fault ??= rowFault('nul', rowNumber, rowLine, column, row[column] ?? '');
      }
      if (rowNumber > 0) {
        if (fault) batch.faults.push(fault);
        else {
          batch.rows.push(row);
          batch.lines.push(rowLine);
          if (doubt) batch.doubts.push(doubt);
        }
      }
      fault = null;
      doubt = null;
    }
    row = [];
    rowLine = nextLine;
  }

  function take(): RowBatch {
    const taken = batch;
    batch = { rows: [], lines: [], faults: [], doubts: [] };
    return taken;
  }

  function push(text: string): RowBatch {
    const length = text.length;
    if (length === 0) return take();
    const textHasNul = text.includes('\0');
    if (textHasNul) nul = true;
    let i = 0;
    if (afterCr) {
      afterCr = false;
      if (text.charCodeAt(0) === lf) i = 1;
    }
    let start = i;
    while (i < length) {
      if (state === cellStart) {
        if (text.charCodeAt(i) === quote) {
          state = quoted;
          quoteLine = line;
          i++;
        } else state = skipsSpaces && text.charCodeAt(i) === space ? leading : plain;
        start = i;
        if (i === length) break;
      }
      if (state === leading) {
        while (i < length && text.charCodeAt(i) === space) i++;
        if (i === length) break;
        if (text.charCodeAt(i) === quote) {
          carry = '';
          state = quoted;
          quoteLine = line;
          i++;
          start = i;
        } else state = plain;
      }
      if (state === escaping) {
        const code = text.charCodeAt(i);
        start = i;
        if (code === quote || code === backslash) i++;
        else hold('\\');
        state = quoted;
      }
      if (state === quoted) {
        let code = 0;
        for (; i < length; i++) {
          code = text.charCodeAt(i);
          if (code === quote || (escapes && code === backslash)) break;
          if (code === cr) line++;
          else if (code === lf && !(i === 0 ? quotedCr : text.charCodeAt(i - 1) === cr)) line++;
        }
        quotedCr = code === cr;
        if (i === length) break;
        hold(text.slice(start, i));
        state = code === quote ? quoteSeen : escaping;
        if (state === quoteSeen && carry.charCodeAt(carry.length - 1) === backslash) backslashes++;
        i++;
        start = i;
        continue;
      }
      if (state === quoteSeen) {
        start = i;
        if (text.charCodeAt(i) === quote) {
          // A doubled quote: the second one is text, and the next piece begins with it.
          state = quoted;
          i++;
          continue;
        }
        state = skipsSpaces ? trailing : afterQuote;
      }
      if (state === trailing) {
        while (i < length && text.charCodeAt(i) === space) i++;
        if (i === length) break;
        start = i;
        state = afterQuote;
      }
      let code = 0;
      for (; i < length; i++) {
        code = text.charCodeAt(i);
        if (code === delimiter || code === lf || code === cr) break;
      }
      if (i === length) break;
      addCell(text.slice(start, i));
      i++;
      if (code !== delimiter) {
        line++;
        if (code === cr) {
          if (i === length) afterCr = true;
          else if (text.charCodeAt(i) === lf) i++;
        }
        endRow(state === afterQuote, line);
        nul = textHasNul;
      }
      state = cellStart;
      start = i;
    }
    if (state === afterQuote && start < length) tail = true;
    if (state === plain || state === leading || state === afterQuote || state === quoted)
      hold(text.slice(start, length));
    return take();
  }

  function end(): RowBatch {
    if (state === escaping) {
      hold('\\');
      state = quoted;
    }
    if (state === quoted) {
      unterminatedQuoteLine = quoteLine;
      fault = rowFault('unterminated-quote', rowNumber + 1, quoteLine, row.length, carry);
    }
    if (state !== cellStart || row.length > 0) {
      const wasQuoted = state !== plain && state !== cellStart && state !== leading;
      addCell('');
      endRow(wasQuoted, line);
    }
    state = cellStart;
    return take();
  }

  return {
    push,
    end,
    get blankLines() {
      return blankLines;
    },
    get unterminatedQuoteLine() {
      return unterminatedQuoteLine;
    },
    get signs() {
      return { quoted: closed, torn, backslashes };
    },
  };
}
