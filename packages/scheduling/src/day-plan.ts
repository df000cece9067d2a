import { dayLength } from '@weft/core';
import type { Availability, AvailableTime } from './availability.ts';
import { merged, minute, type Span } from './span.ts';
import { dayOfDate } from './wall-clock.ts';

/** What decided the hours of a date. */
export type HoursRule = 'week' | 'day_off' | 'override' | 'holiday' | 'out_of_office';

/** The hours of a date: rules R2, R6 and R22. */
export interface DayPlan {
  readonly rule: HoursRule;
  /** In milliseconds of the clock since the date's midnight; may end on the next date. */
  readonly windows: readonly Span[];
}

/** Minutes since midnight of `HH:MM`; the shape is the caller's promise. */
export const minutesOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5));

function windowOf({ startTime, endTime }: AvailableTime): Span {
  const from = minutesOf(startTime) * minute;
  const to = minutesOf(endTime) * minute;
  return { from, to: to > from ? to : to + dayLength };
}

const windowsOf = (times: readonly AvailableTime[]): readonly Span[] => merged(times.map(windowOf));

const outOfOffice: DayPlan = { rule: 'out_of_office', windows: [] };
const holiday: DayPlan = { rule: 'holiday', windows: [] };
const dayOff: DayPlan = { rule: 'day_off', windows: [] };

/** A plan whose windows end at midnight where the next date has hours of its own: rule R6. */
export function endedBy(plan: DayPlan, next: DayPlan): DayPlan {
  if (next.rule === 'week' || next.rule === 'day_off') return plan;
  return { ...plan, windows: plan.windows.map(({ from, to }) => ({ from, to: Math.min(to, dayLength) })) };
}

/** The plan of each date by its day number. */
export function dayPlans(config: Omit<Availability, 'timezone'>): (day: number) => DayPlan {
  const week = new Map(
    config.daySchedules.map(({ isoDay, disabled, availableTimes }): [number, DayPlan] => [
      isoDay,
      disabled || availableTimes.length === 0 ? dayOff : { rule: 'week', windows: windowsOf(availableTimes) },
    ]),
  );
  const overrides = new Map(
    config.dateOverrides.map(({ date, availableTimes }): [number, DayPlan] => [
      dayOfDate(date),
      { rule: 'override', windows: windowsOf(availableTimes) },
    ]),
  );
  const holidays = new Set(config.holidays?.map(dayOfDate));
  const absences = config.outOfOffice.map(({ from, to }) => ({ from: dayOfDate(from), to: dayOfDate(to) }));
  return (day) => {
    if (absences.some(({ from, to }) => from <= day && day <= to)) return outOfOffice;
    // Day 0 was a Thursday.
    const isoDay = ((((day + 3) % 7) + 7) % 7) + 1;
    const own = overrides.get(day) ?? (holidays.has(day) ? holiday : undefined);
    return own ?? week.get(isoDay) ?? dayOff;
  };
}
