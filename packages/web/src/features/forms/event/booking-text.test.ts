import { expect, it } from 'vitest';
import { bookingCounts } from './booking-text.ts';

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
