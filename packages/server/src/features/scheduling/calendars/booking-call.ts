import { enqueueJobs, noteCallFault, type StoredBooking, type Transaction } from '@weft/db';
import { type CallKind, callKindOf, callNames } from '@weft/forms';
import { ServiceFault, writtenEvent } from '@weft/integrations';
import { z } from 'zod';
import { JobFault, jobKind, outsideRetries } from '../../../jobs/job-kind.ts';
import { detailsOf } from '../booking-details.ts';
import { linkTold } from './booking-writes.ts';
import type { CalendarDeps } from './deps.ts';

export const callQueue = 'booking-call';
/** Seconds until it is tried again where the host has to sign in first. */
const refusedPause = 600;

/** The service whose account has the call; that of Google Meet comes with the event in the calendar. */
export const callServices: { readonly [K in Exclude<CallKind, 'meet'>]: string } = {
  ...{ zoom: 'zoom', teams: 'teamsmeetings' },
};
const serviceOf = (kind: CallKind | null): string | null =>
  kind === null || kind === 'meet' ? null : callServices[kind];

const payload = z.object({ bookingId: z.string(), userId: z.string() });

/** Bookings of one time of a group have one call. */
export const callKeyOf = ({ id, sessionId }: StoredBooking): string => sessionId ?? id;

/** A job for the video call that a booking has, or is to have: there exactly if the change is. */
export function enqueueCall(
  { newId }: Pick<CalendarDeps, 'newId'>,
  tx: Pick<Transaction, 'send'>,
  booking: StoredBooking,
): void {
  const { call = null, location } = detailsOf(booking);
  const userId = booking.hostIds[0];
  if (userId === undefined || (serviceOf(callKindOf(location)) === null && !call?.connectionId)) return;
  // One after the other: two must not make two calls of one key.
  const job = { id: newId('job'), queue: callQueue, key: callKeyOf(booking) };
  enqueueJobs(tx, [{ ...job, payload: { bookingId: booking.id, userId } satisfies z.input<typeof payload> }]);
}

/** Brings the video call of a booking in step with it. Made again after a server died, it is found by its key. */
export const bookingCallJob = (deps: CalendarDeps) =>
  jobKind({
    queue: callQueue,
    label: 'Making video calls of bookings',
    payload,
    concurrency: 4,
    retry: outsideRetries,
    run: async ({ bookingId }, { signal }) => {
      const event = await deps.eventOf(bookingId);
      if (event === null) return undefined;
      const { booking, organizationId } = event;
      const { call: before = null, location } = detailsOf(booking);
      const kind = callKindOf(location);
      const type = serviceOf(kind);
      const userId = booking.hostIds[0] ?? '';
      const isWanted = booking.state === 'confirmed' && kind !== null && type !== null;
      const account = isWanted ? await deps.connections().callsOf(organizationId, userId, type) : null;
      const key = callKeyOf(booking);
      const { from, to } = booking;
      const meeting = { title: writtenEvent(event.file).title, from, to };
      const stays =
        before !== null && before.kind === kind && before.key === key && before.connectionId === account?.id;
      try {
        if (before?.connectionId && !stays) {
          // Others of its time may still meet there.
          if (!(await deps.bookings.hasCall(before.key, bookingId))) {
            const calls = await deps.connections().openCalls(before.connectionId, signal);
            await calls?.remove(before.key, before.id, meeting);
          }
          await deps.bookings.noteCall(booking, null);
        }
        if (!isWanted) return undefined;
        const call = { kind, userId, connectionId: account?.id ?? null, key, fault: null };
        if (!stays && !(await deps.bookings.noteCall(booking, { ...call, id: null })))
          throw new JobFault('The booking was changed meanwhile', 1);
        const calls = account && (await deps.connections().openCalls(account.id, signal));
        if (calls === null) throw new JobFault(`${callNames[kind]} is not connected`, refusedPause);
        const made = await calls.write(key, stays ? before.id : null, meeting);
        const now = await deps.bookings.find(bookingId);
        if (now?.sequence !== booking.sequence) {
          // Made for a time that it no longer has; a booking of its own keeps its call by its key.
          if (now !== null && callKeyOf(now) !== key && !(await deps.bookings.hasCall(key, bookingId)))
            await calls.remove(key, made.id, meeting);
          throw new JobFault('The booking was changed meanwhile', 1);
        }
        const noted = { ...call, id: made.id };
        if (location?.text !== made.joinUrl) return await linkTold(deps, booking, noted, made.joinUrl);
        if (!stays || before.id !== made.id || before.fault !== null)
          await deps.bookings.noteCall(booking, noted);
        return undefined;
      } catch (error) {
        if (error instanceof ServiceFault && error.class === 'reconnect')
          throw new JobFault(error.message, refusedPause, { cause: error });
        throw error;
      }
    },
    onFailure:
      ({ bookingId, userId }, fault) =>
      (tx) =>
        noteCallFault(tx, { id: bookingId, userId, kinds: Object.keys(callServices) }, fault),
  });
