import { isDay } from '@weft/core';

/** '2026-03-05', a day that there is. */
export function isDayText(text: string): boolean {
  const parts = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text);
  if (parts === null) return false;
  const [year = 0, month = 0, day = 0] = parts.slice(1).map(Number);
  return isDay({ year, month, day });
}

/** A day as a cell stores it. */
export const storedDay = (day: string): string => `${day}T00:00:00.000Z`;
