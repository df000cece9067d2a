import type { CellValue, Field } from '@weft/core';
import type { ColumnFormat } from './convert/column-format.ts';
import type { Quoting } from './csv/csv-reader.ts';
import type { MakeDecoder } from './csv/encoding.ts';
import type { OpenFile } from './csv/read-csv.ts';

export const makeDecoder: MakeDecoder = (encoding) => new TextDecoder(encoding);

/** Cases a law is tried with. */
export const numRuns = Number(process.env.LAWS_RUNS ?? 100);

/** A file of these bytes, read in chunks of so many. */
export const openBytes = (bytes: Uint8Array, chunk = 65_536): OpenFile =>
  async function* () {
    for (let at = 0; at < bytes.length; at += chunk) yield bytes.subarray(at, at + chunk);
  };

/**
 * The rows of a whole text by the plainest reading of the format: a second opinion on the incremental reader, which
 * shares no code with it. `open` tells a quote that is never closed.
 */
export function plainRows(
  text: string,
  delimiter: string,
  quoting: Quoting = 'double',
): { readonly rows: string[][]; readonly open: boolean } {
  const rows: string[][] = [];
  let row: string[] = [];
  let at = 0;
  const quote = { double: '"', spaced: '"', backslash: '"', single: "'", none: null }[quoting];
  const spaces = quoting === 'spaced' || quoting === 'backslash' || quoting === 'single';
  const escapes = (sign: string | undefined) => quoting === 'backslash' && (sign === '"' || sign === '\\');
  const endRow = (quoted: boolean) => {
    if (row.length > 1 || row[0] !== '' || quoted) rows.push(row);
    row = [];
  };
  while (at < text.length || row.length > 0) {
    let first = at;
    while (spaces && text[first] === ' ') first++;
    const quoted = quote !== null && text[first] === quote;
    if (quoted) at = first;
    let cell = '';
    if (quoted) {
      for (at++; ; at++) {
        if (at >= text.length) return { rows, open: true };
        if (text[at] === '\\' && escapes(text[at + 1])) cell += text[++at];
        else if (text[at] !== quote) cell += text[at];
        else if (text[at + 1] === quote) cell += text[++at];
        else break;
      }
      at++;
      while (spaces && text[at] === ' ') at++;
    }
    while (at < text.length && text[at] !== delimiter && text[at] !== '\n' && text[at] !== '\r')
      cell += text[at++];
    row.push(cell);
    if (at >= text.length) {
      endRow(quoted);
      break;
    }
    if (text[at] === delimiter) {
      at++;
      // A delimiter at the very end opens one more, empty cell.
      if (at >= text.length) {
        row.push('');
        endRow(false);
        break;
      }
      continue;
    }
    at += text[at] === '\r' && text[at + 1] === '\n' ? 2 : 1;
    endRow(quoted);
    if (at >= text.length) break;
  }
  return { rows, open: false };
}

/** The plain decimal a text stands for in a style: `-1234.5`. */
function plainDecimal(text: string, style: string | undefined): string {
  const decimal = style === 'period_comma' || style === 'space_comma' ? ',' : '.';
  if (/\d[eE][+-]?\d/.test(text)) return moved(text.replace(decimal, '.'));
  let plain = '';
  for (const sign of text) {
    if (/[0-9-]/.test(sign)) plain += sign;
    else if (sign === decimal) plain += '.';
  }
  plain = plain.replace(/^-?(?=\.)/, '$&0');
  if (!plain.includes('.')) return plain;
  const short = plain.replace(/0+$/, '').replace(/\.$/, '');
  // Of more digits than fifteen the double itself is asked, which says the nearest of them.
  return short.length > 16 ? positional(Number(short)) : short;
}

/** A number without an exponent. */
const positional = (value: number): string => moved(String(value));

/** The plain decimal of a text with an exponent, its digits moved by hand. */
function moved(text: string): string {
  const [mantissa = '', exponent = '0'] = text.trim().toLowerCase().split('e');
  const minus = mantissa.startsWith('-') ? '-' : '';
  const [whole = '', fraction = ''] = mantissa.replace('-', '').split('.');
  const point = whole.length + Number(exponent);
  const digits = (whole + fraction).padEnd(Math.max(0, point), '0');
  const padded = point < 0 ? '0'.repeat(-point) + digits : digits;
  const at = Math.max(0, point);
  const plain = `${padded.slice(0, at) || '0'}.${padded.slice(at)}`.replace(/0+$/, '').replace(/\.$/, '');
  const canonical = plain.replace(/^0+(?=\d)/, '');
  return canonical === '0' ? '0' : minus + canonical;
}

const numbersIn = (text: string): number[] => (text.match(/\d+/g) ?? []).map(Number);
const monthNumbers = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ');

/** Year, month and day a text names under an order, and the clock numbers after them. */
function dateNumbers(text: string, order: string | undefined): readonly number[] {
  const month = monthNumbers.findIndex((name) => new RegExp(`\\b${name}`, 'i').test(text)) + 1;
  if (order === 'compact') return [text.slice(0, 4), text.slice(4, 6), text.slice(6)].map(Number);
  const [first = '', second = '', third = ''] = text.match(/\d+/g) ?? [];
  const numbers = numbersIn(text);
  const [a = 0, b = 0, c = 0, ...clock] = numbers;
  if (order === 'named') return [full(second), month, a, c, ...clock];
  if (order === 'dmy') return [full(third), b, a, ...clock];
  return order === 'mdy' ? [full(third), a, b, ...clock] : [full(first), b, c, ...clock];
}

/** A year as it is written in full: 69 to 99 are of the last century. */
const full = (year: string): number =>
  year.length !== 2 ? Number(year) : Number(year >= '69' ? `19${year}` : `20${year}`);

/** Milliseconds of the day. */
function clockOf(text: string, clock: readonly number[]): number {
  const [hour = 0, minute = 0, second = 0] = clock;
  const half = /(am|pm)$/i.exec(text.replaceAll('.', ''))?.[1]?.toLowerCase();
  const hours = half === undefined ? hour : (hour % 12) + (half === 'pm' ? 12 : 0);
  const fraction = /:\d\d[.,](\d{1,3})/.exec(text)?.[1] ?? '';
  return ((hours * 60 + minute) * 60 + second) * 1000 + Number(fraction.padEnd(3, '0'));
}

const plural = (value: CellValue): readonly CellValue[] => (Array.isArray(value) ? value : [value]);

/**
 * What a cell says and what became of it, both brought to one canonical text by ways that do not share a line with
 * the importer: equal when nothing was altered.
 */
export function said(
  cell: string,
  value: NonNullable<CellValue>,
  field: Field,
  format: ColumnFormat,
): readonly [before: string, after: string] {
  const text = cell.trim();
  switch (field.type) {
    case 'number':
    case 'rating':
    case 'currency':
      return [plainDecimal(text, format.style), positional(Number(value))];
    case 'percent':
      return [String(Number(`${plainDecimal(text, format.style)}e-2`)), String(value)];
    case 'date':
    case 'datetime': {
      const [year = 0, month = 0, day = 0, ...clock] = dateNumbers(text, format.order);
      const moment = new Temporal.PlainDate(year, month, day)
        .toPlainDateTime()
        .add({ milliseconds: clockOf(text, clock) });
      return [`${moment.toString({ fractionalSecondDigits: 3 })}Z`, String(value)];
    }
    case 'duration': {
      const parts = text.split(':').map(Number);
      const seconds = field.template.format === 'h:mm' ? [...parts, 0] : parts;
      return [String(seconds.reduce((sum, part) => sum * 60 + part, 0)), String(value)];
    }
    case 'checkbox':
      return [String(/^(true|yes|y|1|x|ja|on|oui|si|checked|✓|✔)$/i.test(cell)), String(value)];
    case 'single_select':
    case 'multiple_select': {
      const labels = new Map(field.template.options.map((option) => [option.value, option.label]));
      const list = cell.split(format.separator ?? ',').map((part) => part.trim());
      return [
        JSON.stringify(field.type === 'single_select' ? [cell] : list),
        JSON.stringify(plural(value).map((each) => labels.get(String(each)))),
      ];
    }
    default:
      return [cell, String(value)];
  }
}
