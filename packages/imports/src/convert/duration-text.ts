import { type DurationFormat, type DurationTemplate, durationFormats, fieldTypes } from '@weft/core';

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

const settings: DurationTemplate = { format: 'h:mm:ss.sss' };

/** Seconds, as the field itself reads them from its canonical text (a clock or a plain number); else NaN. */
export function readDuration(text: string): number {
  const read = fieldTypes.duration.fromText(text, settings);
  return read.ok ? (read.value ?? Number.NaN) : Number.NaN;
}
