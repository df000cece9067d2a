import { retryJobs } from '@weft/db';
import type { CallKind } from '@weft/forms';
import type { FastifyInstance } from 'fastify';
import { recurringJob } from '../../../jobs/job-kind.ts';
import type { HostCalendars } from '../hosts.ts';
import { connectSignedIn, type SignedIn } from './add-service.ts';
import { bookingCallJob, callKeyOf, callQueue, callServices, enqueueCall } from './booking-call.ts';
import { bookingWriteJob, enqueueWrites, writeKeyOf, writeQueue } from './booking-writes.ts';
import { mountCalendars } from './calendar-routes.ts';
import { CalendarSync } from './calendar-sync.ts';
import type { CalendarDeps } from './deps.ts';
import { busyNow, busyOf, checkedOf, freeOf } from './host-busy.ts';

const queue = 'calendars';

/** Whether bookings of a person go to a calendar that makes calls of Google Meet. */
async function hasGoogleTarget({ calendars }: CalendarDeps, userId: string): Promise<boolean> {
  const target = await calendars.targetOf(userId);
  return target !== null && (await calendars.find(target.serviceId))?.type === 'googlecalendar';
}

/** The calendars of hosts: connected, read, and kept in step with bookings. */
export function calendarsModule(deps: CalendarDeps) {
  const sync = new CalendarSync(deps);
  return {
    /** Reads every calendar that is due. */
    readDue: (signal: AbortSignal) => sync.readDue(signal),
    /** Takes the calendars of a connection that somebody has signed in to; others are left alone. */
    signedIn: async (connection: SignedIn) => {
      await connectSignedIn(deps, sync, connection);
      // What could not be written before is, now.
      const { userId } = connection;
      await deps.transaction(async (tx) => void (await retryJobs(tx, [callQueue, writeQueue], { userId })));
      deps.wake();
    },
    /** What hosts of a page are busy with. */
    hosts: {
      busyOf: (hostIds, range) => busyOf(deps, hostIds, range),
      freeOf: (hostIds, range) => freeOf(deps, hostIds, range),
      checkedOf: (hostIds, range) => checkedOf(deps, hostIds, range),
      busyNow: (hostIds, range) => busyNow(deps, sync, hostIds, range),
      bookingChanged: async (tx, booking) => {
        await enqueueWrites(deps, tx, booking);
        enqueueCall(deps, tx, booking);
      },
      retryCall: async (booking) => {
        await deps.transaction(async (tx) => {
          const keys = [callKeyOf(booking), ...booking.hostIds.map((id) => writeKeyOf(booking.id, id))];
          if ((await retryJobs(tx, [callQueue, writeQueue], { keys })) > 0) return;
          await enqueueWrites(deps, tx, booking);
          enqueueCall(deps, tx, booking);
        });
        deps.wake();
      },
      callsOf: async (organizationId, userIds) => {
        const has = new Map<string, CallKind[]>(userIds.map((id) => [id, []]));
        for (const kind of ['zoom', 'teams'] as const)
          for (const { userId } of await deps
            .connections()
            .signedInOf(organizationId, userIds, [callServices[kind]]))
            has.get(userId)?.push(kind);
        for (const userId of userIds) if (await hasGoogleTarget(deps, userId)) has.get(userId)?.push('meet');
        return has;
      },
      appsOf: async (organizationId, userId) =>
        deps.connections().signedInOf(organizationId, [userId], Object.values(callServices)),
    } satisfies HostCalendars,
    jobs: [
      recurringJob(queue, 'Reading calendars', ({ signal }) => sync.readDue(signal)),
      bookingWriteJob(deps),
      bookingCallJob(deps),
    ],
    schedules: [{ name: queue, cron: '*/30 * * * * *', queue }],
    removeOld: () => deps.calendars.removeUnused(),
    mount: (app: FastifyInstance) => mountCalendars(app, deps, sync),
  };
}

export type CalendarsModule = ReturnType<typeof calendarsModule>;
