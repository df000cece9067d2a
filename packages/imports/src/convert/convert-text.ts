import { readCheckbox } from './checkbox-words.ts';
import type { ColumnFormat } from './column-format.ts';
import { isCurrencySymbol, readMoney } from './currency-text.ts';
import {
  asStored,
  type DateOrder,
  isoInstant,
  isoText,
  monthAndDay,
  orderBit,
  readDateText,
} from './date-text.ts';
import { readDuration } from './duration-text.ts';
import { type NumberStyle, readNumber } from './number-text.ts';

/** The answer for a text that does not fit the field: the cell keeps it as its `raw` text. */
export const unfit: unique symbol = Symbol('unfit');

/** The value of a trimmed text that is not empty. */
export type Read<V> = (text: string) => V | typeof unfit;

const orUnfit = (value: number): number | typeof unfit => (Number.isNaN(value) ? unfit : value);
const styleOf = (format: ColumnFormat): NumberStyle => format.style ?? 'comma_period';

export function numberReader(format: ColumnFormat): Read<number> {
  const style = styleOf(format);
  return (text) => orUnfit(readNumber(text, 0, text.length, style));
}

export function currencyReader(currencySymbol: string, format: ColumnFormat): Read<number> {
  const style = styleOf(format);
  const symbol = format.symbol ?? currencySymbol;
  return (text) => {
    const money = readMoney(text);
    if (money) {
      // Another currency is another amount.
      return money.symbol === symbol
        ? orUnfit(readNumber(money.amount, 0, money.amount.length, style))
        : unfit;
    }
    const bare = symbol === '' || isCurrencySymbol(symbol) ? text : withoutAffix(text, symbol);
    return orUnfit(readNumber(bare, 0, bare.length, style));
  };
}

function withoutAffix(text: string, symbol: string): string {
  if (text.startsWith(symbol)) return text.slice(symbol.length).trim();
  if (text.startsWith(`-${symbol}`)) return `-${text.slice(symbol.length + 1).trim()}`;
  return text.endsWith(symbol) ? text.slice(0, -symbol.length).trim() : text;
}

export function percentReader(allowNegative: boolean, format: ColumnFormat): Read<number> {
  const style = styleOf(format);
  return (text) => {
    const bare = text.endsWith('%') ? text.slice(0, -1).trimEnd() : text;
    const value = readNumber(bare, 0, bare.length, style, -2);
    return Number.isNaN(value) || (value < 0 && !allowNegative) ? unfit : value;
  };
}

export function ratingReader(maxRating: number): Read<number> {
  return (text) => {
    const value = /^[1-9]\d?$/.test(text) ? Number(text) : 0;
    return value >= 1 && value <= maxRating ? value : unfit;
  };
}

export const durationReader: Read<number> = (text) => orUnfit(readDuration(text));

/** A calendar day: 00:00 UTC. A time other than midnight would be lost, so it does not fit. */
export function dateReader(format: ColumnFormat): Read<string> {
  const order: DateOrder = format.order ?? 'ymd';
  return (text) => {
    const date = readDateText(text);
    if (!date || (date.orders & orderBit(order)) === 0) return unfit;
    if (date.time !== null && (date.time !== 0 || date.offset !== null || date.tooFine)) return unfit;
    const [month, day] = monthAndDay(date, order);
    return isoText(date.year, month, day, 0);
  };
}

/** An instant; a text without a zone is read in `timeZone` (IANA). */
export function datetimeReader(format: ColumnFormat, timeZone: string): Read<string> {
  const order: DateOrder = format.order ?? 'ymd';
  return (text) => {
    const iso = order === 'ymd' ? asStored(text) : null;
    if (iso !== null) return iso;
    const date = readDateText(text);
    if (!date || (date.orders & orderBit(order)) === 0 || date.tooFine) return unfit;
    return isoInstant(date, order, timeZone) ?? unfit;
  };
}

export function checkboxReader(format: ColumnFormat): Read<boolean> {
  const { words } = format;
  return (text) => {
    if (words?.trueWord === text) return true;
    if (words?.falseWord === text) return false;
    return readCheckbox(text) ?? unfit;
  };
}
