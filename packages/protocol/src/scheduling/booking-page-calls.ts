import type { HttpCalls } from '../http-call.ts';
import { sample } from '../schemas/sample-ids.ts';

const path = {
  publicIdentifier: { means: 'The form’s public identifier.', example: sample.form },
  code: { means: 'The code of the link to the booking.', example: 'bok0sample00000000000000.a1b2c3' },
};

const waitPath = {
  ...path,
  code: { means: 'The code of the link of somebody who waits.', example: 'bok0sample00000000000000.a1b2c3' },
};

const confirmPath = {
  ...path,
  code: { means: 'The code of the link in the mail.', example: 'a1b2c3.d4e5f6' },
};

/** The pages by which whoever booked sees, moves and cancels a booking; the link is all they need. */
export const bookingPageCalls = {
  'GET /t/:publicIdentifier/bookings/:code': {
    scope: 'open',
    open: true,
    tag: 'Scheduling',
    summary: 'See a booking, as a page',
    more: 'Its link stands in the mails about it. To move it, the page of the form is opened with the code as `move`.',
    path,
    errors: { 'not-found': 'There is no such booking.' },
    answer: ['text/html'],
  },
  'GET /t/:publicIdentifier/bookings/:code/booking.ics': {
    scope: 'open',
    open: true,
    tag: 'Scheduling',
    summary: 'Download a booking as a calendar event',
    more: 'iCalendar. The `UID` of a booking never changes, and its `SEQUENCE` grows with each change.',
    path,
    errors: { 'not-found': 'There is no such booking.' },
    answer: ['text/calendar'],
  },
  'GET /t/:publicIdentifier/bookings/:code/cancel': {
    scope: 'open',
    open: true,
    tag: 'Scheduling',
    summary: 'Be asked whether to cancel a booking, as a page',
    path,
    errors: { 'not-found': 'There is no such booking.' },
    answer: ['text/html'],
  },
  'POST /t/:publicIdentifier/bookings/:code/cancel': {
    scope: 'open',
    open: true,
    tag: 'Scheduling',
    summary: 'Cancel a booking',
    more: 'Sent as `application/x-www-form-urlencoded`, with `reason` or without. Leads to the booking (303); the time is free again, and everybody is told.',
    path,
    errors: { 'not-found': 'There is no such booking.' },
    answer: ['text/html'],
  },
  'GET /t/:publicIdentifier/wait/:code': {
    scope: 'open',
    open: true,
    tag: 'Scheduling',
    summary: 'Be asked whether to join a waiting list, as a page',
    more: 'Its link stands in the mail to whoever asked to wait, and works for a day. Opening it changes nothing.',
    path: confirmPath,
    errors: { 'not-found': 'The link was not made here.' },
    answer: ['text/html'],
  },
  'POST /t/:publicIdentifier/wait/:code': {
    scope: 'open',
    open: true,
    tag: 'Scheduling',
    summary: 'Join a waiting list',
    more: 'Leads to where one stands in it (303). Sent again, it is the same place.',
    path: confirmPath,
    errors: { 'not-found': 'The link was not made here.' },
    answer: ['text/html'],
  },
  'GET /t/:publicIdentifier/waiting/:code': {
    scope: 'open',
    open: true,
    tag: 'Scheduling',
    summary: 'See where one stands in a waiting list, as a page',
    more: 'Its link stands in the mails about it.',
    path: waitPath,
    errors: { 'not-found': 'Nobody like that waits.' },
    answer: ['text/html'],
  },
  'POST /t/:publicIdentifier/waiting/:code': {
    scope: 'open',
    open: true,
    tag: 'Scheduling',
    summary: 'Take the time that is held for one, or leave the waiting list',
    more: 'Sent as `application/x-www-form-urlencoded`, with `wait`: `take` leads to the booking (303), `leave` to the form.',
    path: waitPath,
    errors: { 'not-found': 'Nobody like that waits.' },
    answer: ['text/html'],
  },
} satisfies HttpCalls;
