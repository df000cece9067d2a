import { isEmail } from '@weft/core';
import { isUrl } from '../convert/contact-text.ts';
import { readDateText } from '../convert/date-text.ts';
import { decimalText } from '../convert/number-text.ts';

type Shape = 'empty' | 'number' | 'date' | 'email' | 'url' | 'text';

function shapeOf(cell: string): Shape {
  const text = cell.trim();
  if (text === '') return 'empty';
  if (
    decimalText(text, 0, text.length, 'comma_period') !== null ||
    decimalText(text, 0, text.length, 'period_comma') !== null
  ) {
    return 'number';
  }
  if (readDateText(text)) return 'date';
  if (isEmail(text)) return 'email';
  return isUrl(text) ? 'url' : 'text';
}

const isYear = (cell: string): boolean => /^[12]\d{3}$/.test(cell.trim());
const isRecentYear = (cell: string): boolean => /^(?:1[89]|20|21)\d\d$/.test(cell.trim());

/** Years that name columns come in order, each once: `1751, 1755, 1762`. */
const minYears = 3;
function namesYears(row: readonly string[]): boolean {
  const years = row.filter(isYear).map(Number);
  if (years.length < minYears) return false;
  const up = years.every((year, i) => i === 0 || year > (years[i - 1] ?? 0));
  return up || years.every((year, i) => i === 0 || year < (years[i - 1] ?? 0));
}

/** Columns that a program numbered, from 0 or 1 up to the last one. */
const minNumbered = 5;
const isWhole = (cell: string): boolean => /^(?:0|[1-9]\d*)$/.test(cell.trim());
/** How many cells stand before the running numbers that fill the rest of the row; -1 where there are none. */
function numberedFrom(row: readonly string[]): number {
  const from = row.findIndex(isWhole);
  const numbers = from === -1 ? [] : row.slice(from);
  const first = Number(numbers[0]);
  const isRun = numbers.every((cell, i) => isWhole(cell) && Number(cell) === first + i);
  return numbers.length >= minNumbered && first <= 1 && isRun ? from : -1;
}

/** Says that a value is missing, in a column of whatever kind. */
const isMarker = (cell: string): boolean =>
  /^(?:#?n[/.]?a\.?|null|nan|none|nil|missing|unknown|-+|\.+|\?+|\\N)$/i.test(cell.trim());

/**
 * Whether the first of these rows names the columns. For it speaks a column of numbers, dates or addresses that begins
 * with a text; against it one that begins with one of its own, and a column of texts whose first comes again below.
 * Years in order, running numbers that no other row repeats, and marks of a missing value say nothing. Texts alone count as a header.
 */
export function looksLikeHeader(rows: readonly (readonly string[])[]): boolean {
  const [first, ...body] = rows;
  if (!first) return false;
  if (body.length === 0) return first.every((cell) => shapeOf(cell) === 'text' || isYear(cell));
  const { names, values } = evidence(first, body);
  return values === 0 || (names > 0 && names >= values);
}

/** Whether a column of numbers, dates or addresses begins with a text, and none speaks against it. */
export function namesTypedColumn(rows: readonly (readonly string[])[]): boolean {
  const [first = [], ...body] = rows;
  const { names, values } = evidence(first, body);
  return names > 0 && values === 0;
}

/** Columns that say of their first cell that it is their name, and that it is a value. */
function evidence(
  first: readonly string[],
  body: readonly (readonly string[])[],
): { readonly names: number; readonly values: number } {
  const years = namesYears(first);
  // Files put together have their names again in the middle.
  const others = body.filter((row) => row.some((cell, column) => cell !== first[column]));
  const from = others.some((row) => numberedFrom(row) !== -1) ? -1 : numberedFrom(first);
  let names = 0;
  let values = 0;
  for (let column = 0; column < first.length; column++) {
    const cell = first[column] ?? '';
    const own = isMarker(cell) || (from !== -1 && column >= from) ? 'empty' : shapeOf(cell);
    if (own === 'empty') continue;
    const below = others.map((row) => row[column] ?? '').filter((text) => !isMarker(text));
    const shapes = new Set(below.map(shapeOf));
    shapes.delete('empty');
    const [shape] = shapes;
    if (shapes.size === 0) continue;
    if (shapes.size > 1 || shape === 'text') {
      if (own === 'text' && below.some((text) => text.trim() === cell.trim())) values++;
    } else if (own !== shape) names++;
    // Years name columns as often as they fill them.
    else if (!(years ? isYear(cell) : isRecentYear(cell))) values++;
  }
  return { names, values };
}

const longestName = 255;

/**
 * Names for every column: trimmed, on one line, at most 255 characters, none twice (`Name 2`), none empty. A name of the
 * file is never given to another column: two of `Name` beside a `Name 2` are `Name` and `Name 3`.
 */
export function fieldNames(header: readonly string[], width: number): readonly string[] {
  const given = Array.from({ length: width }, (_, i) =>
    cut((header[i] ?? '').replace(/[\s\p{Cc}]+/gu, ' ').trim(), longestName),
  );
  const written = new Set(given.map((name) => name.toLowerCase()));
  const taken = new Set<string>();
  return given.map((own, i) => {
    const base = own === '' ? `Field ${i + 1}` : own;
    let name = base;
    let isOwn = own !== '';
    for (let n = 2; taken.has(name.toLowerCase()) || (!isOwn && written.has(name.toLowerCase())); n++) {
      name = `${cut(base, longestName - ` ${n}`.length)} ${n}`;
      isOwn = false;
    }
    taken.add(name.toLowerCase());
    return name;
  });
}

/** At most so many units, never half a surrogate pair. */
function cut(text: string, length: number): string {
  if (text.length <= length) return text;
  const last = text.charCodeAt(length - 1);
  return text.slice(0, last >= 0xd800 && last <= 0xdbff ? length - 1 : length);
}
