import { parentPort, workerData } from 'node:worker_threads';
import DateHolidays from 'date-holidays';
import { z } from 'zod';
import type { HolidayAnswer } from './holidays.ts';

const asked = z.object({ country: z.string(), region: z.string(), years: z.array(z.int()) }).nullable();
const day = 86_400_000;
const language = 'en';

const listed = (names: { readonly [code: string]: string } | undefined) =>
  Object.entries(names ?? {})
    .map(([code, name]) => ({ code, name }))
    .toSorted((a, b) => a.name.localeCompare(b.name, language));

/** A day in lieu of another is called as that one is: both are kept, or none. */
const nameOf = (name: string): string => name.replace(/ \(substitute day\)$/, '');

function daysOf(holidays: DateHolidays, years: readonly number[]) {
  return years.flatMap((year) =>
    holidays
      .getHolidays(year, language)
      .filter(({ type }) => type === 'public')
      .flatMap(({ date, start, end, name }) => {
        const first = Date.parse(`${date.slice(0, 10)}T00:00:00Z`);
        const count = Math.max(1, Math.round((end.getTime() - start.getTime()) / day));
        return Array.from({ length: count }, (_, later) => ({
          ...{ date: new Date(first + later * day).toISOString().slice(0, 10), name: nameOf(name) },
        }));
      }),
  );
}

function answer(): HolidayAnswer {
  const place = asked.parse(workerData);
  const countries = listed(new DateHolidays().getCountries(language));
  if (place === null) return { countries, regions: [], days: [] };
  const { country, region, years } = place;
  const regions = listed(new DateHolidays().getStates(country, language));
  const isKnown =
    countries.some(({ code }) => code === country) &&
    (region === '' || regions.some(({ code }) => code === region));
  if (!isKnown) return { countries, regions, days: null };
  const holidays = region === '' ? new DateHolidays(country) : new DateHolidays(country, region);
  return { countries, regions, days: daysOf(holidays, years) };
}

parentPort?.postMessage(answer());
