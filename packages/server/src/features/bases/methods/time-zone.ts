import { isTimeZone } from '@weft/core';
import { invalid } from '@weft/std';

/** The IANA zone a caller names, UTC where none is named; refused when the server knows none of that name. */
export function timeZoneOf(name: string | undefined, path = 'timeZone'): string {
  if (name !== undefined && !isTimeZone(name)) throw invalid(path, 'Not a time zone');
  return name ?? 'UTC';
}
