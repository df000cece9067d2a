import type { ListedBooking } from '@weft/protocol';
import { expect, it } from 'vitest';
import { csvOf } from './bookings-csv.ts';

it('writes bookings so that no table program computes what a stranger typed', () => {
  const booking: ListedBooking = {
    ...{ id: 'bok1', state: 'confirmed', from: 0, to: 1_800_000, seats: 2, noShow: false },
    ...{ hosts: [{ id: 'ann', name: 'Ann' }], name: '=1+1', email: 'ada@example.org', zone: 'UTC' },
    ...{ guests: [], location: null, answers: [{ label: 'Why', text: 'Say "hi"' }] },
    payment: {
      ...{ orderId: 'ord1', currency: 'EUR', total: 4_000, refunded: 500 },
      ...{ phase: 'paid', dispute: 'none', live: true },
    },
    ...{ call: null, cancelReason: null, cancelledBy: null, createdAt: '' },
  };
  const [, row] = csvOf([booking]).split('\r\n');
  expect(row).toBe(
    '"1970-01-01T00:00:00.000Z","1970-01-01T00:30:00.000Z","confirmed","\'=1+1","ada@example.org","Ann","2","","Why: Say ""hi""","40.00","5.00","EUR"',
  );
});
