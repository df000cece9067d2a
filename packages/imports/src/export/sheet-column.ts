import {
  type CellValue,
  type CurrencyTemplate,
  type DateTemplate,
  type DurationTemplate,
  dayLength,
  dayNumber,
  epochOf,
  type FieldKind,
  type NumberTemplate,
  type Template,
} from '@weft/core';

/** How a kind of field stands in a sheet. */
export interface SheetColumn<K extends FieldKind> {
  /** The format its cells are shown in; '@', text, so that typing into them keeps leading zeros. */
  readonly format: (template: Template<K>) => string;
  /** Characters; 18 when left out. */
  readonly width?: number;
  /** The spreadsheet's own kind of value; null: what no such value can say is written as text. */
  readonly value?: (value: CellValue) => number | boolean | null;
}

/** Spreadsheets count days from here (with a 29 February 1900 that never was, so only days after it are counted). */
const epoch = dayNumber(1899, 12, 30) * dayLength;
const firstDay = dayNumber(1900, 3, 1) * dayLength;
const lastDay = dayNumber(10_000, 1, 1) * dayLength;

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
  const at = epochOf(value);
  if (!(at >= firstDay && at < lastDay)) return null;
  const days = (at - epoch) / dayLength;
  return Number.isInteger(days) ? days : days * (1 + 2 * Number.EPSILON);
}

/** A duration as a part of a day, where that reads back as the same milliseconds; spreadsheets show no negative one. */
function durationSerial(seconds: number): number | null {
  const milliseconds = seconds * 1_000;
  return seconds >= 0 && seconds < 1e9 && Number.isInteger(milliseconds) ? milliseconds / dayLength : null;
}

const numberOf = (value: CellValue): number | null => (typeof value === 'number' ? value : null);

/** Kinds of columns of a sheet, by what stands in them. */
export const sheetColumns = {
  text: { format: () => '@' },
  longText: { format: () => '@', width: 40 },
  number: { format: plainNumber, value: numberOf },
  currency: {
    format: (template: CurrencyTemplate) =>
      `"${template.currencySymbol.replaceAll('"', '')}"${decimals(template)}`,
    value: numberOf,
  },
  percent: { format: (template: NumberTemplate) => `${decimals(template)}%`, value: numberOf },
  count: { format: () => '0', value: numberOf },
  duration: {
    format: ({ format }: DurationTemplate) =>
      format
        .replace('h', '[h]')
        .replace(/s\.(s+)$/, (_all, fraction: string) => `s.${'0'.repeat(fraction.length)}`),
    value: (value: CellValue) => (typeof value === 'number' ? durationSerial(value) : null),
  },
  moment: {
    format: dateFormat,
    value: (value: CellValue) => (typeof value === 'string' ? dateSerial(value) : null),
  },
  tick: {
    format: () => 'General',
    width: 10,
    value: (value: CellValue) => (typeof value === 'boolean' ? value : null),
  },
} as const;
