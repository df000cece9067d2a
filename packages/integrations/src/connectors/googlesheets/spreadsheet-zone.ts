import { readableZone } from '@weft/core';
import { z } from 'zod';

/** The zone of a spreadsheet by a name that we know: Google says 'GMT-07:00' of one that it does not know itself. */
export const spreadsheetZone = z.string().transform((name) => {
  const [, sign, hours, minutes] = /^(?:GMT|UTC)([+-])(\d{2}):(\d{2})$/.exec(name) ?? [];
  if (hours === undefined) return readableZone(name);
  if (minutes !== '00') return `${sign}${hours}:${minutes}`;
  // The zones of whole hours count westwards.
  return readableZone(Number(hours) === 0 ? 'UTC' : `Etc/GMT${sign === '+' ? '-' : '+'}${Number(hours)}`);
});
