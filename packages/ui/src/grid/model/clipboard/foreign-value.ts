import type { ForeignValue } from '../../../fields/grid-kind.ts';
import type { HtmlCell } from './html-table.ts';

/** Days from 1899-12-30, from which sheets count, to 1970. */
const before1970 = 25_569;

/** The moment a sheet counts in days; null outside the years 1 to 9999. */
function moment(serial: number): ForeignValue | null {
  const date = new Date(Math.round((serial - before1970) * 86_400_000));
  const year = date.getUTCFullYear();
  if (!(year >= 1 && year <= 9_999)) return null;
  return { kind: 'moment', wall: date.toISOString().slice(0, -1) };
}

/**
 * Whether a number format shows a day: it names a year or a day outside of quotes, brackets and escapes. LibreOffice
 * writes the letters of the sheet's language: TT.MM.JJJJ, JJ/MM/AAAA, GG/MM/AAAA, PP.KK.VVVV.
 */
const showsDay = (format: string): boolean =>
  !/general|standard|boolean/i.test(format) &&
  /[ydjtgv]|a{2}|p{2}/i.test(format.replaceAll(/"[^"]*"|\[[^\]]*\]|\\.|am\/pm|a\/p/gi, ''));

const isTime = (format: string): boolean => /[hs]/i.test(format) && !showsDay(format);

function counted(value: number, format: string): ForeignValue | null {
  if (!Number.isFinite(value)) return null;
  if (showsDay(format)) return moment(value);
  // A time alone is a share of a day: what it shows says more.
  if (isTime(format) || /boolean/i.test(format)) return null;
  return { kind: 'number', number: value };
}

const numberOf = (text: string): number =>
  /^[-+]?[\d.]+(?:e[-+]?\d+)?$/i.test(text.trim()) ? Number(text) : Number.NaN;

function json(text: string | undefined): unknown {
  try {
    return text === undefined ? null : JSON.parse(text);
  } catch {
    return null;
  }
}

/** One part of what Google writes as `{"1":3,"3":2.5}` or `[null,3,null,2.5]`. */
const part = (value: unknown, index: number): unknown =>
  typeof value === 'object' && value !== null
    ? (value as { readonly [index: number]: unknown })[index]
    : undefined;

/** Google Sheets: what kind of value, the value, and in a second attribute how it is shown. */
function fromSheets(value: unknown, format: unknown): ForeignValue | null {
  const text = part(value, 2);
  if (part(value, 1) === 2 && typeof text === 'string') return { kind: 'text', text };
  const number = part(value, 3);
  if (part(value, 1) !== 3 || typeof number !== 'number') return null;
  const kind = part(format, 1);
  if (kind === 5 || kind === 7) return moment(number);
  if (kind === 6) return null;
  const pattern = part(format, 2);
  return counted(number, typeof pattern === 'string' ? pattern : '');
}

/** LibreOffice: `sdval` is the number, `sdnum` its language and format. Excel before 2007: `x:num`, and the format among the styles. */
function fromNumber({ attributes }: HtmlCell, text: string): ForeignValue | null {
  const value = attributes.get('sdval');
  const [, , format = ''] = (attributes.get('sdnum') ?? '').split(';');
  if (value !== undefined) return counted(numberOf(value), format);
  const excel = attributes.get('x:num');
  if (excel === undefined) return null;
  const style =
    /mso-number-format:\s*("[^"]*"|'[^']*'|[^;]+)/i.exec(attributes.get('style') ?? '')?.[1] ?? '';
  const named = /(short|long|medium) date/i.test(style) ? 'd' : style.replaceAll(/^["']|["']$/g, '');
  return counted(numberOf(excel === '' ? text : excel), named);
}

/** What a cell of another program holds exactly; null where only its text tells. */
export function foreignValue(cell: HtmlCell): ForeignValue | null {
  const sheets = json(cell.attributes.get('data-sheets-value'));
  if (sheets !== null) {
    const found = fromSheets(sheets, json(cell.attributes.get('data-sheets-numberformat')));
    if (found !== null) return found;
  }
  return fromNumber(cell, cell.text);
}
