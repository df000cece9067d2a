/** Why a row cannot be taken. */
export type RowFaultKind = 'cell-too-long' | 'nul' | 'too-many-cells' | 'unterminated-quote';

/** A row that is rejected and reported. */
export interface RowFault {
  readonly kind: RowFaultKind;
  /** Place among the rows of the file, from 1; the header row counts. */
  readonly row: number;
  /** The line the row begins on (for an unterminated quote: the quote), from 1. */
  readonly line: number;
  readonly columnIndex: number;
  /** The beginning of the cell, at most 200 characters; NULs are shown as ␀. */
  readonly value: string;
  /** A sentence for the person. */
  readonly reason: string;
}

const reasons: { readonly [K in RowFaultKind]: string } = {
  'cell-too-long': 'The cell is larger than 1 MiB',
  nul: 'The cell contains a NUL byte, which text cannot hold',
  'too-many-cells': 'The row has more cells than any table takes',
  'unterminated-quote': 'A quote is opened here and never closed',
};

/** A row that is taken though its quotes are not as they should be: what may have gone wrong, for the person to look. */
export interface RowDoubt {
  /** The line the row begins on, from 1. */
  readonly line: number;
  /** A sentence for the person. */
  readonly reason: string;
}

type RowDoubtKind = 'torn' | 'merged' | 'spaced-quote' | 'kept-quote';

export function rowDoubt(kind: RowDoubtKind, line: number, opened: number, closed: number): RowDoubt {
  if (kind === 'torn') return { line, reason: 'Text follows a closing quote. It was added to the cell' };
  if (kind === 'kept-quote') return { line, reason: 'A cell begins with a quote. It was kept as text' };
  if (kind === 'spaced-quote')
    return { line, reason: 'A quote after a space does not open a cell. It was kept as text' };
  return {
    line,
    reason: `The quote opened on line ${opened} closes on line ${closed}, with text after it. The lines between became one cell: look whether the quote belongs there`,
  };
}

export function rowFault(
  kind: RowFaultKind,
  row: number,
  line: number,
  columnIndex: number,
  cell: string,
): RowFault {
  // Never half a surrogate pair: the report could not be written.
  const beginning = cell.slice(0, 200).replace(/[\ud800-\udbff]$/, '');
  const value = detached(beginning).replaceAll('\0', '␀');
  return { kind, row, line, columnIndex, value, reason: reasons[kind] };
}

/** A copy that does not keep alive the chunk it was cut from (engines share the memory of slices). */
export const detached = (text: string): string => (text.length < 13 ? text : text.split('').join(''));
