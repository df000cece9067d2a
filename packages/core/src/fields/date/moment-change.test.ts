import { expect, it } from 'vitest';
import { leavesOutTimes, takesOtherMoments, zonedSettings } from './moment-change.ts';

const days = { dateFormat: 'us', displayTime: false, timeFormat: '12h', displayTimeZone: false } as const;
const times = { ...days, displayTime: true } as const;
const date = { type: 'date', template: days } as const;
const timed = { type: 'date', template: times } as const;
const datetime = { type: 'datetime', template: times } as const;
const text = { type: 'single_line_text', template: {} } as const;

it('converts a date that gets a time, or loses it, and no date that only looks different', () => {
  expect(takesOtherMoments(date, timed)).toBe(true);
  expect(takesOtherMoments(timed, date)).toBe(true);
  expect(takesOtherMoments(date, date)).toBe(false);
  expect(takesOtherMoments(timed, timed)).toBe(false);
  expect(takesOtherMoments(date, { type: 'date', template: null })).toBe(false);
  expect(takesOtherMoments(text, date)).toBe(false);
});

it('says that times go where a day has none', () => {
  expect(leavesOutTimes(timed, date)).toBe(true);
  expect(leavesOutTimes(datetime, date)).toBe(true);
  expect(leavesOutTimes(datetime, timed)).toBe(false);
  expect(leavesOutTimes(datetime, text)).toBe(false);
  expect(leavesOutTimes(date, date)).toBe(false);
});

it('keeps the zone of whoever makes a date a date and time, unless the date had one', () => {
  const zoned = { ...times, displayTimeZone: true, timezone: 'Asia/Kolkata' };
  expect(zonedSettings(date, 'datetime', 'Asia/Kolkata')).toEqual(zoned);
  const own = { type: 'date', template: { ...times, timezone: 'Europe/Oslo' } } as const;
  expect(zonedSettings(own, 'datetime', 'Asia/Kolkata')?.timezone).toBe('Europe/Oslo');
  expect(zonedSettings(datetime, 'datetime', 'Asia/Kolkata')).toBeNull();
  expect(zonedSettings(date, 'single_line_text', 'Asia/Kolkata')).toBeNull();
});
