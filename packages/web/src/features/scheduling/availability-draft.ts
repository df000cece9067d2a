import { dayLength, isoOf } from '@weft/core';
import {
  type AvailabilityConfig,
  type DayPlan,
  dayOfDate,
  dayPlans,
  endedBy,
  minutesOf,
  workingHours,
} from '@weft/scheduling';
import { deepEqual } from '@weft/std';

/** What is being changed of an availability, until it is saved. */
export interface AvailabilityDraft {
  readonly name: string;
  readonly timezone: string;
  readonly config: AvailabilityConfig;
}

export type DaySchedule = AvailabilityConfig['daySchedules'][number];
export type AvailableTime = DaySchedule['availableTimes'][number];

export const dayNames = [
  'Monday',
  'Tuesday',
  'Wednesday',
  'Thursday',
  'Friday',
  'Saturday',
  'Sunday',
] as const;
export const nameOfDay = (isoDay: number): string => dayNames[isoDay - 1] ?? '';

/** Times are chosen in steps of so many minutes. */
const step = 15;
const dayMinutes = 24 * 60;
/** What a further time of a day ends at the latest; it can be made to end later. */
const latestNewEnd = dayMinutes - step;

const timeOf = (minutes: number): string =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;

const everyStep = (from: number, to: number): string[] => {
  const times: string[] = [];
  for (let minutes = from; minutes <= to; minutes += step) times.push(timeOf(minutes));
  return times;
};

/** The times among which a start or an end is chosen; what stands there now is one of them. */
const including = (times: readonly string[], now: string): readonly string[] =>
  times.includes(now) ? times : [...times, now].sort();
export const startTimes = (now: string): readonly string[] => including(everyStep(0, dayMinutes - step), now);
export const endTimes = (start: string, now: string): readonly string[] =>
  including(everyStep((Math.floor(minutesOf(start) / step) + 1) * step, dayMinutes), now);

/** '9:00am' or '09:00'. */
export function clockText(time: string, timeFormat: '12h' | '24h'): string {
  if (timeFormat === '24h') return time;
  const minutes = minutesOf(time) % dayMinutes;
  const hour = Math.floor(minutes / 60);
  return `${hour % 12 === 0 ? 12 : hour % 12}:${time.slice(3)}${hour < 12 ? 'am' : 'pm'}`;
}

/** A time with another start. A night shift keeps its end; else one that would end before its start ends an hour after it. */
export function withStart(time: AvailableTime, startTime: string): AvailableTime {
  const { endTime } = time;
  const start = minutesOf(startTime);
  const end = minutesOf(endTime);
  const isNight = end <= minutesOf(time.startTime);
  if (end > start || (isNight && end !== start)) return { startTime, endTime };
  return { startTime, endTime: timeOf(Math.min(start + 60, dayMinutes)) };
}

/** A further time begins where the last one ends, and lasts an hour, or until 23:45. Null: there is no room. */
export function nextTime(times: readonly AvailableTime[]): AvailableTime | null {
  const last = times.at(-1);
  if (last === undefined) return workingHours;
  const start = minutesOf(last.endTime);
  if (start >= latestNewEnd || start <= minutesOf(last.startTime)) return null;
  return { startTime: last.endTime, endTime: timeOf(Math.min(start + 60, latestNewEnd)) };
}

/** A day switched on or off keeps its times; one without any is then open from nine to five. */
export const switched = (day: DaySchedule, on: boolean): DaySchedule => ({
  ...day,
  disabled: !on,
  availableTimes: on && day.availableTimes.length === 0 ? [workingHours] : day.availableTimes,
});

/** Without its last time a day is off. */
export const withTimes = (day: DaySchedule, availableTimes: readonly AvailableTime[]): DaySchedule => ({
  ...day,
  availableTimes,
  disabled: availableTimes.length === 0,
});

/** The times of a day on others too, instead of theirs. */
export const copied = (
  days: readonly DaySchedule[],
  from: DaySchedule,
  to: ReadonlySet<number>,
): readonly DaySchedule[] =>
  days.map((day) =>
    to.has(day.isoDay) ? { ...day, disabled: from.disabled, availableTimes: from.availableTimes } : day,
  );

/** An emptied name falls back to the one it had. */
export const savedName = (draft: AvailabilityDraft, before: AvailabilityDraft): string =>
  draft.name.trim() === '' ? before.name : draft.name.trim();

export const isChanged = (draft: AvailabilityDraft, before: AvailabilityDraft): boolean =>
  !deepEqual(
    [savedName(draft, before), draft.timezone, draft.config],
    [before.name, before.timezone, before.config],
  );

/** '40 h', '7.5 h'. */
export const hoursText = (minutes: number): string => `${Math.round((minutes / 60) * 100) / 100} h`;

const openMinutes = ({ windows }: DayPlan): number =>
  windows.reduce((sum, { from, to }) => sum + (to - from) / 60_000, 0);

/** A week in which nothing is other than usual. */
export function weekMinutes({ daySchedules }: AvailabilityConfig): number {
  const planOf = dayPlans({ daySchedules, dateOverrides: [], outOfOffice: [] });
  return [0, 1, 2, 3, 4, 5, 6].reduce((sum, day) => sum + openMinutes(planOf(day)), 0);
}

/** A day of the preview. */
export interface PreviewDay extends DayPlan {
  /** `YYYY-MM-DD`. */
  readonly date: string;
  readonly isoDay: number;
}

/** The date that a zone's clock shows; it asks for no `Temporal`, which these pages do without. */
const todayIn = (timeZone: string, now: Date): string =>
  new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' }).format(
    now,
  );

/** Today and the 13 days after it, on the clock of the availability. */
export function nextTwoWeeks(
  { timezone, config }: AvailabilityDraft,
  now: Date,
  holidays: readonly string[] = [],
): readonly PreviewDay[] {
  const planOf = dayPlans({ ...config, holidays });
  const today = dayOfDate(todayIn(timezone, now));
  return Array.from({ length: 14 }, (_, later) => {
    const day = today + later;
    const date = (isoOf(day * dayLength) ?? '').slice(0, 10);
    return { ...endedBy(planOf(day), planOf(day + 1)), date, isoDay: ((day + 3) % 7) + 1 };
  });
}

export const previewMinutes = (days: readonly PreviewDay[]): number =>
  days.reduce((sum, day) => sum + openMinutes(day), 0);
