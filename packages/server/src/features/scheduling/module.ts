import type { Published, StoredBooking } from '@weft/db';
import type { Content } from '@weft/documents';
import { eventOf, type Sent } from '@weft/forms';
import type { PageFiles } from '@weft/public';
import type { FastifyInstance } from 'fastify';
import { filesOf } from '../../http/page-files.ts';
import type { WantedFile } from '../../mail/mailer.ts';
import { bindHandlers } from '../../rpc/handler.ts';
import { mountAvailabilities } from './availability-routes.ts';
import { detailsOf } from './booking-details.ts';
import { calendarEvent, isCalendarFile, prepareMails, writeCalendarFile } from './booking-mails.ts';
import { bookingMethods } from './booking-methods.ts';
import { answerAgain, showBookingPage, takeBooking, type Visitor } from './booking-pages.ts';
import { hasLink } from './booking-visit.ts';
import type { SchedulingDeps } from './deps.ts';
import { requireMembers } from './hosts.ts';
import { mountManaging } from './manage-routes.ts';
import { eventFinder } from './offered-event.ts';
import { paidBookings } from './paid-bookings.ts';
import { reminderJob } from './reminders.ts';
import { mountConfirming } from './wait-confirmation.ts';
import { offersJob, waitSchedules, waitsJob } from './waiting.ts';
import { mountWaiting } from './waiting-pages.ts';

/** When people can be booked, and their bookings. */
export function schedulingModule(deps: SchedulingDeps) {
  const findEvent = eventFinder(deps);
  return {
    jobs: [reminderJob(deps, findEvent), offersJob(deps, findEvent), waitsJob(deps)],
    schedules: waitSchedules,
    handlers: bindHandlers(bookingMethods, deps),
    /** The pages of published flows that are booked. */
    pages: {
      requireHosts: async (organizationId: string, content: Content) => {
        const event = eventOf(content);
        if (event !== null) await requireMembers(deps.availabilities, organizationId, event);
      },
      hasLink: (published: Published, search: URLSearchParams) => hasLink(deps, published, search),
      answerAgain: (published: Published, sent: Sent) => answerAgain(deps, published, sent),
      show: (...asked: [Published, PageFiles, URLSearchParams, string | null]) =>
        showBookingPage(deps, ...asked),
      take: (...taken: [Published, PageFiles, Sent, Visitor]) => takeBooking(deps, ...taken),
    },
    /** Bookings that are paid for, as their orders become settled. */
    paid: paidBookings(deps, findEvent),
    isCalendarFile,
    /** Mails that tell the link of a booking's video call. */
    callMails: async (booking: StoredBooking, link: string) => {
      const offered = await findEvent(booking.flowId);
      const details = detailsOf(booking);
      if (offered === null || details.location === null) return null;
      const told = { ...booking, details: { ...details, location: { ...details.location, text: link } } };
      return prepareMails(deps, offered, told, 'link', link);
    },
    /** Writes the calendar event that goes with a mail about a booking. */
    writeCalendarFile: (wanted: WantedFile) => writeCalendarFile(deps, wanted, findEvent),
    /** The same for calendars of hosts. */
    calendarEvent: (bookingId: string) => calendarEvent(deps, bookingId, findEvent),
    mount: (app: FastifyInstance, read: (path: string) => Buffer | null) => {
      mountAvailabilities(app, deps);
      const files = filesOf(read, 'booking');
      mountManaging(app, deps, files, findEvent);
      mountWaiting(app, deps, files, findEvent);
      mountConfirming(app, deps, files, findEvent);
    },
  };
}
