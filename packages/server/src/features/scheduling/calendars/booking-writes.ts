import {
  type CalendarTarget,
  calendarOwnersOf,
  enqueueJobs,
  forgetEventsOf,
  noteCallFault,
  noteCallMade,
  type StoredBooking,
  type Transaction,
} from '@weft/db';
import { callKindOf } from '@weft/forms';
import { CalendarFault, type CalendarReason, eventFile } from '@weft/integrations';
import { z } from 'zod';
import { JobFault, jobKind, outsideRetries } from '../../../jobs/job-kind.ts';
import { type BookedCall, detailsOf } from '../booking-details.ts';
import type { CalendarDeps } from './deps.ts';
import { openProvider } from './providers.ts';

export const writeQueue = 'calendar-write';
/** Seconds until what is refused is tried again: its owner has to connect the calendar first. */
const refusedPause = 600;
const noGoogle =
  'Google Meet is made by a Google calendar: connect one, and choose it as the one that bookings are added to';

const needsOwner: readonly CalendarReason[] = ['access', 'permission'];

const written = z.object({ bookingId: z.string(), userId: z.string() });
type Written = z.infer<typeof written>;

export const writeKeyOf = (bookingId: string, userId: string): string => `${bookingId} ${userId}`;

const isMeet = (booking: StoredBooking): boolean => callKindOf(detailsOf(booking).location) === 'meet';

/** A job for each calendar that has, or is to have, the event of a booking: there exactly if the change is. */
export async function enqueueWrites(
  { newId }: Pick<CalendarDeps, 'newId'>,
  tx: Pick<Transaction, 'query' | 'send'>,
  booking: StoredBooking,
): Promise<void> {
  const { id, hostIds } = booking;
  const caller = isMeet(booking) ? hostIds.slice(0, 1) : [];
  // Whoever is to have the call is told where it cannot be made, too.
  const owners = [...new Set([...(await calendarOwnersOf(tx, id, hostIds)), ...caller])];
  forgetEventsOf(tx, id, owners);
  enqueueJobs(
    tx,
    owners.map((userId) => ({
      // One after the other, so that an earlier state never replaces a later one.
      ...{ id: newId('job'), queue: writeQueue, key: writeKeyOf(id, userId) },
      payload: { bookingId: id, userId } satisfies Written,
    })),
  );
}

/** Writes the link where one meets, into calendars and to everybody: once, in the transaction that ends the job. */
export async function linkTold(
  deps: Pick<CalendarDeps, 'callMails' | 'newId'>,
  booking: StoredBooking,
  call: BookedCall,
  link: string,
) {
  const mails = await deps.callMails(booking, link);
  return async (tx: Pick<Transaction, 'query' | 'send'>): Promise<void> => {
    const told = await noteCallMade(tx, booking, call, link);
    if (told === null) throw new JobFault('The booking was changed meanwhile', 1);
    await enqueueWrites(deps, tx, told);
    await mails?.write(tx);
  };
}

const isSame = (one: CalendarTarget | null, other: CalendarTarget | null): boolean =>
  one?.serviceId === other?.serviceId && one?.calendarId === other?.calendarId;

/**
 * Brings the calendar of a host in step with a booking as it is now. The event has the name of its booking: written again
 * after a server died, it is still one.
 */
export const bookingWriteJob = (deps: CalendarDeps) =>
  jobKind({
    queue: writeQueue,
    label: 'Adding bookings to calendars',
    payload: written,
    concurrency: 4,
    retry: outsideRetries,
    run: async ({ bookingId, userId }, { signal }) => {
      const { calendars, eventOf } = deps;
      const event = await eventOf(bookingId);
      const isWanted = event?.booking.state === 'confirmed' && event.booking.hostIds.includes(userId);
      const hasCall = isWanted && isMeet(event.booking) && event.booking.hostIds[0] === userId;
      const before = await calendars.writtenTo(bookingId, userId);
      const target = isWanted ? await calendars.targetOf(userId) : null;
      try {
        if (before !== null && !isSame(before, target)) {
          await (await writerOf(deps, before))?.remove(before.calendarId, bookingId, signal);
          await calendars.noteWrite(bookingId, userId, null);
        }
        if (target === null && hasCall) throw new JobFault(noGoogle, null);
        if (target === null || event === null) return undefined;
        const writer = await writerOf(deps, target);
        await calendars.noteWrite(bookingId, userId, target);
        const link = await writer?.write(
          ...[target.calendarId, bookingId, eventFile(event.file), signal, hasCall],
        );
        if (!hasCall) return undefined;
        if (!link) throw new JobFault(noGoogle, null);
        const { booking } = event;
        const call = {
          kind: 'meet',
          userId,
          connectionId: null,
          key: bookingId,
          id: null,
          fault: null,
        } as const;
        const { location, call: known = null } = detailsOf(booking);
        if (location?.text !== link) return await linkTold(deps, booking, call, link);
        if (known?.fault != null) await deps.bookings.noteCall(booking, call);
      } catch (error) {
        if (error instanceof CalendarFault && needsOwner.includes(error.reason))
          throw new JobFault(error.message, refusedPause, { cause: error });
        throw error;
      }
      return undefined;
    },
    onFailure:
      ({ bookingId, userId }, fault) =>
      (tx) =>
        noteCallFault(tx, { id: bookingId, userId, kinds: ['meet'] }, fault),
  });

/** Null: it was disconnected, or cannot be written to. */
async function writerOf(deps: CalendarDeps, { serviceId }: CalendarTarget) {
  const service = await deps.calendars.find(serviceId);
  return service === null ? null : (await openProvider(deps, service)).writer;
}
