import { namesTypedColumn } from './header.ts';

/** A table narrower than this has no rows that are plainly narrower, unless its columns say where their names are. */
const plainlyWide = 3;
/** Files with more above their names are something else than a table with a heading. */
const maxLeadRows = 30;

/** Cells up to the last one that holds something. */
function filledWidth(row: readonly string[]): number {
  let width = row.length;
  while (width > 0 && (row[width - 1] ?? '').trim() === '') width--;
  return width;
}

/**
 * How many rows stand above the one that names the columns, as banks and accounting programs write them: titles,
 * account numbers, periods. Each of them fills at most half as many cells as the names do, or holds nothing but
 * `label : value`; the names are different words, and most rows below are as wide. 0 where that is not so: nothing is left out on a
 * mere suspicion.
 */
export function countLeadRows(rows: readonly (readonly string[])[]): number {
  const widths = rows.map(filledWidth);
  const isAbove = (index: number, names: number): boolean => {
    const width = widths[index] ?? 0;
    return width * 2 <= names || (width < names && (rows[index] ?? []).slice(0, width).every(isLabelled));
  };
  for (let at = 1; at < rows.length && at <= maxLeadRows; at++) {
    const names = widths[at] ?? 0;
    if (names < 2 || !isNames(rows[at] ?? [], names)) continue;
    if (names < plainlyWide && !namesTypedColumn(rows.slice(at))) continue;
    if (!rows.slice(0, at).every((_, index) => isAbove(index, names))) continue;
    const below = rows.slice(at + 1);
    const alike = below.filter((row) => row.length >= names && filledWidth(row) * 2 > names).length;
    return below.length >= 2 && alike * 10 >= below.length * 8 ? at : 0;
  }
  return 0;
}

/** What names a column beside words: a year, a quarter of one, a share, a number sign. */
const isTerse = (cell: string): boolean =>
  /^(?:[12]\d{3}(?:[-/]\d{2,4})?|[12]\d{3}[ -]?(?:Q[1-4]|[A-Za-z]{3})|[%#№$€£]\s?[\p{L}\d ]*)$/u.test(cell);

const isLabelled = (cell: string): boolean => /^\p{L}[^:]*:\s*\S/u.test(cell.trim());

function isNames(row: readonly string[], width: number): boolean {
  const cells = row.slice(0, width).map((cell) => cell.trim().toLowerCase());
  const isName = (cell: string): boolean =>
    /^[\p{L}_("']/u.test(cell) && cell.length <= 80 && !isLabelled(cell);
  // The corner of a table of years is often empty.
  const named = cells.filter((cell, place) => cell !== '' || place > 0);
  return (
    new Set(cells).size === width &&
    named.every((cell) => isName(cell) || isTerse(cell)) &&
    (named.some(isName) || named.length >= 2)
  );
}
