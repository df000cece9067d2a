import { type DurationFormat, durationFormats } from '@weft/core';

const clock = /^(\d+):(\d\d)(?::(\d\d)(?:\.(\d{1,3}))?)?$/;

/** Which duration format shows exactly this text (`1:05:09.25` is h:mm:ss.ss), or null. */
export function durationFormatOf(text: string): DurationFormat | null {
  const code = text.charCodeAt(0);
  if (code < 48 || code > 57) return null;
  const match = clock.exec(text);
  if (!match) return null;
  const [, hours = '', minutes = '', seconds, fraction] = match;
  if (hours.length > 9 || (hours.length > 1 && hours.startsWith('0'))) return null;
  if (Number(minutes) > 59 || (seconds !== undefined && Number(seconds) > 59)) return null;
  if (seconds === undefined) return 'h:mm';
  return durationFormats[1 + (fraction?.length ?? 0)] ?? null;
}

/** Seconds of `h:mm`, `h:mm:ss`, `h:mm:ss.mmm` (hours may be padded) or a plain number of seconds; else NaN. */
export function readDuration(text: string): number {
  const match = clock.exec(text);
  if (!match) return /^\d{1,12}(\.\d{1,3})?$/.test(text) ? Number(text) : Number.NaN;
  const [, hours = '', minutes = '', seconds = '0', fraction = ''] = match;
  if (hours.length > 9 || Number(minutes) > 59 || Number(seconds) > 59) return Number.NaN;
  const milliseconds =
    ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1000 + Number(fraction.padEnd(3, '0'));
  return milliseconds / 1000;
}
