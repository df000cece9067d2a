/**
 * Order keys: texts that stand for fractions between 0 and 1, so that there is always another between two of them, and a
 * block that moves changes nothing but itself. They are compared by code unit and never end in the lowest digit.
 */
const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const base = digits.length;
/** A key for the end is one step of this many digits behind the last: 14 million of them before any grows longer. */
const stepDigits = 4;
const middle = 'V';

export const isOrderKey = (text: unknown): text is string =>
  typeof text === 'string' && /^[0-9A-Za-z]*[1-9A-Za-z]$/.test(text);

const digitValue = (digit: string | undefined): number => (digit === undefined ? 0 : digits.indexOf(digit));

/** The first digits of a key as a whole number. */
function leading(key: string): number {
  let value = 0;
  for (let place = 0; place < stepDigits; place++) value = value * base + digitValue(key[place]);
  return value;
}

function keyOfLeading(value: number): string {
  let key = '';
  for (let rest = value, place = 0; place < stepDigits; place++, rest = Math.floor(rest / base))
    key = (digits[rest % base] ?? '') + key;
  return key.replace(/0+$/, '');
}

/** A fraction between two, of which the lower may be '' (zero) and the upper null (one). */
function between(low: string, high: string | null): string {
  if (high !== null) {
    let same = 0;
    while ((low[same] ?? '0') === high[same]) same++;
    if (same > 0) return high.slice(0, same) + between(low.slice(same), high.slice(same));
  }
  const from = digitValue(low[0]);
  const to = high === null ? base : digitValue(high[0]);
  if (to - from > 1) return digits[Math.round((from + to) / 2)] ?? '';
  if (high !== null && high.length > 1) return high.slice(0, 1);
  return (digits[from] ?? '') + between(low.slice(1), null);
}

/** A key between two others; null is the beginning or the end. `before` has to come before `after`. */
export function orderBetween(before: string | null, after: string | null): string {
  if (before !== null && after !== null && before >= after)
    throw new Error('There is nothing between an order key and one that is no greater');
  if (before === null && after === null) return middle;
  if (after === null) {
    const next = leading(before ?? '') + 1;
    if (next < base ** stepDigits) return keyOfLeading(next);
  }
  if (before === null && after !== null) {
    // What has more digits comes behind its own beginning.
    const previous = leading(after) - (after.length > stepDigits ? 0 : 1);
    if (previous > 0) return keyOfLeading(previous);
  }
  return between(before ?? '', after);
}

/** As many keys between two others, in order. */
export function ordersBetween(before: string | null, after: string | null, count: number): readonly string[] {
  if (count === 0) return [];
  if (after === null) {
    const keys: string[] = [];
    for (let i = 0; i < count; i++) keys.push(orderBetween(keys.at(-1) ?? before, null));
    return keys;
  }
  const half = Math.floor(count / 2);
  const key = orderBetween(before, after);
  return [...ordersBetween(before, key, half), key, ...ordersBetween(key, after, count - half - 1)];
}
