import { enqueueJobs, type StoredBooking, type Transaction } from '@weft/db';
import { z } from 'zod';
import { type AnyJobKind, insideRetries, jobKind } from '../../jobs/job-kind.ts';
import { prepareMails } from './booking-mails.ts';
import type { SchedulingDeps } from './deps.ts';
import { type FindEvent, minute, type OfferedEvent } from './offered-event.ts';

const queue = 'booking-reminder';
const payload = z.object({ bookingId: z.string(), sequence: z.int(), minutes: z.int() });

/** Plans the reminders of a booking that stands, in the transaction that makes it so; those of an earlier time go unsent. */
export function planReminders(
  tx: Pick<Transaction, 'send'>,
  { newId, now }: Pick<SchedulingDeps, 'newId' | 'now'>,
  { event }: Pick<OfferedEvent, 'event'>,
  { id: bookingId, state, sequence, from }: StoredBooking,
): void {
  if (state !== 'confirmed') return;
  const jobs = event.reminders.flatMap((minutes) => {
    const delay = (from - minutes * minute - now()) / 1_000;
    return delay <= 0 ? [] : [{ id: newId('job'), queue, delay, payload: { bookingId, sequence, minutes } }];
  });
  enqueueJobs(tx, jobs);
}

/** Reminds whoever booked, unless the booking was moved or cancelled since. */
export const reminderJob = (deps: SchedulingDeps, findEvent: FindEvent): AnyJobKind =>
  jobKind({
    queue,
    label: 'Remind of a booking',
    payload,
    concurrency: 4,
    retry: insideRetries,
    run: async ({ bookingId, sequence, minutes }) => {
      const booking = await deps.bookings.find(bookingId);
      if (booking?.state !== 'confirmed' || booking.sequence !== sequence || booking.from <= deps.now())
        return undefined;
      const offered = await findEvent(booking.flowId);
      if (offered === null) return undefined;
      const mails = await prepareMails(deps, offered, booking, 'reminder', String(minutes));
      return (tx) => mails.write(tx);
    },
  });
