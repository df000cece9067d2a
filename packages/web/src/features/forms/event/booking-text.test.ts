import { expect, it } from 'vitest';
import { bookingCounts, ownClock } from './booking-text.ts';
import { monthAfter, spanOfMonth } from './bookings-month.ts';

it('counts bookings by what became of them, and says nothing of none', () => {
  const confirmed = { state: 'confirmed', noShow: false } as const;
  expect(bookingCounts([])).toBe('0 bookings');
  expect(bookingCounts([confirmed])).toBe('1 booking');
  expect(
    bookingCounts([
      confirmed,
      { ...confirmed, noShow: true },
      { ...confirmed, state: 'pending' },
      { ...confirmed, state: 'cancelled' },
    ]),
  ).toBe('3 bookings, 1 for approval, 1 did not come, 1 cancelled');
});

it('shows times on the clock that a person chose, whatever zone the device is in', () => {
  const chosen = { dateFormat: 'iso', timeFormat: '24h', timeZone: 'Asia/Tokyo' } as const;
  const { zone, dateOf, dayText, clockText } = ownClock(chosen);
  const evening = Date.parse('2026-11-23T20:00:00Z');
  expect([zone, dateOf(evening), clockText(evening)]).toEqual(['Asia/Tokyo', '2026-11-24', '05:00']);
  expect(dayText(evening)).toContain('24');
  expect(ownClock({ ...chosen, timeFormat: '12h' }).clockText(evening)).toBe('5:00 AM');
});

it('counts a month from midnight to midnight of that clock', () => {
  expect([monthAfter('2026-12', 1), monthAfter('2026-01', -1)]).toEqual(['2027-01', '2025-12']);
  expect(spanOfMonth('Asia/Tokyo', '2026-11')).toEqual({
    from: Date.parse('2026-10-31T15:00:00Z'),
    to: Date.parse('2026-11-30T15:00:00Z'),
  });
});
