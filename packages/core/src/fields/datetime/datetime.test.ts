import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { firstEpoch, isoOf, lastEpoch } from '../date/calendar.ts';
import { describeFieldType } from '../field-type-laws.ts';
import type { DateTemplate } from '../templates.ts';
import { datetimeType } from './datetime.ts';

describeFieldType(datetimeType, {
  values: () =>
    fc
      .oneof(
        fc.integer({ min: firstEpoch, max: lastEpoch }),
        fc.integer({ min: 0, max: 3_000_000_000_000 }),
        // Around the ends of the calendar, where zones shift the year.
        fc.integer({ min: firstEpoch, max: firstEpoch + 172_800_000 }),
        fc.integer({ min: lastEpoch - 172_800_000, max: lastEpoch }),
      )
      .map((epoch) => isoOf(epoch) ?? ''),
});

const reader = { timeZone: 'America/New_York', locale: 'en-US' };
const template: DateTemplate = {
  dateFormat: 'us',
  displayTime: true,
  timeFormat: '12h',
  displayTimeZone: true,
};
const bare = { ...template, displayTimeZone: false };
const read = (text: string, settings: DateTemplate = bare) => {
  const parsed = datetimeType.parse(text, settings, reader);
  return parsed.ok ? parsed.value : parsed.error;
};

describe('a date and time', () => {
  it('always shows its time, and the zone unless said otherwise', () => {
    expect(datetimeType.readTemplate({})).toEqual({ ok: true, value: template });
    expect(datetimeType.readTemplate({ displayTime: false, displayTimeZone: false })).toEqual({
      ok: true,
      value: bare,
    });
  });

  it('shows on the clock of the reader, or of the fixed zone', () => {
    const value = '2026-07-04T16:05:00.000Z';
    expect(datetimeType.format(value, template, reader)).toBe('07/04/2026 12:05 PM EDT');
    expect(datetimeType.format(value, bare, reader)).toBe('07/04/2026 12:05 PM');
    expect(datetimeType.format(value, { ...bare, timeFormat: '24h', dateFormat: 'iso' }, reader)).toBe(
      '2026-07-04 12:05',
    );
    expect(datetimeType.format(value, { ...template, timezone: 'Asia/Kolkata' }, reader)).toBe(
      '07/04/2026 9:35 PM GMT+5:30',
    );
    expect(datetimeType.format('2026-07-04T04:00:00.000Z', bare, reader)).toBe('07/04/2026 12:00 AM');
  });

  it.each([
    ['7/4/2026 12:05 PM', '2026-07-04T16:05:00.000Z'],
    ['7/4/2026 12:05pm EDT', '2026-07-04T16:05:00.000Z'],
    ['7/4/2026, 12:05', '2026-07-04T16:05:00.000Z'],
    ['July 4, 2026 at 4 pm', '2026-07-04T20:00:00.000Z'],
    ['7/4/2026', '2026-07-04T04:00:00.000Z'],
    ['2026-07-04T12:05:30.250', '2026-07-04T16:05:30.250Z'],
    ['2026-07-04T12:05Z', '2026-07-04T12:05:00.000Z'],
    ['2026-07-04 12:05 GMT+2', '2026-07-04T10:05:00.000Z'],
  ])('reads %s on the clock of the reader unless it names a zone', (text, iso) => {
    expect(read(text)).toBe(iso);
  });

  it('reads the hour that spring skips as the one after it, and the hour that autumn repeats as its first', () => {
    expect(read('3/8/2026 2:30 AM')).toBe('2026-03-08T07:30:00.000Z');
    expect(datetimeType.format('2026-03-08T07:30:00.000Z', bare, reader)).toBe('03/08/2026 3:30 AM');
    expect(read('11/1/2026 1:30 AM')).toBe('2026-11-01T05:30:00.000Z');
  });

  it('tells the repeated hour apart by the zone behind it', () => {
    expect(read('11/1/2026 1:30 AM EDT', template)).toBe('2026-11-01T05:30:00.000Z');
    expect(read('11/1/2026 1:30 AM EST', template)).toBe('2026-11-01T06:30:00.000Z');
    expect(read('7/4/2026 1:30 AM EST', template)).toMatch(/^must be/);
    expect(read('7/4/2026 1:30 AM PST', template)).toMatch(/^must be/);
  });

  it('keeps what it has when something else is pasted', () => {
    expect(datetimeType.fromPaste('soon', template, reader).ok).toBe(false);
    expect(datetimeType.fromPaste('', template, reader)).toEqual({ ok: true, value: null });
  });

  it('writes ISO 8601 in UTC, and takes no day for an instant in canonical texts', () => {
    expect(datetimeType.toText('2026-07-04T16:05:00.000Z', template)).toBe('2026-07-04T16:05:00.000Z');
    expect(datetimeType.fromText('2026-07-04', template).ok).toBe(false);
    expect(datetimeType.fromText('2026-07-04T18:05:00+02:00', template)).toEqual({
      ok: true,
      value: '2026-07-04T16:05:00.000Z',
    });
  });
});
