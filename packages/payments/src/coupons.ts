import { err, ok, type Result } from '@weft/std';
import { type CurrencyCode, decimal, type Fraction, readPrice } from './money.ts';

export interface Coupon {
  /** In capitals. */
  readonly code: string;
  readonly off:
    | { readonly kind: 'rate'; readonly percent: Fraction }
    | { readonly kind: 'units'; readonly units: number };
  /** Days, both within it; null: any. */
  readonly from: string | null;
  readonly until: string | null;
  /** How often it is taken; null: any number of times. */
  readonly uses: number | null;
}

const mostCoupons = 100;
const line =
  /^([A-Za-z0-9_-]{1,40})\s+(\d[\d.,]*)\s*(%?)(?:\s+from\s+(\d{4}-\d{2}-\d{2}))?(?:\s+until\s+(\d{4}-\d{2}-\d{2}))?(?:\s+(\d{1,7})\s+uses?)?$/;

const couponKey = (text: string): string => text.trim().toUpperCase();

function readCoupon(text: string, currency: CurrencyCode): Result<Coupon> {
  const [, code, amount = '', sign, from, until, uses] = line.exec(text) ?? [];
  const like = '‘SPRING 10%’ or ‘SPRING 5.00 from 2030-03-01 until 2030-05-31 50 uses’';
  if (code === undefined) return err(`‘${text.slice(0, 60)}’ is no coupon: write it like ${like}`);
  const own = { code: couponKey(code), from: from ?? null, until: until ?? null };
  const times = uses === undefined ? null : Number(uses);
  if (own.from !== null && own.until !== null && own.from > own.until)
    return err(`The coupon ${own.code} ends before it begins`);
  if (sign === '%') {
    const percent = decimal(amount.replace(',', '.'));
    if (percent === null || percent.n === 0n || percent.n > 100n * percent.d)
      return err(`The coupon ${own.code} takes off more than 0 and at most 100 per cent`);
    return ok({ ...own, uses: times, off: { kind: 'rate', percent } });
  }
  const units = readPrice(currency, amount);
  if (!units.ok) return err(`The coupon ${own.code}: ${units.error}`);
  return ok({ ...own, uses: times, off: { kind: 'units', units: units.value } });
}

/** The coupons that somebody wrote, a line each; the error is a sentence (P5). */
export function readCoupons(text: string, currency: CurrencyCode): Result<readonly Coupon[]> {
  const coupons: Coupon[] = [];
  for (const each of text.split('\n').map((one) => one.trim())) {
    if (each === '') continue;
    const read = readCoupon(each, currency);
    if (!read.ok) return read;
    if (coupons.some(({ code }) => code === read.value.code))
      return err(`The coupon ${read.value.code} is written twice`);
    coupons.push(read.value);
    if (coupons.length > mostCoupons) return err(`A form has at most ${mostCoupons} coupons`);
  }
  return ok(coupons);
}

/** The coupon of a code on a day (`YYYY-MM-DD`); the error is a sentence for whoever wrote it. */
export function couponOf(coupons: readonly Coupon[], text: string, day: string): Result<Coupon> {
  const found = coupons.find(({ code }) => code === couponKey(text));
  if (found === undefined) return err('There is no coupon of this code');
  if (found.from !== null && day < found.from) return err('This coupon cannot be used yet');
  if (found.until !== null && day > found.until) return err('This coupon is over');
  return ok(found);
}
