import { err, ok, type Result } from '@weft/std';

/** An exact number: rates and prices are never floating points. */
export interface Fraction {
  readonly n: bigint;
  /** More than 0. */
  readonly d: bigint;
}

interface Currency {
  /** Digits of a unit behind the point. */
  readonly decimals: 0 | 2 | 3;
  /** Units that can be paid at least beyond what is paid already. */
  readonly step: 1 | 10 | 100;
  /** Units that can be charged at least. */
  readonly least: number;
}

const of = (decimals: Currency['decimals'], step: Currency['step'], least = step as number): Currency => ({
  ...{ decimals, step, least },
});

/** What can be paid in, by its code: https://docs.stripe.com/currencies. */
const currencies = {
  USD: of(2, 1, 50),
  EUR: of(2, 1, 50),
  GBP: of(2, 1, 30),
  AED: of(2, 1, 200),
  AUD: of(2, 1, 50),
  BGN: of(2, 1, 100),
  BHD: of(3, 10),
  BIF: of(0, 1),
  BRL: of(2, 1, 50),
  CAD: of(2, 1, 50),
  CHF: of(2, 1, 50),
  CLP: of(0, 1),
  CNY: of(2, 1),
  COP: of(2, 1),
  CZK: of(2, 1, 1_500),
  DJF: of(0, 1),
  DKK: of(2, 1, 250),
  EGP: of(2, 1),
  GNF: of(0, 1),
  HKD: of(2, 1, 400),
  HUF: of(2, 1, 17_500),
  IDR: of(2, 1),
  ILS: of(2, 1),
  INR: of(2, 1, 50),
  ISK: of(2, 100),
  JOD: of(3, 10),
  JPY: of(0, 1, 50),
  KES: of(2, 1),
  KMF: of(0, 1),
  KRW: of(0, 1, 50),
  KWD: of(3, 10),
  MAD: of(2, 1),
  MGA: of(0, 1),
  MXN: of(2, 1, 1_000),
  MYR: of(2, 1, 200),
  NGN: of(2, 1),
  NOK: of(2, 1, 300),
  NZD: of(2, 1, 50),
  OMR: of(3, 10),
  PEN: of(2, 1),
  PHP: of(2, 1),
  PKR: of(2, 1),
  PLN: of(2, 1, 200),
  PYG: of(0, 1),
  QAR: of(2, 1),
  RON: of(2, 1, 200),
  RWF: of(0, 1),
  SAR: of(2, 1),
  SEK: of(2, 1, 300),
  SGD: of(2, 1, 50),
  THB: of(2, 1, 1_000),
  TND: of(3, 10),
  TRY: of(2, 1),
  TWD: of(2, 1),
  TZS: of(2, 1),
  UAH: of(2, 1),
  UGX: of(2, 100),
  UYU: of(2, 1),
  VND: of(0, 1),
  VUV: of(0, 1),
  XAF: of(0, 1),
  XOF: of(0, 1),
  XPF: of(0, 1),
  ZAR: of(2, 1, 50),
} as const satisfies { readonly [code: string]: Currency };

export type CurrencyCode = keyof typeof currencies;

export const currencyCodes = Object.keys(currencies) as readonly CurrencyCode[];

export const isCurrency = (text: string): text is CurrencyCode => Object.hasOwn(currencies, text);

const currency = (code: CurrencyCode): Currency => currencies[code];

/** Units that a provider charges at most. */
export const mostUnits = 99_999_999;

export const fraction = (n: bigint | number, d: bigint | number = 1n): Fraction => ({
  ...{ n: BigInt(n), d: BigInt(d) },
});

export const times = (a: Fraction, b: Fraction): Fraction => ({ n: a.n * b.n, d: a.d * b.d });

/** A number as people write it, without signs between thousands: `12.50`; null: it is none. */
export function decimal(text: string): Fraction | null {
  const [, whole = '', part = ''] = /^(\d{1,12})(?:\.(\d{1,9}))?$/.exec(text.trim()) ?? [];
  return whole === '' ? null : fraction(BigInt(whole + part), 10n ** BigInt(part.length));
}

/** Half away from zero, to whole numbers. */
function rounded({ n, d }: Fraction): bigint {
  const positive = n < 0n ? -n : n;
  const whole = (2n * positive + d) / (2n * d);
  return n < 0n ? -whole : whole;
}

/** A computed amount in units, rounded once to the step of its currency (M2). */
export function unitsOf(code: CurrencyCode, { n, d }: Fraction): number {
  const { decimals, step } = currency(code);
  const steps = rounded({ n: n * 10n ** BigInt(decimals), d: d * BigInt(step) });
  return Number(steps) * step;
}

/** Units as the exact number of the currency's own: 1450 units of EUR are 14.5. */
export const amountOf = (code: CurrencyCode, units: number): Fraction =>
  fraction(units, 10n ** BigInt(currency(code).decimals));

/** Digits that are written behind the point. */
export const shownDecimals = (code: CurrencyCode): number => {
  const { decimals, step } = currency(code);
  return step === 100 ? 0 : decimals;
};

/** What stands before or behind an amount of a currency: its code, or the sign it is known by. */
function bare(code: CurrencyCode, text: string): string {
  const style = { style: 'currency', currency: code, currencyDisplay: 'narrowSymbol' } as const;
  const parts = new Intl.NumberFormat('en', style).formatToParts(0);
  const signs = [code, parts.find(({ type }) => type.startsWith('currency'))?.value ?? code];
  const sign = signs.find((one) => text.startsWith(one) || text.endsWith(one));
  if (sign === undefined) return text;
  return (text.startsWith(sign) ? text.slice(sign.length) : text.slice(0, -sign.length)).trim();
}

/**
 * An amount without signs between thousands, its part behind a point: `1,234.50` and `1.234,50` are 1234.50. Of one sign
 * before three digits nobody can say which it is, unless the currency has no such part; null: it is no amount, or that.
 */
function withoutThousands(code: CurrencyCode, text: string): string | null {
  const [, whole = '', part] = /^(\d[\d.,'’\s]*?)(?:([.,]\d*))?$/.exec(text) ?? [];
  const grouped = /^\d{1,3}(?:([.,'’\s])\d{3})(?:\1\d{3})*$/.exec(whole);
  const digits = whole.replaceAll(/\D/g, '');
  if (grouped === null && digits !== whole) return null;
  if (part === undefined) return digits;
  const [sign, behind] = [part[0], part.slice(1)];
  if (behind.length !== 3) return grouped?.[1] === sign ? null : `${digits}.${behind}`;
  const { decimals } = currency(code);
  // Three digits behind the sign that groups the others, or where there is no part: all of it is whole.
  if (grouped?.[1] === sign || (grouped === null && whole.length <= 3 && shownDecimals(code) === 0))
    return digits + behind;
  return decimals === 3 && (sign === '.' || grouped !== null) ? `${digits}.${behind}` : null;
}

/** A price that somebody wrote, in units; the error is a sentence (M3). */
export function readPrice(code: CurrencyCode, text: string): Result<number> {
  const written = bare(code, text.trim());
  const plain = withoutThousands(code, written);
  if (plain === null && /^\d+[.,]\d{3}$/.test(written)) {
    const whole = written.replace(/[.,]/, '');
    return err(
      `‘${written}’ can be read in two ways: write ${whole}, or ${written.slice(0, -1).replace(',', '.')}`,
    );
  }
  const price = plain === null ? null : decimal(plain);
  if (price === null) return err('Write an amount as a number like 12.50');
  const units = unitsOf(code, price);
  const { n, d } = amountOf(code, units);
  if (n * price.d !== price.n * d) {
    const digits = currency(code).decimals === 3 ? 2 : shownDecimals(code);
    const most = digits === 0 ? 'no digits' : `at most ${digits} digits`;
    return err(`${code} is paid with ${most} behind the point`);
  }
  return units > mostUnits ? err('This is more than can be paid at once') : ok(units);
}

/** The amount without its currency: `1,234.50`. */
function digitsOf(code: CurrencyCode, units: number): string {
  const { decimals } = currency(code);
  const shown = shownDecimals(code);
  const text = String(Math.abs(units)).padStart(decimals + 1, '0');
  const whole = text.slice(0, text.length - decimals).replace(/\B(?=(\d{3})+$)/g, ',');
  const part = text.slice(text.length - decimals, text.length - decimals + shown);
  return shown === 0 ? whole : `${whole}.${part}`;
}

/** `EUR 1,234.50`. */
export const moneyText = (code: CurrencyCode, units: number): string =>
  `${units < 0 ? '−' : ''}${code} ${digitsOf(code, units)}`;

/** As somebody would write it into a field: `1234.50`. */
export const plainText = (code: CurrencyCode, units: number): string =>
  digitsOf(code, units).replaceAll(',', '');

/** Why a total cannot be charged, in a sentence; null: it can, or there is nothing to charge (M6). */
export function whyNotCharged(code: CurrencyCode, total: number): string | null {
  const { least } = currency(code);
  if (total > mostUnits) return 'This is more than can be paid at once';
  return total > 0 && total < least ? `The least that can be paid is ${moneyText(code, least)}` : null;
}

/** A whole divided by weights, none of it lost: by largest remainder, ties to the first (M5). */
export function shares(whole: number, weights: readonly number[], step = 1): readonly number[] {
  const sum = weights.reduce((all, one) => all + BigInt(one), 0n);
  if (sum === 0n) return weights.map((_, place) => (place === 0 ? whole : 0));
  const steps = BigInt(whole / step);
  const parts = weights.map((weight) => ({
    least: (steps * BigInt(weight)) / sum,
    rest: (steps * BigInt(weight)) % sum,
  }));
  const given = parts.reduce((all, { least }) => all + least, 0n);
  const left = Number(steps - given);
  const first = parts
    .map(({ rest }, place) => ({ rest, place }))
    .toSorted((a, b) => (a.rest === b.rest ? a.place - b.place : a.rest > b.rest ? -1 : 1))
    .slice(0, left);
  const more = new Set(first.map(({ place }) => place));
  return parts.map(({ least }, place) => (Number(least) + (more.has(place) ? 1 : 0)) * step);
}

export const stepOf = (code: CurrencyCode): number => currency(code).step;
