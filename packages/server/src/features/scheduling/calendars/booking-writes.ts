import {
  type CalendarTarget,
  calendarOwnersOf,
  enqueueJobs,
  type StoredBooking,
  type Transaction,
} from '@weft/db';
import { CalendarFault, type CalendarReason, eventFile } from '@weft/integrations';
import { z } from 'zod';
import { JobFault, jobKind, outsideRetries } from '../../../jobs/job-kind.ts';
import type { CalendarDeps } from './deps.ts';
import { openProvider } from './providers.ts';

const queue = 'calendar-write';
/** Seconds until what is refused is tried again: its owner has to connect the calendar first. */
const refusedPause = 600;

const needsOwner: readonly CalendarReason[] = ['access', 'permission'];

const written = z.object({ bookingId: z.string(), userId: z.string() });
type Written = z.infer<typeof written>;

/** A job for each calendar that has, or is to have, the event of a booking: there exactly if the change is. */
export async function enqueueWrites(
  { newId }: Pick<CalendarDeps, 'newId'>,
  tx: Transaction,
  { id, hostIds }: StoredBooking,
): Promise<void> {
  const owners = await calendarOwnersOf(tx, id, hostIds);
  enqueueJobs(
    tx,
    owners.map((userId) => ({
      // One after the other, so that an earlier state never replaces a later one.
      ...{ id: newId('job'), queue, key: `${id} ${userId}` },
      payload: { bookingId: id, userId } satisfies Written,
    })),
  );
}

const isSame = (one: CalendarTarget | null, other: CalendarTarget | null): boolean =>
  one?.serviceId === other?.serviceId && one?.calendarId === other?.calendarId;

/**
 * Brings the calendar of a host in step with a booking as it is now. The event has the name of its booking: written again
 * after a server died, it is still one.
 */
export const bookingWriteJob = (deps: CalendarDeps) =>
  jobKind({
    queue,
    label: 'Adding bookings to calendars',
    payload: written,
    concurrency: 4,
    retry: outsideRetries,
    run: async ({ bookingId, userId }, { signal }) => {
      const { calendars, eventOf } = deps;
      const event = await eventOf(bookingId);
      const isWanted = event?.booking.state === 'confirmed' && event.booking.hostIds.includes(userId);
      const before = await calendars.writtenTo(bookingId, userId);
      const target = isWanted ? await calendars.targetOf(userId) : null;
      try {
        if (before !== null && !isSame(before, target)) {
          await (await writerOf(deps, before))?.remove(before.calendarId, bookingId, signal);
          await calendars.noteWrite(bookingId, userId, null);
        }
        if (target === null || event === null) return undefined;
        const writer = await writerOf(deps, target);
        await calendars.noteWrite(bookingId, userId, target);
        await writer?.write(target.calendarId, bookingId, eventFile(event.file), signal);
      } catch (error) {
        if (error instanceof CalendarFault && needsOwner.includes(error.reason))
          throw new JobFault(error.message, refusedPause, { cause: error });
        throw error;
      }
      return undefined;
    },
  });

/** Null: it was disconnected, or cannot be written to. */
async function writerOf(deps: CalendarDeps, { serviceId }: CalendarTarget) {
  const service = await deps.calendars.find(serviceId);
  return service === null ? null : (await openProvider(deps, service)).writer;
}
