/** Days since 1970-01-01 and milliseconds since its midnight in UTC, by arithmetic on the proleptic Gregorian calendar. */
export const dayLength = 86_400_000;

export interface Day {
  readonly year: number;
  readonly month: number;
  readonly day: number;
}

const monthDays = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
const isLeap = (year: number): boolean => year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);

/** Whether there is such a day in the years 1 to 9999. */
export function isDay({ year, month, day }: Day): boolean {
  if (year < 1 || year > 9999 || month < 1 || month > 12 || day < 1) return false;
  return day <= (month === 2 && isLeap(year) ? 29 : (monthDays[month - 1] ?? 0));
}

/** The number of a day; years count from March, so that the leap day is the last. */
export function dayNumber(year: number, month: number, day: number): number {
  const y = month <= 2 ? year - 1 : year;
  const era = Math.floor(y / 400);
  const yearOfEra = y - era * 400;
  const dayOfYear = Math.floor((153 * (month > 2 ? month - 3 : month + 9) + 2) / 5) + day - 1;
  const dayOfEra = yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfYear;
  return era * 146_097 + dayOfEra - 719_468;
}

/** The inverse of `dayNumber`. */
export function dayOf(number: number): Day {
  const z = number + 719_468;
  const era = Math.floor(z / 146_097);
  const dayOfEra = z - era * 146_097;
  const yearOfEra = Math.floor(
    (dayOfEra -
      Math.floor(dayOfEra / 1460) +
      Math.floor(dayOfEra / 36_524) -
      Math.floor(dayOfEra / 146_096)) /
      365,
  );
  const dayOfYear = dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100));
  const m = Math.floor((5 * dayOfYear + 2) / 153);
  const month = m < 10 ? m + 3 : m - 9;
  return {
    year: yearOfEra + era * 400 + (month <= 2 ? 1 : 0),
    month,
    day: dayOfYear - Math.floor((153 * m + 2) / 5) + 1,
  };
}

const pairs = Array.from({ length: 100 }, (_, value) => String(value).padStart(2, '0'));
/** 0-99 as two digits. */
export const two = (value: number): string => pairs[value] ?? String(value);
/** A year as four digits. */
export const four = (value: number): string => two(Math.floor(value / 100)) + two(value % 100);

const digit = (text: string, at: number): number => text.charCodeAt(at) - 48;
const pair = (text: string, at: number): number => digit(text, at) * 10 + digit(text, at + 1);

/** Milliseconds since 1970 of `YYYY-MM-DDTHH:mm:ss.sssZ`; the shape is the caller's promise. */
export function epochOf(iso: string): number {
  const days = dayNumber(pair(iso, 0) * 100 + pair(iso, 2), pair(iso, 5), pair(iso, 8));
  const seconds = pair(iso, 11) * 3600 + pair(iso, 14) * 60 + pair(iso, 17);
  return days * dayLength + seconds * 1000 + digit(iso, 20) * 100 + pair(iso, 21);
}

export const firstEpoch = dayNumber(1, 1, 1) * dayLength;
export const lastEpoch = dayNumber(10_000, 1, 1) * dayLength - 1;

/** `YYYY-MM-DDTHH:mm:ss.sssZ` of whole milliseconds; null outside the years 1 to 9999. */
export function isoOf(epoch: number): string | null {
  if (!(epoch >= firstEpoch && epoch <= lastEpoch)) return null;
  const days = Math.floor(epoch / dayLength);
  const { year, month, day } = dayOf(days);
  const time = epoch - days * dayLength;
  const seconds = Math.floor(time / 1000);
  const clock = `${two(Math.floor(seconds / 3600))}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`;
  return `${four(year)}-${two(month)}-${two(day)}T${clock}.${String(time % 1000).padStart(3, '0')}Z`;
}

/** Midnight UTC of a day as stored. */
export const midnightOf = ({ year, month, day }: Day): string =>
  `${four(year)}-${two(month)}-${two(day)}T00:00:00.000Z`;
