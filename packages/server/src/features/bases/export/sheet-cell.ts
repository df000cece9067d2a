import { type CellValue, type Field, shownValue } from '@weft/core';
import { exportText, sheetColumn } from '@weft/imports';

/** Longest text of one cell in Excel's format, in UTF-16 units. */
export const longestSheetText = 32_767;

/**
 * `_x000A_` in the format's texts means a line feed: one that was written so by a person is written differently. So is
 * one without its end, which the escape of what follows would end.
 */
export const sheetText = (text: string): string =>
  text
    .replace(/_(?=x[0-9A-Fa-f]{4})/g, '_x005F_')
    .replace(/[\ufffe\uffff]/g, (mark) => `_x${mark.charCodeAt(0).toString(16).toUpperCase()}_`);

/** The format a spreadsheet shows a field's cells in, and how many characters its column is wide. */
export function columnStyle(field: Field): { readonly numFmt: string; readonly width: number } {
  const { format, width = 18 } = sheetColumn(field.type);
  return { numFmt: format(field.template), width };
}

/**
 * A cell as a spreadsheet's own kind of value: numbers, percents and currencies as numbers, ticks as booleans, dates
 * and durations as serial numbers under the column's format; the rest, and what no such value can say, as text.
 */
export function sheetCell(
  field: Field,
  value: CellValue | undefined,
  raw: string | undefined,
): string | number | boolean | null {
  if (raw !== undefined) return sheetText(raw);
  const shown = shownValue(field, value ?? null);
  if (shown === null) return null;
  return sheetColumn(field.type).value?.(shown) ?? sheetText(exportText(field, shown));
}
