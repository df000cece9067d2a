import { readableZone, zoneAbbreviation, zoneOffset } from './zone-clock.ts';

/** A stretch of time in which a zone's clock keeps its distance from UTC and its name. */
export interface ZoneStretch {
  /** Milliseconds since 1970; the first stretch has none. */
  readonly from: number;
  /** Milliseconds to add to UTC. */
  readonly offset: number;
  /** 'EST', 'GMT+5:45'. */
  readonly abbreviation: string;
}

/** From here on every zone repeats itself: 400 years are a whole number of weeks. */
export const stretchesEnd = '2500-01-01T00:00:00.000Z';

/** Bounded, because zones arrive with requests. */
const known = new Map<string, readonly ZoneStretch[]>();

/**
 * All stretches of a zone that begin before `stretchesEnd`, in order: what a database needs to show an instant as
 * `formatDate` does. About 1,160 for a zone with summer time, found in a millisecond and kept.
 */
export function zoneStretches(zone: string): readonly ZoneStretch[] {
  const found = known.get(zone);
  if (found !== undefined) return found;
  const stretches: ZoneStretch[] = [];
  const end = Temporal.Instant.from(stretchesEnd).epochMilliseconds;
  const first = Temporal.Instant.from('0001-01-01T00:00:00Z');
  let at: Temporal.ZonedDateTime | null = first.toZonedDateTimeISO(readableZone(zone));
  while (at !== null && at.epochMilliseconds < end) {
    const from = at.epochMilliseconds;
    stretches.push({ from, offset: zoneOffset(zone, from), abbreviation: zoneAbbreviation(zone, from) });
    at = at.getTimeZoneTransition('next');
  }
  if (known.size >= 50) known.clear();
  known.set(zone, stretches);
  return stretches;
}
