import { plainMarks } from '../number/notation.ts';
import { four, two } from './calendar.ts';
import type { DateOrder } from './read-date.ts';

type Piece = 'year' | 'month' | 'day' | { readonly literal: string };

/** How a locale writes a date in numbers (Gregorian), learnt once from one date and then applied by hand. */
export interface DatePattern {
  readonly order: DateOrder;
  readonly pieces: readonly Piece[];
  readonly paddedMonth: boolean;
  readonly paddedDay: boolean;
  readonly digits: readonly string[] | null;
  /** What stands behind the last number: ' г.' */
  readonly tail: string;
}

/** Bounded, because locales arrive with requests. */
const patterns = new Map<string, DatePattern>();

export function datePatternOf(locale: string): DatePattern {
  let found = patterns.get(locale);
  if (found === undefined) {
    if (patterns.size >= 200) patterns.clear();
    found = learn(locale);
    patterns.set(locale, found);
  }
  return found;
}

const isoPattern: DatePattern = {
  order: 'ymd',
  pieces: ['year', { literal: '-' }, 'month', { literal: '-' }, 'day'],
  paddedMonth: true,
  paddedDay: true,
  digits: null,
  tail: '',
};

function learn(locale: string): DatePattern {
  const format = new Intl.DateTimeFormat(locale, {
    calendar: 'gregory',
    timeZone: 'UTC',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
  });
  // 5 April 2003: no two numbers alike, and the padding shows.
  const parts = format
    .formatToParts(Temporal.Instant.from('2003-04-05T00:00:00Z').epochMilliseconds)
    .filter(({ type }) => type === 'year' || type === 'month' || type === 'day' || type === 'literal');
  const named = (wanted: string): string => parts.find(({ type }) => type === wanted)?.value ?? '';
  const zero = new Intl.NumberFormat(locale, { useGrouping: false }).format(0);
  const own = plainMarks(named('year')) === '2003' && !named('year').includes('2');
  const order = parts
    .filter(({ type }) => type !== 'literal')
    .map(({ type }) => type.charAt(0))
    .join('');
  const last = parts.at(-1);
  const separators = parts.slice(1, -1).filter(({ type }) => type === 'literal');
  const readable =
    (order === 'mdy' || order === 'dmy' || order === 'ymd') &&
    separators.every(({ value }) => /^ ?[-/.] ?$/.test(plainMarks(value)));
  // A few locales put the day second or only a space between: what could not be typed back is shown as ISO.
  if (!readable) return isoPattern;
  return {
    order,
    pieces: parts.map(({ type, value }) =>
      type === 'year' || type === 'month' || type === 'day' ? type : { literal: value },
    ),
    paddedMonth: plainMarks(named('month')).length === 2,
    paddedDay: plainMarks(named('day')).length === 2,
    digits: own ? Array.from({ length: 10 }, (_, i) => String.fromCharCode(zero.charCodeAt(0) + i)) : null,
    tail: last?.type === 'literal' ? last.value : '',
  };
}

export function formatPattern(pattern: DatePattern, year: number, month: number, day: number): string {
  let text = '';
  for (const piece of pattern.pieces) {
    if (typeof piece === 'object') text += piece.literal;
    else if (piece === 'year') text += four(year);
    else {
      const value = piece === 'month' ? month : day;
      const padded = piece === 'month' ? pattern.paddedMonth : pattern.paddedDay;
      text += padded ? two(value) : String(value);
    }
  }
  const { digits } = pattern;
  return digits === null ? text : text.replace(/\d/g, (digit) => digits[Number(digit)] ?? digit);
}
