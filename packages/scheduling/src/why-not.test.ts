import { describe, expect, it } from 'vitest';
import type { Availability } from './availability.ts';
import {
  at,
  booking,
  busy,
  daily,
  day,
  dayRange,
  type Given,
  host,
  request,
  timed,
  whyNot,
} from './monday-requests.ts';
import { type ReasonCode, reasonCodes } from './reasons.ts';
import { check, checkAll } from './solve.ts';

describe('why a time is not offered', () => {
  const closed = (given: Partial<Availability>) => [
    host('ann', { availability: { ...daily('09:00', '12:00'), ...given } }),
  ];
  const override = { dateOverrides: [{ date: day, availableTimes: [] }] };
  const holiday = { holidays: [day] };
  const away = { outOfOffice: [{ from: day, to: day }] };

  const cases: readonly (readonly [ReasonCode, string, Given, string?])[] = [
    ['no_host', '09:00', { hosts: [] }],
    ['past', '09:00', { now: at('09:30') }],
    ['too_soon', '09:00', { now: at('08:30'), event: { noticeMins: 60 } }],
    ['before_window', '09:00', { event: { bookingWindow: { from: '2026-11-24', to: '2026-11-25' } } }],
    ['after_window', '09:00', { event: { bookingWindow: { days: 2 } } }],
    ['day_limit', '09:00', { event: { maxPerDay: 0 } }],
    ['week_limit', '09:00', { event: { maxPerWeek: 0 } }],
    ['calendar_unreadable', '09:00', { hosts: [host('ann', { unreadableCalendars: ['home'] })] }],
    ['out_of_office', '09:00', { hosts: closed({ ...override, ...away }) }],
    ['override', '09:00', { hosts: closed({ ...override, ...holiday }) }],
    ['holiday', '09:00', { hosts: closed(holiday) }],
    ['day_off', '09:00', {}, '2026-11-22'],
    ['outside_hours', '12:00', {}],
    ['too_long', '11:30', { event: { slotIntervalMins: 30 } }],
    ['off_grid', '09:10', {}],
    ['busy', '09:00', { hosts: [host('ann', { busy: [busy(timed('09:30', '09:45'))] })] }],
    ['booked', '09:00', { bookings: [booking('09:30', '09:45')] }],
    ['pending', '09:00', { bookings: [booking('09:30', '09:45', { state: 'pending' })] }],
    ['held', '09:00', { bookings: [booking('09:30', '09:45', { state: 'held' })] }],
    ['buffer', '09:00', { bookings: [booking('10:00', '10:45', { bufferBeforeMins: 5 })] }],
    ['no_seats', '09:00', { event: { type: 'group', maxSeats: 0 } }],
  ];

  it.each(cases.map(([code, clock, given, date]) => ({ code, clock, given, date })))(
    '$code',
    ({ code, clock, given, date }) => {
      expect(whyNot(clock, given, date)).toEqual([code]);
    },
  );

  it('is known for every code there is', () => {
    expect(cases.map(([code]) => code)).toEqual([...reasonCodes]);
  });

  it('names every reason, the host and what is in the way', () => {
    const ann = host('ann', { busy: [busy(timed('09:30', '09:45'))], unreadableCalendars: ['home'] });
    const bob = host('bob', { availability: daily('13:00', '14:00') });
    const asked = request({
      hosts: [ann, bob],
      event: { type: 'round_robin', maxPerDay: 0 },
      bookings: [booking('10:00', '11:00', { bufferBeforeMins: 15 })],
    });
    expect(check(asked, at('09:00'))).toEqual({
      from: at('09:00'),
      to: at('10:00'),
      reasons: [
        { code: 'day_limit', hostId: null, by: null },
        { code: 'calendar_unreadable', hostId: 'ann', by: 'home' },
        { code: 'busy', hostId: 'ann', by: 'lunch' },
        { code: 'buffer', hostId: 'ann', by: 'booking' },
        { code: 'outside_hours', hostId: 'bob', by: null },
      ],
    });
  });

  it('is both what is taken and what stays free around it, for a time that lies in both (R7)', () => {
    const lunch = host('ann', { busy: [busy(timed('10:00', '10:15'))] });
    const event = { durationMins: 30, slotIntervalMins: 15, bufferBeforeMins: 15, bufferAfterMins: 10 };
    const at = (clock: string) => whyNot(clock, { hosts: [lunch], event });
    expect(['09:15', '09:30', '09:45', '10:00', '10:15'].map(at)).toEqual([
      ...[[], ['buffer'], ['busy', 'buffer'], ['busy', 'buffer'], ['buffer']],
    ]);
    const shorter = { ...event, bufferBeforeMins: 0 };
    expect(whyNot('10:00', { hosts: [lunch], event: shorter })).toEqual(['busy']);
  });

  it('is found for all times of a day with one look at the calendar of each host', () => {
    let looks = 0;
    const watched = (id: string) => ({
      ...host(id),
      get busy() {
        looks++;
        return [busy(timed('10:00', '10:30'))];
      },
    });
    const asked = request({ hosts: [watched('ann'), watched('bob')], event: { type: 'round_robin' } });
    const times = Array.from({ length: 96 }, (_, quarter) => dayRange.from + quarter * 15 * 60_000);
    expect(checkAll(asked, dayRange, times)).toHaveLength(96);
    expect(looks).toBe(2);
  });
});
