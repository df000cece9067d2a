import { describe, expect, it } from 'vitest';
import { dayIn, formatsOf, momentIn } from './moment-format.ts';

const at = '2026-03-14T23:05:00.000Z';
const utc = { timezone: 'UTC' } as const;

describe('a moment', () => {
  it.each([
    ['us', '12h', '03/14/2026 11:05 PM'],
    ['european', '24h', '14/03/2026 23:05'],
    ['iso', '24h', '2026-03-14 23:05'],
    ['long', '12h', 'March 14, 2026 11:05 PM'],
  ] as const)('is written as %s and %s', (dateFormat, timeFormat, text) => {
    expect(momentIn(formatsOf({ ...utc, dateFormat, timeFormat }, {}), at)).toBe(text);
  });

  it('is written as the device does where the format is local', () => {
    expect(dayIn(formatsOf({ ...utc, dateFormat: 'local' }, {}), at, 'de-DE')).toBe('14.03.2026');
  });

  it('lies on the day of the zone', () => {
    expect(dayIn(formatsOf({ timezone: 'Asia/Tokyo' }, {}), at)).toBe('03/15/2026');
  });

  it('is written as the organization sets where the person chose nothing', () => {
    expect(momentIn(formatsOf(utc, { dateFormat: 'iso', timeFormat: '24h' }), at)).toBe('2026-03-14 23:05');
    expect(dayIn(formatsOf({ ...utc, dateFormat: 'us' }, { dateFormat: 'iso' }), at)).toBe('03/14/2026');
  });

  it('of midnight is 12:00 AM, or 00:00', () => {
    const midnight = '2026-03-14T00:00:00.000Z';
    expect(momentIn(formatsOf(utc, {}), midnight)).toBe('03/14/2026 12:00 AM');
    expect(momentIn(formatsOf({ ...utc, timeFormat: '24h' }, {}), midnight)).toBe('03/14/2026 00:00');
  });
});
