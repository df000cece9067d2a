import { err, ok, type Result } from '@weft/std';
import {
  amountOf,
  type CurrencyCode,
  type Fraction,
  fraction,
  mostUnits,
  shares,
  stepOf,
  times,
  unitsOf,
  whyNotCharged,
} from './money.ts';

interface OrderLine {
  readonly label: string;
  /** Of one, in the currency's own: computed prices are rounded once a line. */
  readonly price: Fraction;
  readonly quantity: number;
  /** Percentages, each of the net. */
  readonly taxes: readonly Fraction[];
  /** The same as people read it: `19`, or `5 + 9.975`. */
  readonly rate?: string;
}

export interface Order {
  readonly currency: CurrencyCode;
  readonly lines: readonly OrderLine[];
  /** Percentages that are taken off, one after the other. */
  readonly percentOff: readonly Fraction[];
  /** Units that are taken off then. */
  readonly unitsOff: number;
  readonly taxIncluded: boolean;
  readonly tip:
    | { readonly kind: 'none' }
    | { readonly kind: 'rate'; readonly percent: Fraction }
    | { readonly kind: 'units'; readonly units: number };
}

interface QuotedLine {
  readonly label: string;
  readonly quantity: number;
  /** Before the discount. */
  readonly amount: number;
  readonly discount: number;
  readonly tax: number;
  /** Per cent, as people read it. */
  readonly rate?: string;
}

/** What an order comes to, in units. */
export interface Quote {
  readonly currency: CurrencyCode;
  readonly lines: readonly QuotedLine[];
  readonly subtotal: number;
  readonly discount: number;
  /** Where it is included, the subtotal holds it. */
  readonly tax: number;
  readonly taxIncluded: boolean;
  /** Per cent of all lines, of orders whose lines do not say theirs. */
  readonly taxRate?: string;
  readonly tip: number;
  readonly total: number;
}

/** As receipts state a tax: by its name and rate, what it comes to for each rate. */
export function taxRows(
  { lines, tax, taxRate = '' }: Pick<Quote, 'lines' | 'tax' | 'taxRate'>,
  name: string,
): readonly { readonly label: string; readonly units: number }[] {
  if (tax === 0) return [];
  const byRate = new Map<string, number>();
  for (const { tax: units, rate = taxRate } of lines)
    if (units > 0) byRate.set(rate, (byRate.get(rate) ?? 0) + units);
  return [...byRate].map(([rate, units]) => ({ label: rate === '' ? name : `${name} ${rate} %`, units }));
}

const sum = (units: readonly number[]): number => units.reduce((all, one) => all + one, 0);

const percentOf = (code: CurrencyCode, units: number, percent: Fraction): number =>
  unitsOf(code, times(amountOf(code, units), times(percent, fraction(1, 100))));

/** Tax of what is paid for a line. */
function taxOf(code: CurrencyCode, paid: number, taxes: readonly Fraction[], included: boolean): number {
  if (!included) return sum(taxes.map((rate) => percentOf(code, paid, rate)));
  const all = taxes.reduce((one, { n, d }) => ({ n: one.n * d + n * one.d, d: one.d * d }), fraction(0));
  // r of (100 + r) hundredths.
  return unitsOf(code, times(amountOf(code, paid), { n: all.n, d: 100n * all.d + all.n }));
}

/** What an order comes to; the error is a sentence. Browser and server compute it by this alone (P1). */
export function quote({ currency, lines, percentOff, unitsOff, taxIncluded, tip }: Order): Result<Quote> {
  const amounts = lines.map(({ price, quantity }) => unitsOf(currency, times(price, fraction(quantity))));
  if (amounts.some((amount) => amount < 0) || (tip.kind === 'units' && tip.units < 0) || unitsOff < 0)
    return err('This comes to less than nothing');
  const subtotal = sum(amounts);
  if (subtotal > mostUnits) return err('This is more than can be paid at once');
  const afterPercents = percentOff.reduce(
    (left, percent) => Math.max(0, left - percentOf(currency, left, percent)),
    subtotal,
  );
  const afterAll = Math.max(0, afterPercents - unitsOff);
  const discount = subtotal - afterAll;
  const discounts = shares(discount, amounts, stepOf(currency));
  const quoted = lines.map(({ label, quantity, taxes, rate }, place): QuotedLine => {
    const [amount = 0, off = 0] = [amounts[place], discounts[place]];
    return {
      ...{ label, quantity, amount, discount: off },
      tax: taxOf(currency, amount - off, taxes, taxIncluded),
      ...(rate !== undefined && taxes.length > 0 && { rate }),
    };
  });
  const tax = sum(quoted.map((line) => line.tax));
  const tipped =
    tip.kind === 'units' ? tip.units : tip.kind === 'rate' ? percentOf(currency, afterAll, tip.percent) : 0;
  const total = afterAll + (taxIncluded ? 0 : tax) + tipped;
  const why = whyNotCharged(currency, total);
  if (why !== null) return err(why);
  return ok({ currency, lines: quoted, subtotal, discount, tax, taxIncluded, tip: tipped, total });
}
