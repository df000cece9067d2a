import {
  type CellValue,
  type DateTemplate,
  type Field,
  type FieldKind,
  type NumberTemplate,
  shownValue,
  type Template,
} from '@weft/core';
import { exportText } from '@weft/imports';

/** Longest text of one cell in Excel's format, in UTF-16 units. */
export const longestSheetText = 32_767;

const day = 86_400_000;
/** Spreadsheets count days from here (with a 29 February 1900 that never was, so only days after it are counted). */
const epoch = Date.UTC(1899, 11, 30);
const firstDay = Date.UTC(1900, 2, 1);
const lastDay = Date.UTC(10_000, 0, 1);

/** A sheet's format has no word for 'as many decimals as there are' but `General`, which knows no groups. */
function decimals({ decimalPlaces, grouping }: NumberTemplate): string {
  const whole = grouping === false ? '0' : '#,##0';
  if (decimalPlaces === undefined) return `${whole}.00####`;
  return decimalPlaces === 0 ? whole : `${whole}.${'0'.repeat(decimalPlaces)}`;
}

const plainNumber = (template: NumberTemplate): string =>
  template.decimalPlaces === undefined && template.grouping === false ? 'General' : decimals(template);

const dateParts: { readonly [format in DateTemplate['dateFormat']]: string } = {
  us: 'mm/dd/yyyy',
  european: 'dd/mm/yyyy',
  iso: 'yyyy-mm-dd',
  long: 'mmmm d, yyyy',
  local: 'yyyy-mm-dd',
};

/** An instant is written on the clock of UTC and says so: a spreadsheet's dates have no zone. */
function dateFormat({ dateFormat, displayTime, timeFormat }: DateTemplate): string {
  const date = dateParts[dateFormat];
  if (!displayTime) return date;
  return `${date} ${timeFormat === '24h' ? 'hh:mm' : 'h:mm AM/PM'} "UTC"`;
}

/**
 * Days since the spreadsheet's beginning; null for a moment it cannot show. Half a microsecond is added to what is no
 * whole day, so that readers that cut instead of rounding find the same millisecond.
 */
function dateSerial(value: string): number | null {
  const at = Date.parse(value);
  if (!(at >= firstDay && at < lastDay)) return null;
  const days = (at - epoch) / day;
  return Number.isInteger(days) ? days : days * (1 + 2 * Number.EPSILON);
}

/** A duration as a part of a day, where that reads back as the same milliseconds; spreadsheets show no negative one. */
function durationSerial(seconds: number): number | null {
  const milliseconds = seconds * 1_000;
  return seconds >= 0 && seconds < 1e9 && Number.isInteger(milliseconds) ? milliseconds / day : null;
}

/**
 * `_x000A_` in the format's texts means a line feed: one that was written so by a person is written differently. So is
 * one without its end, which the escape of what follows would end.
 */
export const sheetText = (text: string): string =>
  text
    .replace(/_(?=x[0-9A-Fa-f]{4})/g, '_x005F_')
    .replace(/[\ufffe\uffff]/g, (mark) => `_x${mark.charCodeAt(0).toString(16).toUpperCase()}_`);

/** How a kind of field stands in a sheet. */
interface SheetColumn<K extends FieldKind> {
  /** The format its cells are shown in; '@', text, so that typing into them keeps leading zeros. */
  readonly format: (template: Template<K>) => string;
  /** Characters; 18 when left out. */
  readonly width?: number;
  /** The spreadsheet's own kind of value; null: what no such value can say is written as text. */
  readonly value?: (value: CellValue) => number | boolean | null;
}

const numberOf = (value: CellValue): number | null => (typeof value === 'number' ? value : null);
const moment = {
  format: dateFormat,
  value: (value: CellValue) => (typeof value === 'string' ? dateSerial(value) : null),
};
const text = { format: () => '@' };

/** THE list of how each kind stands in a sheet. */
const sheetColumns: { readonly [K in FieldKind]: SheetColumn<K> } = {
  single_line_text: text,
  long_text: { ...text, width: 40 },
  number: { format: plainNumber, value: numberOf },
  currency: {
    format: (template) => `"${template.currencySymbol.replaceAll('"', '')}"${decimals(template)}`,
    value: numberOf,
  },
  percent: { format: (template) => `${decimals(template)}%`, value: numberOf },
  rating: { format: () => '0', value: numberOf },
  duration: {
    format: ({ format }) =>
      format
        .replace('h', '[h]')
        .replace(/s\.(s+)$/, (_all, fraction: string) => `s.${'0'.repeat(fraction.length)}`),
    value: (value) => (typeof value === 'number' ? durationSerial(value) : null),
  },
  date: moment,
  datetime: moment,
  checkbox: {
    format: () => 'General',
    width: 10,
    value: (value) => (typeof value === 'boolean' ? value : null),
  },
  single_select: text,
  multiple_select: text,
  attachments: text,
  email: text,
  url: text,
  phone_number: text,
  linked_record: text,
  lookup: text,
};

const columnOf = (kind: FieldKind): SheetColumn<FieldKind> => sheetColumns[kind] as SheetColumn<FieldKind>;

/** The format a spreadsheet shows a field's cells in, and how many characters its column is wide. */
export function sheetColumn(field: Field): { readonly numFmt: string; readonly width: number } {
  const { format, width = 18 } = columnOf(field.type);
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
  return columnOf(field.type).value?.(shown) ?? sheetText(exportText(field, shown));
}
