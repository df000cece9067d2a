import { describe, expect, it } from 'vitest';
import {
  at,
  booking,
  busy,
  daily,
  dayRange,
  type Given,
  host,
  offered,
  request,
  time,
  timed,
  whyNot,
  withHosts,
} from './monday-requests.ts';
import type { BookableEvent } from './request.ts';
import { solve } from './solve.ts';

describe('busy time', () => {
  it('may end when a slot begins and begin when it ends (R1)', () => {
    const calm = host('ann', { busy: [busy(timed('08:00', '10:00')), busy(timed('11:00', '11:30'))] });
    expect(offered({ hosts: [calm] })).toEqual(['10:00']);
    expect(offered({ hosts: [host('ann', { busy: [busy(timed('10:00', '10:00'))] })] })).toHaveLength(3);
  });

  it('does not move the grid (R5)', () => {
    const calm = host('ann', { busy: [busy(timed('09:00', '09:10'))] });
    expect(offered({ hosts: [calm], event: { slotIntervalMins: 30 } })).toEqual([
      '09:30',
      '10:00',
      '10:30',
      '11:00',
    ]);
  });

  it('is kept apart by buffers, which add up and may lie outside the hours (R7)', () => {
    const event = { bufferBeforeMins: 30, bufferAfterMins: 30, slotIntervalMins: 15, durationMins: 30 };
    expect(offered({ event }).at(0)).toBe('09:00');
    expect(offered({ event }).at(-1)).toBe('11:30');
    const own = { bufferBeforeMins: 15, bufferAfterMins: 15 };
    expect(offered({ event, bookings: [booking('10:00', '10:15', own)] })).toEqual([
      '11:00',
      '11:15',
      '11:30',
    ]);
    const calm = host('ann', { busy: [busy(timed('10:00', '10:15'))] });
    expect(offered({ event, hosts: [calm] })).toEqual(['09:00', '10:45', '11:00', '11:15', '11:30']);
  });

  it('of a whole day is of the dates of its calendar (R8)', () => {
    const allDay = (zone: string) =>
      offered({
        hosts: [
          host('ann', {
            busy: [busy({ kind: 'all_day', from: '2026-11-23', to: '2026-11-24', zone })],
            availability: daily('00:00', '24:00'),
          }),
        ],
      });
    expect(allDay('UTC')).toEqual([]);
    expect(allDay('America/New_York')).toEqual(['00:00', '01:00', '02:00', '03:00', '04:00']);
    expect(allDay('Asia/Tokyo').at(0)).toBe('15:00');
  });

  it.each([
    [{}, 2],
    [{ showsAs: 'tentative' }, 2],
    [{ showsAs: 'out_of_office' }, 2],
    [{ showsAs: 'free' }, 3],
    [{ showsAs: 'working_elsewhere' }, 3],
    [{ cancelled: true }, 3],
    [{ declined: true }, 3],
  ] as const)('%j leaves %d of 3 slots (R9)', (given, left) => {
    expect(offered({ hosts: [host('ann', { busy: [busy(timed('10:00', '11:00'), given)] })] })).toHaveLength(
      left,
    );
  });

  it('recurs on the clock of its own zone, but for what is excepted (R10)', () => {
    const starts = ['2026-10-23T10:00:00', '2026-10-30T10:00:00', '2026-11-06T10:00:00'];
    const when = {
      kind: 'recurring' as const,
      zone: 'Europe/Paris',
      starts,
      except: ['2026-11-06T10:00:00'],
      durationMs: 3_600_000,
    };
    const free = (date: string) =>
      solve(
        request({
          now: 0,
          hosts: [host('ann', { busy: [busy(when)], availability: daily('07:00', '10:00') })],
        }),
        {
          from: at('00:00', date),
          to: at('23:00', date),
        },
      ).slots.map(({ from }) => time(from));
    expect(free('2026-10-23')).toEqual(['07:00', '09:00']);
    expect(free('2026-10-30')).toEqual(['07:00', '08:00']);
    expect(free('2026-11-06')).toEqual(['07:00', '08:00', '09:00']);
  });

  it('that a clock skips or repeats begins once (R10)', () => {
    const begins = (start: string) => {
      const when = { kind: 'recurring' as const, zone: 'America/New_York', starts: [start], except: [] };
      const availability = daily('00:00', '24:00');
      const everyDay = availability.daySchedules.map((schedule) => ({ ...schedule, disabled: false }));
      const ann = host('ann', {
        busy: [busy({ ...when, durationMs: 60_000 })],
        availability: { ...availability, daySchedules: everyDay },
      });
      const date = start.slice(0, 10);
      const range = { from: at('00:00', date), to: at('23:59', date) };
      const asked = request({ now: 0, hosts: [ann], event: { durationMins: 30 } });
      return solve(asked, range, { hidden: true }).hidden.map(({ from }) => time(from));
    };
    // As with the offset before the gap: 03:30 on the clock.
    expect(begins('2026-03-08T02:30:00')).toEqual(['07:30']);
    // The first of two.
    expect(begins('2026-11-01T01:30:00')).toEqual(['05:30']);
  });

  it('ignores the echo of a booking, but not one that was moved by hand (R17)', () => {
    const group = { type: 'group' as const };
    const bookings = [booking('10:00', '11:00')];
    const echo = (from: string, to: string, id = 'booking') => [
      host('ann', { busy: [busy(timed(from, to), { bookingId: id })] }),
    ];
    expect(offered({ event: group, bookings, hosts: echo('10:00', '11:00') })).toHaveLength(3);
    expect(offered({ event: group, bookings, hosts: echo('11:00', '12:00') })).toEqual(['09:00', '10:00']);
    expect(offered({ hosts: echo('10:00', '11:00', 'unknown') })).toEqual(['09:00', '11:00']);
    const cancelled = [booking('10:00', '11:00', { state: 'cancelled' })];
    expect(offered({ bookings: cancelled, hosts: echo('10:00', '11:00') })).toHaveLength(3);
  });

  it('keeps free of a colleague who is a guest of a booking (R17)', () => {
    const bookings = [booking('10:00', '11:00', { hostIds: ['bob'] })];
    const hosts = [host('ann', { busy: [busy(timed('10:00', '11:00'), { bookingId: 'booking' })] })];
    expect(offered({ bookings, hosts })).toEqual(['09:00', '11:00']);
  });

  it.each([
    [{ state: 'confirmed' }, ['booked']],
    [{ state: 'pending' }, ['pending']],
    [{ state: 'held', expiresAt: at('00:01', '2026-11-20') }, ['held']],
    [{ state: 'held', expiresAt: at('00:00', '2026-11-20') }, []],
    [{ state: 'cancelled' }, []],
    [{ state: 'confirmed', hostIds: ['bob'] }, []],
    [{ state: 'confirmed', eventId: 'other' }, ['booked']],
  ] as const)('of a booking %j hides a time for %j (R18)', (given, reasons) => {
    expect(whyNot('10:00', { bookings: [booking('10:30', '11:30', given)] })).toEqual(reasons);
  });
});

describe('the time until then', () => {
  it('is as long as the notice, to the minute, and longer (R11)', () => {
    const now = at('09:00');
    expect(offered({ now, event: { noticeMins: 60 } })).toEqual(['10:00', '11:00']);
    expect(offered({ now: now + 1, event: { noticeMins: 60 } })).toEqual(['11:00']);
    expect(whyNot('09:00', { now: now + 1, event: { noticeMins: 60 } })).toEqual(['past']);
  });

  it('is counted in elapsed hours over a change of clocks (R11)', () => {
    const hosts = [host('ann', { availability: daily('00:00', '24:00', 'Europe/London') })];
    const asked = request({ hosts, now: at('12:00', '2026-10-24'), event: { noticeMins: 24 * 60 } });
    const range = { from: at('00:00', '2026-10-26') - 86_400_000, to: at('00:00', '2026-10-27') };
    expect(solve(asked, range).slots[0]?.from).toBe(at('00:00', '2026-10-26'));
    const weekday = request({ hosts, now: at('12:00', '2026-10-25'), event: { noticeMins: 24 * 60 } });
    expect(solve(weekday, range).slots[0]?.from).toBe(at('12:00', '2026-10-26'));
  });

  it('is within a window of dates of the first host (R12)', () => {
    // 22:00 on Sunday in UTC is Monday in Tokyo.
    const tokyo = host('ann', { availability: daily('00:00', '24:00', 'Asia/Tokyo') });
    const given = (bookingWindow: BookableEvent['bookingWindow']): Given => ({
      hosts: [tokyo],
      now: at('22:00', '2026-11-22'),
      event: { bookingWindow },
    });
    expect(offered(given({ days: 0 })).at(-1)).toBe('14:00');
    expect(offered(given({ from: '2026-11-24', to: '2026-11-24' })).at(0)).toBe('15:00');
    expect(whyNot('14:00', given({ from: '2026-11-24', to: '2026-11-24' }))).toEqual(['before_window']);
    expect(whyNot('15:00', given({ days: 0 }))).toEqual(['after_window']);
  });

  it('is not on a day or in a week that is full, by dates of the first host (R13)', () => {
    const bookings = [booking('10:00', '11:00', { hostIds: ['zoe'] })];
    expect(whyNot('09:00', { bookings, event: { maxPerDay: 1 } })).toEqual(['day_limit']);
    expect(whyNot('09:00', { bookings, event: { maxPerDay: 1 } }, '2026-11-24')).toEqual([]);
    expect(whyNot('09:00', { bookings, event: { maxPerWeek: 1 } }, '2026-11-28')).toEqual(['week_limit']);
    expect(whyNot('09:00', { bookings, event: { maxPerWeek: 1 } }, '2026-11-30')).toEqual([]);
    const other = [booking('10:00', '11:00', { eventId: 'other' })];
    expect(whyNot('09:00', { bookings: other, event: { maxPerDay: 1 } })).toEqual([]);
  });

  it('of a booking that is moved is as if it were not there (R19)', () => {
    const given: Given = {
      bookings: [booking('10:00', '11:00')],
      event: { maxPerDay: 1, slotIntervalMins: 30 },
    };
    expect(offered(given)).toEqual([]);
    expect(offered({ ...given, moving: 'booking' })).toEqual(['09:00', '09:30', '10:00', '10:30', '11:00']);
  });
});

describe('several hosts', () => {
  const ann = host('ann');
  const bob = host('bob', { availability: daily('09:30', '11:45') });

  it('are all free in a collective, on a grid from when they are all at work (R14)', () => {
    const event = { type: 'collective' as const };
    expect(withHosts({ event, hosts: [ann, bob] })).toEqual(['09:30 ann bob', '10:30 ann bob']);
    const away = host('bob', {
      availability: daily('09:30', '11:45'),
      busy: [busy(timed('10:00', '10:10'))],
    });
    expect(withHosts({ event, hosts: [ann, away] })).toEqual(['10:30 ann bob']);
    expect(offered({ event, hosts: [] })).toEqual([]);
  });

  it('each offer their own slots in a round robin (R15)', () => {
    const event = { type: 'round_robin' as const };
    const carl = host('carl', { availability: daily('10:00', '11:00') });
    expect(withHosts({ event, hosts: [ann, bob, carl] })).toEqual([
      '09:00 ann',
      '09:30 bob',
      '10:00 ann carl',
      '10:30 bob',
      '11:00 ann',
    ]);
    // Asked of one alone it is what they would be booked for.
    expect(withHosts({ event, hosts: [ann, bob, carl], hostId: 'bob' })).toEqual(['09:30 bob', '10:30 bob']);
  });
});

describe('seats of a group (R16)', () => {
  const event = { type: 'group' as const, maxSeats: 3, slotIntervalMins: 30 };
  const bookings = [
    booking('10:00', '11:00', { id: '1' }),
    booking('10:00', '11:00', { id: '2', state: 'held' }),
  ];

  it('are offered where people booked, and nothing else at that time', () => {
    const { slots } = solve(request({ event, bookings }), dayRange);
    expect(slots.map(({ from, seatsLeft }) => [time(from), seatsLeft])).toEqual([
      ['09:00', 3],
      ['10:00', 1],
      ['11:00', 3],
    ]);
    expect(whyNot('09:30', { event, bookings })).toEqual(['booked']);
  });

  it('are enough for all who come', () => {
    expect(offered({ event, bookings, seats: 2 })).toEqual(['09:00', '11:00']);
    expect(whyNot('10:00', { event, bookings, seats: 2 })).toEqual(['no_seats']);
    expect(offered({ event, bookings, seats: 4 })).toEqual([]);
    expect(offered({ event, bookings, seats: 2, moving: '1' })).toEqual(['09:00', '10:00', '11:00']);
  });

  it('that are joined are no further booking for limits', () => {
    expect(offered({ event: { ...event, maxPerDay: 1 }, bookings })).toEqual(['10:00']);
  });
});
