import type { FastifyInstance } from 'fastify';
import { recurringJob } from '../../../jobs/job-kind.ts';
import type { HostCalendars } from '../hosts.ts';
import { connectSignedIn, type SignedIn } from './add-service.ts';
import { bookingWriteJob, enqueueWrites } from './booking-writes.ts';
import { mountCalendars } from './calendar-routes.ts';
import { CalendarSync } from './calendar-sync.ts';
import type { CalendarDeps } from './deps.ts';
import { busyNow, busyOf, checkedOf } from './host-busy.ts';

const queue = 'calendars';

/** The calendars of hosts: connected, read, and kept in step with bookings. */
export function calendarsModule(deps: CalendarDeps) {
  const sync = new CalendarSync(deps);
  return {
    /** Reads every calendar that is due. */
    readDue: (signal: AbortSignal) => sync.readDue(signal),
    /** Takes the calendars of a connection that somebody has signed in to; others are left alone. */
    signedIn: (connection: SignedIn) => connectSignedIn(deps, sync, connection),
    /** What hosts of a page are busy with. */
    hosts: {
      busyOf: (hostIds, range) => busyOf(deps, hostIds, range),
      checkedOf: (hostIds, range) => checkedOf(deps, hostIds, range),
      busyNow: (hostIds, range) => busyNow(deps, sync, hostIds, range),
      bookingChanged: (tx, booking) => enqueueWrites(deps, tx, booking),
    } satisfies HostCalendars,
    jobs: [
      recurringJob(queue, 'Reading calendars', ({ signal }) => sync.readDue(signal)),
      bookingWriteJob(deps),
    ],
    schedules: [{ name: queue, cron: '*/30 * * * * *', queue }],
    removeOld: () => deps.calendars.removeUnused(),
    mount: (app: FastifyInstance) => mountCalendars(app, deps, sync),
  };
}

export type CalendarsModule = ReturnType<typeof calendarsModule>;
