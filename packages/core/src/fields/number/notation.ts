import type { FieldEnv } from '../field-type.ts';
import type { NumberFormat, NumberTemplate } from '../templates.ts';
import type { NumberStyle } from './read-number.ts';

/** How numbers are written, down to the digits. */
export interface Notation {
  /** How texts in ASCII digits and marks are read (`plainMarks`). */
  readonly style: NumberStyle;
  readonly decimal: string;
  readonly group: string;
  readonly minus: string;
  /** Code of the digit zero; the nine others follow. */
  readonly zero: number;
  /** Digits a group mark needs in front of it: 2 where 1234 has none and 12 345 has one. */
  readonly leading: number;
}

const notation = (decimal: '.' | ',', group: '.' | ',' | ' '): Notation => ({
  style: { decimal, thousands: group },
  decimal,
  group,
  minus: '-',
  zero: 48,
  leading: 1,
});

const fixed = {
  comma_period: notation('.', ','),
  period_comma: notation(',', '.'),
  space_comma: notation(',', ' '),
  space_period: notation('.', ' '),
} as const;

/** Bounded, because locales arrive with requests. */
const localNotations = new Map<string, Notation>();

/** As the column shows its numbers: without group marks where it wants none. Texts are read with them all the same. */
export function shownNotation({ numberFormat, grouping }: NumberTemplate, env: FieldEnv): Notation {
  const notation = notationOf(numberFormat, env);
  if (grouping !== false || notation.group === '') return notation;
  let plain = ungrouped.get(notation);
  if (plain === undefined) {
    plain = { ...notation, group: '' };
    ungrouped.set(notation, plain);
  }
  return plain;
}

const ungrouped = new WeakMap<Notation, Notation>();

/** The column's way of writing numbers; for `local` that of the reader's locale, asked once and then applied by hand. */
export function notationOf(format: NumberFormat, env: FieldEnv): Notation {
  if (format !== 'local') return fixed[format];
  let found = localNotations.get(env.locale);
  if (found === undefined) {
    if (localNotations.size >= 200) localNotations.clear();
    found = localNotation(env.locale);
    localNotations.set(env.locale, found);
  }
  return found;
}

function localNotation(locale: string): Notation {
  const grouping = new Intl.NumberFormat(locale, { maximumFractionDigits: 1 });
  const parts = grouping.formatToParts(-1234567890.5);
  const zero = new Intl.NumberFormat(locale, { useGrouping: false }).format(0).charCodeAt(0);
  // In Arabic and Hebrew a direction mark goes with the minus.
  const minus = parts
    .slice(
      0,
      parts.findIndex((each) => each.type === 'integer'),
    )
    .map((each) => each.value)
    .join('');
  const mark = (wanted: 'decimal' | 'group'): string =>
    // One kind of space, so that a search for '1 234' finds what it looks like.
    parts.find(({ type }) => type === wanted)?.value.replace(/\s/u, ' ') ?? '';
  const decimal = plainMarks(mark('decimal')) === ',' ? ',' : '.';
  const group = groupMarks.find((each) => each !== decimal && each === plainMarks(mark('group'))) ?? '';
  return {
    style: {
      decimal,
      thousands: group,
      smallGroups: parts.filter((each) => each.type === 'integer').at(-2)?.value.length === 2,
    },
    // A mark that could not be read back is not shown.
    decimal: plainMarks(mark('decimal')) === decimal ? mark('decimal') : decimal,
    group: group === '' ? '' : mark('group'),
    minus: minus === '' ? '-' : minus,
    zero: zeros.includes(zero) ? zero : 48,
    leading: grouping.formatToParts(1234).some((each) => each.type === 'group') ? 1 : 2,
  };
}

const groupMarks = [',', '.', ' ', "'"] as const;

/** Zeros of the decimal digits people write with: Arabic, Persian, Devanagari, Bengali, Thai, full width, … */
const zeros = [
  0x660, 0x6f0, 0x7c0, 0x966, 0x9e6, 0xa66, 0xae6, 0xb66, 0xbe6, 0xc66, 0xce6, 0xd66, 0xe50, 0xed0, 0xf20,
  0x1040, 0x17e0, 0x1810, 0xff10,
];

/** The text in ASCII: digits of any script, typographic minus, spaces and apostrophes, Arabic marks; no invisible direction marks. */
export function plainMarks(text: string): string {
  if (isAscii(text)) return text;
  let plain = '';
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    const zero = zeros.find((each) => code >= each && code <= each + 9);
    if (zero !== undefined) plain += String(code - zero);
    else plain += marks.get(code) ?? text.charAt(i);
  }
  return plain;
}

const marks: ReadonlyMap<number, string> = new Map([
  [0x2212, '-'],
  [0xa0, ' '],
  [0x202f, ' '],
  [0x2009, ' '],
  [0x2019, "'"],
  [0x66a, '%'],
  [0x66b, '.'],
  [0x66c, ','],
  [0x61c, ''],
  [0x200e, ''],
  [0x200f, ''],
]);

function isAscii(text: string): boolean {
  for (let i = 0; i < text.length; i++) if (text.charCodeAt(i) > 126) return false;
  return true;
}
