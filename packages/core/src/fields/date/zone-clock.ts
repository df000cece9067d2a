/** A stretch of time in which a zone keeps one distance from UTC. Milliseconds since 1970; `to` is outside. */
interface Stretch {
  readonly from: number;
  readonly to: number;
  /** Milliseconds to add to UTC. */
  readonly offset: number;
}

/** Stretches seen so far in ascending order, by zone; bounded, because zones arrive with requests. */
const zones = new Map<string, Stretch[]>();
let lastZone = '';
let lastStretch: Stretch = { from: 0, to: 0, offset: 0 };

/**
 * Milliseconds a zone is ahead of UTC at an instant. Temporal is asked once per stretch: showing a column of times
 * costs an addition per cell, not a conversion.
 */
export function zoneOffset(zone: string, epoch: number): number {
  if (zone === lastZone && epoch >= lastStretch.from && epoch < lastStretch.to) return lastStretch.offset;
  lastStretch = offsetStretchAt(zone, epoch);
  lastZone = zone;
  return lastStretch.offset;
}

/** The stretch of constant offset that an instant is in. */
export function offsetStretchAt(zone: string, epoch: number): Stretch {
  let known = zones.get(zone);
  if (known === undefined) {
    if (zones.size >= 200) zones.clear();
    known = [];
    zones.set(zone, known);
  }
  let low = 0;
  let high = known.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    const stretch = known[middle];
    if (stretch !== undefined && stretch.to <= epoch) low = middle + 1;
    else high = middle;
  }
  const found = known[low];
  if (found !== undefined && found.from <= epoch) return found;
  const asked = askStretch(zone, epoch);
  known.splice(low, 0, asked);
  return asked;
}

function askStretch(zone: string, epoch: number): Stretch {
  const at = Temporal.Instant.fromEpochMilliseconds(epoch).toZonedDateTimeISO(readableZone(zone));
  // 'previous' is strictly before: ask a millisecond later, so that a transition at `epoch` counts.
  const from = at.add({ milliseconds: 1 }).getTimeZoneTransition('previous');
  const to = at.getTimeZoneTransition('next');
  return {
    from: from === null ? Number.NEGATIVE_INFINITY : from.epochMilliseconds,
    to: to === null ? Number.POSITIVE_INFINITY : to.epochMilliseconds,
    offset: at.offsetNanoseconds / 1_000_000,
  };
}

const abbreviations = new Map<string, string>();

/** 'EST', 'UTC' or 'GMT+5:30', in English whatever the reader's locale, so that it can be read back. */
export function zoneAbbreviation(zone: string, epoch: number): string {
  zoneOffset(zone, epoch);
  const key = `${zone} ${lastStretch.from}`;
  let found = abbreviations.get(key);
  if (found === undefined) {
    if (abbreviations.size >= 5000) abbreviations.clear();
    const named = new Intl.DateTimeFormat('en-US', { timeZone: readableZone(zone), timeZoneName: 'short' });
    found =
      named.formatToParts(namedAt(lastStretch)).find((part) => part.type === 'timeZoneName')?.value ?? 'UTC';
    abbreviations.set(key, found);
  }
  return found;
}

/** Intl has names only from 1970 to 9999, also inside a stretch: all of a stretch is named as its best known instant. */
function namedAt({ from, to }: Stretch): number {
  if (from < 0 && to > 0) return 0;
  return from === Number.NEGATIVE_INFINITY ? to - 1 : from;
}

/** Names found good; bounded, because case does not matter and names arrive with requests. */
const names = new Set<string>();

/**
 * Whether Temporal, which all reading of clocks asks, knows a zone of that name. Intl knows more, such as 'IST', which
 * three countries mean differently. '+05:00' is an offset, not a zone.
 */
export function isTimeZone(name: string): boolean {
  if (names.has(name)) return true;
  if (!/^[A-Za-z]/.test(name)) return false;
  try {
    Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(name);
  } catch {
    return false;
  }
  if (names.size >= 1000) names.clear();
  names.add(name);
  return true;
}

/** The zone that a stored name is read in: names once taken, such as 'IST', are those that Intl takes them for; else UTC. */
export function readableZone(name: string): string {
  if (isTimeZone(name)) return name;
  try {
    const meant = new Intl.DateTimeFormat('en-US', { timeZone: name }).resolvedOptions().timeZone;
    return isTimeZone(meant) ? meant : 'UTC';
  } catch {
    return 'UTC';
  }
}
