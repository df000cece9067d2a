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

const isYear = (cell: string): boolean => /^(?:1[89]|20|21)\d\d$/.test(cell.trim());

/**
 * Whether the first of these rows names the columns: it does when a column of numbers, dates or addresses begins
 * with something else; it does not when all such columns begin with one of their own. Texts alone count as a header.
 */
export function looksLikeHeader(rows: readonly (readonly string[])[]): boolean {
  const [first, ...body] = rows;
  if (!first) return false;
  if (body.length === 0) return first.every((cell) => shapeOf(cell) === 'text' || isYear(cell));
  let against = 0;
  for (let column = 0; column < first.length; column++) {
    const cell = first[column] ?? '';
    const shapes = new Set(body.map((row) => shapeOf(row[column] ?? '')));
    shapes.delete('empty');
    const [shape] = shapes;
    if (shapes.size !== 1 || shape === undefined || shape === 'text') continue;
    const own = shapeOf(cell);
    if (own === 'empty') continue;
    if (own !== shape) return true;
    // Years name columns as often as they fill them.
    if (!isYear(cell)) against++;
  }
  return against === 0;
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
