import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { lawEnvs } from '../field-type-laws.ts';
import type { DateTemplate } from '../templates.ts';
import { dateType } from './date.ts';
import { dateRange } from './date-range.ts';
import { instants } from './samples.ts';

const calendar: DateTemplate = {
  dateFormat: 'us',
  displayTime: false,
  timeFormat: '12h',
  displayTimeZone: false,
};
const timed: DateTemplate = { ...calendar, displayTime: true };
// A Thursday; in New York still the evening of Wednesday.
const env = { timeZone: 'America/New_York', locale: 'en-US', now: '2026-03-05T02:00:00.000Z' };

const range = (operand: unknown, template: DateTemplate = calendar) => {
  const found = dateRange(operand, template, env);
  return found.ok ? [found.value.from.slice(0, 16), found.value.to.slice(0, 16)] : found.error;
};

describe('what the operand of a date filter covers', () => {
  it('a day: in UTC for calendar days, in the zone for times', () => {
    expect(range('2026-03-05')).toEqual(['2026-03-05T00:00', '2026-03-06T00:00']);
    expect(range('2026-03-05', timed)).toEqual(['2026-03-05T05:00', '2026-03-06T05:00']);
    expect(range('2026-03-05', { ...timed, timezone: 'Asia/Kolkata' })).toEqual([
      '2026-03-04T18:30',
      '2026-03-05T18:30',
    ]);
  });

  it('the day of an instant', () => {
    expect(range('2026-03-05T02:00:00.000Z')).toEqual(['2026-03-05T00:00', '2026-03-06T00:00']);
    expect(range('2026-03-05T02:00:00.000Z', timed)).toEqual(['2026-03-04T05:00', '2026-03-05T05:00']);
  });

  it('days of 23 and 25 hours', () => {
    expect(range('2026-03-08', timed)).toEqual(['2026-03-08T05:00', '2026-03-09T04:00']);
    expect(range('2026-11-01', timed)).toEqual(['2026-11-01T04:00', '2026-11-02T05:00']);
  });

  it('a day that begins late, because its midnight is skipped', () => {
    expect(range('2018-11-04', { ...timed, timezone: 'America/Sao_Paulo' })).toEqual([
      '2018-11-04T03:00',
      '2018-11-05T02:00',
    ]);
  });

  it.each([
    [{ unit: 'day', offset: 0 }, '2026-03-04', '2026-03-05'],
    [{ unit: 'day', offset: -1 }, '2026-03-03', '2026-03-04'],
    [{ unit: 'week', offset: 0 }, '2026-03-01', '2026-03-08'],
    [{ unit: 'week', offset: 1 }, '2026-03-08', '2026-03-15'],
    [{ unit: 'month', offset: -1 }, '2026-02-01', '2026-03-01'],
    [{ unit: 'month', offset: 10 }, '2027-01-01', '2027-02-01'],
    [{ unit: 'year', offset: 0 }, '2026-01-01', '2027-01-01'],
  ])('%j, where the reader is today', (operand, from, to) => {
    expect(range(operand)).toEqual([`${from}T00:00`, `${to}T00:00`]);
  });

  it('relative to today in the zone of a field with times', () => {
    expect(range({ unit: 'day', offset: 0 }, timed)).toEqual(['2026-03-04T05:00', '2026-03-05T05:00']);
    expect(range({ unit: 'day', offset: 0 }, { ...timed, timezone: 'Asia/Kolkata' })).toEqual([
      '2026-03-04T18:30',
      '2026-03-05T18:30',
    ]);
    // A Sunday is the first day of its own week.
    const sunday = dateRange({ unit: 'week', offset: 0 }, calendar, {
      ...env,
      now: '2026-03-08T12:00:00.000Z',
    });
    expect(sunday).toMatchObject({ value: { from: '2026-03-08T00:00:00.000Z' } });
  });

  it('is cut at the ends of the calendar', () => {
    expect(range('9999-12-31')).toEqual(['9999-12-31T00:00', '9999-12-31T23:59']);
    expect(range('9999-12-31', timed)).toEqual(['9999-12-31T05:00', '9999-12-31T23:59']);
    expect(range('0001-01-01', { ...timed, timezone: 'Asia/Kolkata' })).toMatchObject([
      '0001-01-01T00:00',
      expect.anything(),
    ]);
    expect(range({ unit: 'year', offset: -10_000 })).toMatch(/0001 to 9999/);
    expect(range({ unit: 'year', offset: 9000 })).toMatch(/0001 to 9999/);
  });

  it.each([
    '',
    'today',
    '3/5/2026',
    '2026-02-30',
    '2026-03-05T10:00',
    5,
    null,
    undefined,
    [],
    {},
    { unit: 'hour', offset: 0 },
    { unit: 'day' },
    { unit: 'day', offset: 1.5 },
    { unit: 'day', offset: 1e9 },
    { unit: 'day', offset: 0, more: 1 },
  ])('refuses %j', (operand) => {
    expect(range(operand)).toBeTypeOf('string');
  });

  it('refuses relative dates when nobody says what time it is', () => {
    expect(dateRange({ unit: 'day', offset: 0 }, calendar, { timeZone: 'UTC', locale: 'en' }).ok).toBe(false);
  });

  it('takes every instant into the day it is shown on, and no other', () => {
    const values = fc
      .integer({ min: -60_000_000, max: 250_000_000 })
      .map((minutes) =>
        Temporal.Instant.fromEpochMilliseconds(minutes * 60_000).toString({ fractionalSecondDigits: 3 }),
      );
    fc.assert(
      fc.property(
        values,
        fc.constantFrom(...instants),
        fc.constantFrom(...lawEnvs),
        (value, settings, reader) => {
          const template = { ...settings, dateFormat: 'iso' } as const;
          const shown = dateType.format(value, template, reader).slice(0, 10);
          const found = dateRange(shown, template, reader);
          if (!found.ok) throw new Error(found.error);
          expect(value >= found.value.from && value < found.value.to).toBe(true);
          expect(dateRange(value, template, reader)).toEqual(found);
        },
      ),
    );
  });
});

describe('the operators of dates', () => {
  const cells = ['2026-03-04', '2026-03-05', '2026-03-06'].map((day) => `${day}T00:00:00.000Z`);
  it.each([
    ['is', [false, true, false, false]],
    ['is_within', [false, true, false, false]],
    ['is_not', [true, false, true, true]],
    ['is_before', [true, false, false, false]],
    ['is_after', [false, false, true, false]],
    ['is_on_or_before', [true, true, false, false]],
    ['is_on_or_after', [false, true, true, false]],
    ['is_empty', [false, false, false, true]],
    ['is_not_empty', [true, true, true, false]],
  ])('%s the 5th, of the 4th, 5th, 6th and an empty cell', (name, expected) => {
    const test = dateType.operators[name]?.prepare('2026-03-05', calendar, env);
    expect(test?.ok === true && [...cells, null].map(test.value)).toEqual(expected);
  });
});
