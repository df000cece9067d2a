import { describe, expect, it } from 'vitest';
import { dateAt, timeOfDates } from './invitee-dates.ts';
import { minute } from './span.ts';

const hours = (spans: readonly { from: number; to: number }[]): number =>
  spans.reduce((sum, { from, to }) => sum + (to - from) / (60 * minute), 0);

describe('the dates of an invitee (R21)', () => {
  it('are of their own zone', () => {
    const [time] = timeOfDates('Pacific/Auckland', '2026-06-15', '2026-06-15');
    expect(time).toEqual({ from: Date.parse('2026-06-14T12:00Z'), to: Date.parse('2026-06-15T12:00Z') });
    expect(dateAt('Pacific/Auckland', Date.parse('2026-06-14T12:00Z'))).toBe('2026-06-15');
    expect(dateAt('America/New_York', Date.parse('2026-06-14T12:00Z'))).toBe('2026-06-14');
  });

  it('are as long as their clock says', () => {
    expect(hours(timeOfDates('Europe/London', '2026-03-29', '2026-03-29'))).toBe(23);
    expect(hours(timeOfDates('Europe/London', '2026-10-25', '2026-10-25'))).toBe(25);
    expect(hours(timeOfDates('Pacific/Apia', '2011-12-30', '2011-12-30'))).toBe(0);
    expect(timeOfDates('Pacific/Apia', '2011-12-29', '2011-12-31')).toHaveLength(1);
    expect(hours(timeOfDates('Pacific/Apia', '2011-12-29', '2011-12-31'))).toBe(48);
  });

  it('are all there is: each instant is in the time of its date', () => {
    const from = Date.parse('2006-10-28T00:00Z');
    for (let time = from; time < from + 3 * 24 * 60 * minute; time += 7 * minute) {
      const date = dateAt('America/St_Johns', time);
      const of = timeOfDates('America/St_Johns', date, date);
      expect(of.some((span) => span.from <= time && time < span.to)).toBe(true);
    }
  });
});
