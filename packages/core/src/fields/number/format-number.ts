import { decimalText, roundedDigits } from './decimal.ts';
import type { Notation } from './notation.ts';

const powers = [1, 10, 100, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8];

/** The digits of magnitude × 10^places, rounded. */
function scaledDigits(magnitude: number, places: number): string {
  const scaled = magnitude * (powers[places] ?? Number.NaN);
  // Below 1e11 the product is off by less than 0.0001, so only what is near a tie needs the exact way.
  if (scaled < 1e11) {
    const whole = Math.floor(scaled);
    const rest = scaled - whole;
    if (rest < 0.499) return String(whole);
    if (rest > 0.501) return String(whole + 1);
  }
  return roundedDigits(magnitude, places);
}

/**
 * value × 10^shift with so many decimals, or with all the value has. By hand, not by Intl: it runs for every cell drawn while scrolling
 * (format.bench.ts: 6-8 million a second, Intl 2). Rounds half away from zero; what rounds to zero has no minus.
 */
export function formatNumber(
  value: number,
  places: number | undefined,
  notation: Notation,
  shift = 0,
): string {
  if (places === undefined) return formatExact(value, notation, shift);
  const scaled = scaledDigits(value < 0 ? -value : value, places + shift);
  // From 10^-shift to the shown number the digits stay, only the mark moves.
  let digits = scaled;
  if (digits.length <= places) digits = digits.padStart(places + 1, '0');
  const whole = digits.length - places;
  let text = grouped(digits, whole, notation);
  if (places > 0) text += notation.decimal + digits.slice(whole);
  if (notation.zero !== 48) text = localDigits(text, notation.zero);
  return value < 0 && scaled !== '0' ? notation.minus + text : text;
}

/** Every digit of the shortest decimal that reads back as the value. */
function formatExact(value: number, notation: Notation, shift: number): string {
  const plain = decimalText(value < 0 ? -value : value, shift);
  const point = plain.indexOf('.');
  const whole = point === -1 ? plain.length : point;
  let text = grouped(plain, whole, notation);
  if (point !== -1) text += notation.decimal + plain.slice(point + 1);
  if (notation.zero !== 48) text = localDigits(text, notation.zero);
  return value < 0 ? notation.minus + text : text;
}

/** The first `whole` digits with group marks. */
function grouped(digits: string, whole: number, notation: Notation): string {
  if (whole < 3 + notation.leading || notation.group === '') return digits.slice(0, whole);
  const inner = notation.style.smallGroups === true ? 2 : 3;
  let end = whole - 3;
  let text = notation.group + digits.slice(end, whole);
  while (end > inner) {
    text = notation.group + digits.slice(end - inner, end) + text;
    end -= inner;
  }
  return digits.slice(0, end) + text;
}

function localDigits(text: string, zero: number): string {
  let local = '';
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    local += code >= 48 && code <= 57 ? String.fromCharCode(code - 48 + zero) : text.charAt(i);
  }
  return local;
}
