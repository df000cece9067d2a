import { newAvailabilityConfig } from '@weft/scheduling';
import { describe, expect, it } from 'vitest';
import {
  type AvailabilityDraft,
  clockText,
  copied,
  endTimes,
  hoursText,
  isChanged,
  nextTime,
  nextTwoWeeks,
  previewMinutes,
  savedName,
  startTimes,
  switched,
  weekMinutes,
  withStart,
  withTimes,
} from './availability-draft.ts';

const time = (startTime: string, endTime: string) => ({ startTime, endTime });
const sunday = { isoDay: 7, disabled: true, availableTimes: [] };
const draft: AvailabilityDraft = { name: 'Studio', timezone: 'UTC', config: newAvailabilityConfig };

describe('the hours of a day', () => {
  it('are nine to five once it is switched on, and kept while it is off', () => {
    const on = switched(sunday, true);
    expect(on).toEqual({ isoDay: 7, disabled: false, availableTimes: [time('09:00', '17:00')] });
    const evening = withTimes(on, [time('18:00', '20:00')]);
    expect(switched(switched(evening, false), true)).toEqual(evening);
  });

  it('are off without their last time', () => {
    expect(withTimes(switched(sunday, true), []).disabled).toBe(true);
  });

  it('begin where the last ones end and last an hour, or until 23:45', () => {
    expect(nextTime([time('09:00', '17:00')])).toEqual(time('17:00', '18:00'));
    expect(nextTime([time('09:00', '23:15')])).toEqual(time('23:15', '23:45'));
    expect(nextTime([time('09:00', '23:45')])).toBeNull();
    expect(nextTime([time('22:00', '06:00')])).toBeNull();
  });

  it('are chosen in quarters of an hour, an end after its start', () => {
    expect(startTimes('09:00')).toHaveLength(96);
    expect(startTimes('09:10')).toContain('09:10');
    expect(endTimes('23:30', '24:00')).toEqual(['23:45', '24:00']);
    expect(endTimes('23:20', '23:59')).toEqual(['23:30', '23:45', '23:59', '24:00']);
    expect(withStart(time('09:00', '17:00'), '17:00')).toEqual(time('17:00', '18:00'));
    expect(withStart(time('09:00', '17:00'), '23:45')).toEqual(time('23:45', '24:00'));
  });

  it('of a night keep their end when they begin at another time', () => {
    expect(withStart(time('22:00', '06:00'), '23:00')).toEqual(time('23:00', '06:00'));
    expect(withStart(time('22:00', '06:00'), '05:00')).toEqual(time('05:00', '06:00'));
    expect(withStart(time('22:00', '06:00'), '06:00')).toEqual(time('06:00', '07:00'));
  });

  it('replace those of the days they are copied to', () => {
    const days = copied(newAvailabilityConfig.daySchedules, sunday, new Set([1, 6]));
    expect(days.filter(({ disabled }) => disabled).map(({ isoDay }) => isoDay)).toEqual([1, 6, 7]);
  });
});

describe('an availability', () => {
  it('is changed by what would be saved', () => {
    expect(isChanged({ ...draft, name: '  ' }, draft)).toBe(false);
    expect(savedName({ ...draft, name: ' ' }, draft)).toBe('Studio');
    expect(isChanged({ ...draft, name: 'Shop' }, draft)).toBe(true);
    expect(isChanged({ ...draft, timezone: 'Asia/Tokyo' }, draft)).toBe(true);
  });

  it('says how long a week is open, and the next two', () => {
    expect(hoursText(weekMinutes(draft.config))).toBe('40 h');
    const config = {
      ...draft.config,
      dateOverrides: [
        { date: '2026-11-28', availableTimes: [time('10:00', '12:30')] },
        { date: '2026-11-30', availableTimes: [] },
      ],
      outOfOffice: [{ from: '2026-12-02', to: '2026-12-03' }],
    };
    // Still Monday in New York.
    const days = nextTwoWeeks(
      { ...draft, config, timezone: 'America/New_York' },
      new Date('2026-11-24T03:00:00Z'),
    );
    expect(days.map(({ date, isoDay, rule }) => `${date} ${isoDay} ${rule}`)).toEqual([
      '2026-11-23 1 week',
      '2026-11-24 2 week',
      '2026-11-25 3 week',
      '2026-11-26 4 week',
      '2026-11-27 5 week',
      '2026-11-28 6 override',
      '2026-11-29 7 day_off',
      '2026-11-30 1 override',
      '2026-12-01 2 week',
      '2026-12-02 3 out_of_office',
      '2026-12-03 4 out_of_office',
      '2026-12-04 5 week',
      '2026-12-05 6 day_off',
      '2026-12-06 7 day_off',
    ]);
    expect(hoursText(previewMinutes(days))).toBe('58.5 h');
  });

  it('shows a night until midnight where the next date has hours of its own', () => {
    const nights = newAvailabilityConfig.daySchedules.map((day) =>
      withTimes(day, day.isoDay === 1 || day.isoDay === 3 ? [time('22:00', '06:00')] : []),
    );
    const of = (config: Partial<AvailabilityDraft['config']>) =>
      nextTwoWeeks(
        { ...draft, config: { ...draft.config, daySchedules: nights, ...config } },
        new Date('2026-11-23T12:00:00Z'),
      );
    expect(hoursText(previewMinutes(of({})))).toBe('32 h');
    const dateOverrides = [{ date: '2026-11-24', availableTimes: [] }];
    expect(hoursText(previewMinutes(of({ dateOverrides })))).toBe('26 h');
    const outOfOffice = [{ from: '2026-11-26', to: '2026-11-26' }];
    expect(hoursText(previewMinutes(of({ dateOverrides, outOfOffice })))).toBe('20 h');
  });

  it('shows times as its reader reads them', () => {
    expect(['00:00', '09:05', '12:00', '17:30', '24:00'].map((at) => clockText(at, '12h'))).toEqual([
      ...['12:00am', '9:05am', '12:00pm', '5:30pm', '12:00am'],
    ]);
    expect(clockText('24:00', '24h')).toBe('24:00');
  });
});
