/** A finite number as digits × 10^exponent: the shortest decimal that reads back as it. */
interface Decimal {
  readonly digits: string;
  readonly exponent: number;
}

function shortestDecimal(magnitude: number): Decimal {
  const [mantissa = '0', power = '0'] = String(magnitude).split('e');
  const point = mantissa.indexOf('.');
  if (point === -1) return { digits: mantissa, exponent: Number(power) };
  return {
    digits: mantissa.slice(0, point) + mantissa.slice(point + 1),
    exponent: Number(power) - (mantissa.length - point - 1),
  };
}

/**
 * The digits of magnitude × 10^places, rounded half up as the number is written, not as it is stored: 1.005 with two
 * places is 101, though the double is a little less.
 */
export function roundedDigits(magnitude: number, places: number): string {
  const { digits, exponent } = shortestDecimal(magnitude);
  const cut = -(exponent + places);
  if (cut <= 0) return digits + '0'.repeat(-cut);
  if (cut > digits.length) return '0';
  const kept = digits.slice(0, digits.length - cut) || '0';
  return digits.charCodeAt(digits.length - cut) < 53 ? kept : String(BigInt(kept) + 1n);
}

/** The shortest text that reads back as value × 10^shift, always without an exponent: '-0.000001', '25'. */
export function decimalText(value: number, shift = 0): string {
  if (value === 0) return '0';
  const shortest = String(value);
  if (shift === 0 && !shortest.includes('e')) return shortest;
  const decimal = shortestDecimal(Math.abs(value));
  const digits = decimal.digits.replace(/^0+/, '');
  const exponent = decimal.exponent + shift;
  const sign = value < 0 ? '-' : '';
  if (exponent >= 0) return sign + digits + '0'.repeat(exponent);
  const whole = digits.slice(0, Math.max(0, digits.length + exponent)) || '0';
  const fraction = digits.slice(exponent).padStart(-exponent, '0').replace(/0+$/, '');
  return fraction === '' ? sign + whole : `${sign}${whole}.${fraction}`;
}
