import { isDay } from '@weft/core';
import type { Availability, AvailableTime, DaySchedule } from './availability.ts';

/** What a person sets of an availability; its zone is set beside it. */
export interface AvailabilityConfig extends Omit<Availability, 'timezone' | 'holidays'> {
  /** Whose public holidays are kept; null or absent: nobody's. */
  readonly publicHolidays?: PublicHolidays | null | undefined;
}

/** The public holidays of a country, or of a region of it. */
export interface PublicHolidays {
  /** ISO 3166-1: 'FR'. */
  readonly country: string;
  /** As the list of the country's regions has it; empty: the whole country. */
  readonly region: string;
  /** Names of those on which it is open. */
  readonly except: readonly string[];
}

/** A day that is a public holiday, with what it is called. */
export interface Holiday {
  readonly date: string;
  readonly name: string;
}

/** The dates that are kept of the holidays there are. */
export const keptHolidays = (
  all: readonly Holiday[],
  { except }: Pick<PublicHolidays, 'except'>,
): readonly string[] => all.filter(({ name }) => !except.includes(name)).map(({ date }) => date);

/** One person has at most this many. */
export const maxAvailabilities = 50;
export const maxTimesOfDay = 24;
export const maxDateOverrides = 400;
export const maxAbsences = 100;
export const maxHolidaysOff = 100;

/** What a day has that is switched on without any hours. */
export const workingHours: AvailableTime = { startTime: '09:00', endTime: '17:00' };

const isoDays = [1, 2, 3, 4, 5, 6, 7] as const;

/** Monday to Friday, 09:00 to 17:00. */
export const newAvailabilityConfig: AvailabilityConfig = {
  daySchedules: isoDays.map(
    (isoDay): DaySchedule =>
      isoDay <= 5
        ? { isoDay, disabled: false, availableTimes: [workingHours] }
        : { isoDay, disabled: true, availableTimes: [] },
  ),
  dateOverrides: [],
  outOfOffice: [],
};

/** `HH:mm`; `24:00` is for an end. */
export const isStartTime = (text: string): boolean => /^([01]\d|2[0-3]):[0-5]\d$/.test(text);
export const isEndTime = (text: string): boolean => text === '24:00' || isStartTime(text);

/** A day of the calendar, `YYYY-MM-DD`. */
export function isDate(text: string): boolean {
  const [, year, month, day] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(text) ?? [];
  return isDay({ year: Number(year), month: Number(month), day: Number(day) });
}

/** Null: the person may edit the availabilities of another, or their own. */
export const whyNotEdited = (
  caller: { readonly userId: string; readonly isAdmin: boolean },
  owner: { readonly userId: string; readonly name: string },
): string | null =>
  caller.isAdmin || caller.userId === owner.userId
    ? null
    : `Only admins and ${owner.name} can edit their availability`;
