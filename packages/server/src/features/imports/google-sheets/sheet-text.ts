import { type SheetFormat, sheetFormat, sheetNumberText } from '@weft/imports';
import type { SheetCell } from '@weft/integrations';

/** Formats that Google names without writing their pattern: that of the spreadsheet's language. */
const named: { readonly [type: string]: SheetFormat } = {
  PERCENT: { kind: 'percent' },
  DATE: { kind: 'moment', utc: false, clock: false, clockOnly: false },
  DATE_TIME: { kind: 'moment', utc: false, clock: true, clockOnly: false },
  TIME: { kind: 'moment', utc: false, clock: true, clockOnly: true },
};

/** Each pattern is read once: a sheet has few. */
const patterns = new Map<string, SheetFormat>();
const maxPatterns = 1_000;

function formatOf({ format }: SheetCell): SheetFormat {
  if (format === null) return { kind: 'number' };
  const { type, pattern } = format;
  if (pattern === '') return named[type] ?? { kind: 'number' };
  const known = patterns.get(pattern);
  if (known !== undefined) return known;
  if (patterns.size >= maxPatterns) patterns.clear();
  const read = sheetFormat(pattern);
  patterns.set(pattern, read);
  return read;
}

/** What a cell holds by its own format: the kinds of formats, and of what is no number. */
export type CellKind =
  | Exclude<SheetFormat['kind'], 'moment'>
  | 'plain number'
  | 'date'
  | 'datetime'
  | 'time'
  | 'checkbox'
  | 'text'
  | 'plain text'
  | 'error';

export interface CellText {
  /** What a person sees, with nothing rounded away; '' where the cell is empty. */
  readonly text: string;
  readonly kind: CellKind | null;
  /** Of a number, money or a share: decimal places that it is shown with. */
  readonly places?: number;
}

const empty: CellText = { text: '', kind: null };

function kindOfNumber(cell: SheetCell, format: SheetFormat): CellKind {
  if (cell.format === null) return 'plain number';
  if (format.kind !== 'moment') return format.kind;
  return format.clockOnly ? 'time' : format.clock ? 'datetime' : 'date';
}

const countable = new Set<SheetFormat['kind']>(['number', 'currency', 'percent']);

/** `0.00`: 2. */
const placesOf = ({ format }: SheetCell, { kind }: SheetFormat): number =>
  countable.has(kind) ? (/\.(0+)/.exec(format?.pattern ?? '')?.[1]?.length ?? 0) : 0;

export function textOfCell(cell: SheetCell): CellText {
  const { value, error } = cell;
  if (error !== null) return { text: error, kind: 'error' };
  if (value === null || value === '') return empty;
  if (typeof value === 'boolean') return { text: value ? 'TRUE' : 'FALSE', kind: 'checkbox' };
  if (typeof value === 'string') {
    // NUL, and halves of pairs, are what no database keeps.
    const text = value.replaceAll('\0', '').toWellFormed();
    return { text, kind: cell.format?.type === 'TEXT' ? 'text' : 'plain text' };
  }
  const format = formatOf(cell);
  const text = sheetNumberText(value, format, 'google');
  return { text, kind: kindOfNumber(cell, format), places: placesOf(cell, format) };
}
