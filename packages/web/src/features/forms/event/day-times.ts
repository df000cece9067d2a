import { dayLength, zoneOffset } from '@weft/core';
import type { DayTime } from '@weft/protocol';

const minute = 60_000;
const outside: readonly string[] = ['outside_hours', 'day_off', 'out_of_office', 'override', 'holiday'];
/** Reasons that say nothing of the hours: what has begun may lie within them or not. */
const ofEvent: readonly string[] = [
  'past',
  'too_soon',
  'before_window',
  'after_window',
  'day_limit',
  'week_limit',
];

/** Whether a time is not offered because nobody is open then. */
export const isOutside = ({ reasons }: DayTime): boolean => {
  const ofHosts = reasons.filter(({ code }) => !ofEvent.includes(code));
  return ofHosts.length > 0 && ofHosts.every(({ code }) => outside.includes(code));
};

/** The times that are worth a row: all within hours, and two on either side of them. */
export function shownTimes(times: readonly DayTime[], zone: string): readonly DayTime[] {
  const inside = times.flatMap((time, place) => (isOutside(time) ? [] : [place]));
  const [first, last] = [inside[0], inside.at(-1)];
  if (first === undefined || last === undefined) {
    // Nothing is open: the hours in which people mostly are.
    const hourOf = (time: number) => ((time + zoneOffset(zone, time)) % dayLength) / (60 * minute);
    const usual = times.filter(({ from }) => hourOf(from) >= 8 && hourOf(from) < 18);
    return usual.length > 0 ? usual : times;
  }
  return times.slice(Math.max(0, first - 2), last + 3);
}

/** The shortest step between two times, in milliseconds. */
export function stepOf(times: readonly DayTime[]): number {
  const steps = times.slice(1).map(({ from }, place) => from - (times[place]?.from ?? 0));
  return Math.max(5 * minute, Math.min(120 * minute, ...steps.filter((step) => step > 0)));
}
