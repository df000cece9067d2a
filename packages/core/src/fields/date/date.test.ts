import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { describeFieldType } from '../field-type-laws.ts';
import type { DateFormat, DateTemplate } from '../templates.ts';
import { dayNumber, isoOf } from './calendar.ts';
import { dateType } from './date.ts';

describeFieldType(dateType, {
  values: () =>
    fc
      .integer({ min: dayNumber(1, 1, 3), max: dayNumber(9999, 12, 30) })
      .map((day) => isoOf(day * 86_400_000) ?? ''),
});

const reader = { timeZone: 'America/New_York', locale: 'de-DE' };
const days = (dateFormat: DateFormat): DateTemplate => ({
  dateFormat,
  displayTime: false,
  timeFormat: '12h',
  displayTimeZone: false,
});
const day = (text: string, dateFormat: DateFormat = 'us') => {
  const parsed = dateType.parse(text, days(dateFormat), reader);
  return parsed.ok ? parsed.value : parsed.error;
};

describe('a calendar day', () => {
  it('is MM/DD/YYYY without a time unless said otherwise', () => {
    expect(dateType.readTemplate({})).toEqual({ ok: true, value: days('us') });
    expect(dateType.readTemplate({ timezone: 'Europe/Nowhere' }).ok).toBe(false);
    expect(dateType.readTemplate({ timezone: '+05:00' }).ok).toBe(false);
    expect(dateType.readTemplate({ timezone: 'Europe/Paris' })).toMatchObject({
      value: { timezone: 'Europe/Paris' },
    });
  });

  it.each([
    ['us', '03/05/2026'],
    ['european', '05/03/2026'],
    ['iso', '2026-03-05'],
    ['long', 'March 5, 2026'],
    ['local', '5.3.2026'],
  ] as const)('shows as %s the same for every reader: %s', (format, shown) => {
    expect(dateType.format('2026-03-05T00:00:00.000Z', days(format), reader)).toBe(shown);
    expect(day(shown, format)).toBe('2026-03-05T00:00:00.000Z');
  });

  it.each([
    ['us', '3/5/2026'],
    ['us', '3-5-26'],
    ['us', ' 03.05.2026 '],
    ['us', '2026-03-05'],
    ['us', '2026/3/5'],
    ['us', 'Mar 5, 2026'],
    ['us', '5 March 2026'],
    ['us', '5-Mar-2026'],
    ['european', '5/3/2026'],
    ['european', '5. 3. 2026'],
    ['european', '2026-03-05'],
    ['long', '3/5/2026'],
    ['local', '05.03.2026'],
    ['us', '2026-03-05T00:00:00.000Z'],
  ] as const)('typed in a field of format %s, reads %s', (format, text) => {
    expect(day(text, format)).toBe('2026-03-05T00:00:00.000Z');
  });

  it.each([
    '2/30/2026',
    '2/29/2025',
    '13/1/2026',
    '0/1/2026',
    '1/0/2026',
    '1/1/0000',
    '1/1/10000',
    '3/5',
    '3/5-2026',
    'tomorrow',
    'Ma 5, 2026',
    '1/1/026',
  ])('refuses %s', (text) => {
    expect(day(text)).toMatch(/^must be a date/);
  });

  it('knows leap years and the ends of the calendar', () => {
    expect(day('2/29/2024')).toBe('2024-02-29T00:00:00.000Z');
    expect(day('2/29/1900')).toMatch(/^must be/);
    expect(day('01/01/0001')).toBe('0001-01-01T00:00:00.000Z');
    expect(day('12/31/9999')).toBe('9999-12-31T00:00:00.000Z');
  });

  it('reads a short year as 1969 to 2068', () => {
    expect(day('1/1/68')).toBe('2068-01-01T00:00:00.000Z');
    expect(day('1/1/69')).toBe('1969-01-01T00:00:00.000Z');
  });

  it('loses no time when typed, and takes the day of a pasted time', () => {
    expect(day('3/5/2026 15:00')).toBe('must be a day without a time');
    expect(dateType.fromPaste('3/5/2026 15:00', days('us'), reader)).toEqual({
      ok: true,
      value: '2026-03-05T00:00:00.000Z',
    });
    expect(dateType.fromPaste('next week', days('us'), reader).ok).toBe(false);
  });

  it('stores the day in UTC of whatever ISO text it is given', () => {
    const validate = (value: unknown) => dateType.validate(value, days('us'));
    expect(validate('2026-03-05')).toEqual({ ok: true, value: '2026-03-05T00:00:00.000Z' });
    expect(validate('2026-03-05T10:00:00.000Z')).toEqual({ ok: true, value: '2026-03-05T00:00:00.000Z' });
    expect(validate('2026-03-05T23:00:00-05:00')).toEqual({ ok: true, value: '2026-03-06T00:00:00.000Z' });
    for (const value of [
      '2026-02-30',
      '3/5/2026',
      '2026-03-05T10:00',
      '',
      20260305,
      {},
      '0001-01-01T00:00:00+01:00',
    ])
      expect(validate(value).ok).toBe(false);
  });

  it('writes its canonical text without a time', () => {
    expect(dateType.toText('2026-03-05T00:00:00.000Z', days('us'))).toBe('2026-03-05');
  });

  it('says the earliest, the latest and the days between', () => {
    const says = (name: string, ...values: (string | null)[]) => {
      const aggregate = dateType.aggregates[name];
      const result = aggregate?.compute(values) ?? null;
      return result === null ? null : aggregate?.format(result, days('us'), reader);
    };
    const column = ['2026-03-05T00:00:00.000Z', null, '2026-03-01T00:00:00.000Z'] as const;
    expect(says('earliest', ...column)).toBe('03/01/2026');
    expect(says('latest', ...column)).toBe('03/05/2026');
    expect(says('range', ...column)).toBe('4 days');
    expect(says('range', null)).toBeNull();
  });
});
