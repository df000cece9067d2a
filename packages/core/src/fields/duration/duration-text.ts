import { two } from '../date/calendar.ts';
import { decimalText, roundedDigits } from '../number/decimal.ts';
import { plainStyle, readNumberText } from '../number/read-number.ts';
import type { DurationFormat } from '../templates.ts';

const clock = /^(-?)(\d{1,12}):(\d\d)(?::(\d\d)(?:\.(\d{1,3}))?)?$/;

/**
 * Seconds of `h:mm`, `h:mm:ss`, `h:mm:ss.mmm` (one to three digits) or a plain number of seconds; a leading minus makes
 * it negative. Null for anything else, for 60 seconds or more and for a fraction finer than a millisecond behind a
 * clock. Minutes may pass 59: 0:90 is an hour and a half.
 */
export function readDurationText(text: string): number | null {
  const match = clock.exec(text);
  if (match === null) return readNumberText(text, plainStyle)?.value ?? null;
  const [, minus, hours = '', minutes = '', seconds = '0', fraction = ''] = match;
  if (Number(seconds) >= 60) return null;
  const whole = Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds);
  const duration = (whole * 1000 + Number(fraction.padEnd(3, '0'))) / 1000;
  return minus === '-' && duration !== 0 ? -duration : duration;
}

/** Whole units (seconds when `decimals` is 0, tenths when 1, …) as h:mm:ss with the fraction behind. */
function clockText(units: number, decimals: number): string {
  const perSecond = 10 ** decimals;
  const seconds = Math.floor(units / perSecond);
  const text = `${Math.floor(seconds / 3600)}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`;
  return decimals === 0 ? text : `${text}.${String(units % perSecond).padStart(decimals, '0')}`;
}

/** Beyond this a clock would not be exact; such durations are written as seconds. */
const longestClock = 1e11;

/** What the cell shows, rounded to the format's last place, away from zero at a half. */
export function formatDuration(value: number, format: DurationFormat): string {
  const magnitude = Math.abs(value);
  if (magnitude >= longestClock) return decimalText(value);
  if (format === 'h:mm') {
    const minutes = Math.round(magnitude / 60);
    const text = `${Math.floor(minutes / 60)}:${two(minutes % 60)}`;
    return value < 0 && minutes > 0 ? `-${text}` : text;
  }
  const decimals = format.length <= 'h:mm:ss'.length ? 0 : format.length - 'h:mm:ss.'.length;
  const units = Number(roundedDigits(magnitude, decimals));
  const text = clockText(units, decimals);
  return value < 0 && units > 0 ? `-${text}` : text;
}

/** `1:05:09.25` where that is exact, else the seconds as a decimal: both read back as the value. */
export function durationText(value: number): string {
  const magnitude = Math.abs(value);
  const milliseconds = Math.round(magnitude * 1000);
  if (magnitude >= longestClock || milliseconds / 1000 !== magnitude) return decimalText(value);
  const exact = clockText(milliseconds, 3);
  const text = milliseconds % 1000 === 0 ? exact.slice(0, -'.000'.length) : exact.replace(/0+$/, '');
  return value < 0 ? `-${text}` : text;
}
