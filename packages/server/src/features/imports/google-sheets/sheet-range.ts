/** Part of a sheet, counted from 0; the ends are not among it, and null where it has none. */
export interface SheetRange {
  /** Null: no sheet is named. */
  readonly title: string | null;
  readonly startRow: number;
  readonly endRow: number | null;
  readonly startColumn: number;
  readonly endColumn: number | null;
}

const corner = /^\$?([A-Za-z]{1,3})?\$?(\d{1,8})?$/;

function placeOf(text: string): { readonly column: number | null; readonly row: number | null } | null {
  const match = corner.exec(text);
  if (match === null || text === '') return null;
  const [, letters, digits] = match;
  let column = 0;
  for (const letter of letters?.toUpperCase() ?? '') column = column * 26 + letter.charCodeAt(0) - 64;
  if (digits !== undefined && Number(digits) === 0) return null;
  return {
    column: letters === undefined ? null : column - 1,
    row: digits === undefined ? null : Number(digits) - 1,
  };
}

function cellsOf(text: string): Omit<SheetRange, 'title'> | null {
  const parts = text.split(':');
  const first = placeOf(parts[0] ?? '');
  const last = parts.length === 1 ? first : placeOf(parts[1] ?? '');
  if (first === null || last === null || parts.length > 2) return null;
  const endRow = last.row === null ? null : last.row + 1;
  const endColumn = last.column === null ? null : last.column + 1;
  const [startRow, startColumn] = [first.row ?? 0, first.column ?? 0];
  if ((endRow !== null && endRow <= startRow) || (endColumn !== null && endColumn <= startColumn))
    return null;
  return { startRow, endRow, startColumn, endColumn };
}

const whole = { startRow: 0, endRow: null, startColumn: 0, endColumn: null };

/** The title between quotes and what follows it; without quotes, what stands before the last `!`. */
function titleAndRest(range: string): readonly [string, string | null] | null {
  const quoted = /^'((?:[^']|'')*)'(?:!(.*))?$/s.exec(range);
  if (quoted !== null) return [(quoted[1] ?? '').replaceAll("''", "'"), quoted[2] ?? null];
  const mark = range.lastIndexOf('!');
  return mark === -1 ? null : [range.slice(0, mark), range.slice(mark + 1)];
}

/** Reads A1 notation as Sheets writes it: `Guests`, `'Bob''s guests'!A1:F`, `A:C`. Null: it is none. */
export function readRange(range: string): SheetRange | null {
  const named = titleAndRest(range);
  if (named !== null) {
    const [title, rest] = named;
    const cells = rest === null ? whole : cellsOf(rest);
    return title === '' || cells === null ? null : { title, ...cells };
  }
  if (range === '') return null;
  // A bare word may be either; a title is what the wizard sends.
  const cells = range.includes(':') ? cellsOf(range) : null;
  return cells === null ? { title: range, ...whole } : { title: null, ...cells };
}

/** A whole sheet in the same notation. */
export const rangeOfSheet = (title: string): string => `'${title.replaceAll("'", "''")}'`;
