/** How numbers are written. Groups are of three digits; `smallGroups`: of two but for the last (12,34,567). */
export interface NumberStyle {
  readonly decimal: '.' | ',';
  readonly thousands: '' | ',' | '.' | ' ' | "'";
  readonly smallGroups?: boolean;
}

export interface NumberText {
  readonly value: number;
  /** Digits after the decimal mark as written. */
  readonly decimals: number;
}

/** How canonical texts are written: 1234.5 */
export const plainStyle: NumberStyle = { decimal: '.', thousands: '' };

const isThousands = (code: number, thousands: NumberStyle['thousands']): boolean => {
  if (thousands === '') return false;
  if (code === thousands.charCodeAt(0)) return true;
  if (thousands === ' ') return code === 0xa0 || code === 0x202f || code === 0x2009;
  return thousands === "'" && code === 0x2019;
};

/** Powers of ten that a double holds exactly. */
const powers = Array.from({ length: 23 }, (_, power) => Number(`1e${power}`));

/**
 * Reads a whole text as a number: digits with an optional leading minus, one decimal mark with digits behind it ('.5'
 * is fine, '5.' is not) and group marks that are absent or all in their places. No blanks, no exponent, nothing that
 * overflows. The value is the nearest double of text ÷ 10^shift ('7' with shift 2 is 0.07); -0 is 0.
 */
export function readNumberText(text: string, style: NumberStyle, shift = 0): NumberText | null {
  const length = text.length;
  const start = text.charCodeAt(0) === 45 ? 1 : 0;
  const decimal = style.decimal.charCodeAt(0);
  const inner = style.smallGroups === true ? 2 : 3;
  let mantissa = 0;
  let digits = 0;
  let decimals = -1;
  let run = 0;
  let grouped = false;
  for (let i = start; i < length; i++) {
    const code = text.charCodeAt(i);
    if (code >= 48 && code <= 57) {
      mantissa = mantissa * 10 + (code - 48);
      if (digits > 0 || code !== 48) digits++;
      run++;
      if (decimals >= 0) decimals++;
    } else if (decimals >= 0) {
      return null;
    } else if (code === decimal) {
      if (grouped && run !== 3) return null;
      decimals = 0;
    } else if (isThousands(code, style.thousands)) {
      if (run === 0 || (grouped ? run !== inner : run > inner)) return null;
      grouped = true;
      run = 0;
    } else {
      return null;
    }
  }
  if (decimals === 0 || run === 0) return null;
  if (decimals < 0) {
    if (grouped && run !== 3) return null;
    decimals = 0;
  }
  const power = powers[decimals + shift];
  // Both exact, so the quotient is the nearest double; longer texts are left to the engine.
  const magnitude =
    digits <= 15 && power !== undefined ? mantissa / power : slowValue(text, decimals + shift);
  if (magnitude === Number.POSITIVE_INFINITY) return null;
  return { value: start === 1 && magnitude !== 0 ? -magnitude : magnitude, decimals };
}

const slowValue = (text: string, places: number): number => Number(`${text.replace(/\D/g, '')}e${-places}`);
