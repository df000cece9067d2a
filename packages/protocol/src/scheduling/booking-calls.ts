import { isTimeZone } from '@weft/core';
import { orderPhases } from '@weft/payments';
import { isDate, reasonCodes } from '@weft/scheduling';
import { z } from 'zod';
import { editErrors, readErrors } from '../bases/base-errors.ts';
import { call } from '../call.ts';
import { id, instant } from '../schemas/answer-schemas.ts';
import { knownId, newId } from '../schemas/ids.ts';
import { sample } from '../schemas/sample-ids.ts';
import { storableText } from '../schemas/text.ts';

const flowId = { flowId: knownId };
const ofBooking = { ...flowId, bookingId: newId('bok') };
/** Epoch milliseconds. */
const time = z.int().min(0).max(8_000_000_000_000);

const host = z.strictObject({ id, name: z.string() });
const booking = z.strictObject({
  id,
  state: z.enum(['pending', 'confirmed', 'cancelled']),
  from: time,
  to: time,
  seats: z.int(),
  noShow: z.boolean(),
  hosts: z.array(host),
  name: z.string(),
  email: z.string(),
  zone: z.string(),
  guests: z.array(z.string()),
  location: z.string().nullable(),
  /** Its video call; `fault`: why there is no link yet. */
  call: z.strictObject({ name: z.string(), isMade: z.boolean(), fault: z.string().nullable() }).nullable(),
  answers: z.array(z.strictObject({ label: z.string(), text: z.string() })),
  /** What was paid for it, in the smallest units of its currency; null: nothing. */
  payment: z
    .strictObject({
      orderId: id,
      currency: z.string(),
      total: z.int(),
      refunded: z.int(),
      /** `review`: what arrived is not what it costs. */
      phase: z.enum(orderPhases),
      dispute: z.enum(['none', 'open', 'won', 'lost']),
      live: z.boolean(),
    })
    .nullable(),
  cancelReason: z.string().nullable(),
  cancelledBy: z.enum(['host', 'invitee']).nullable(),
  createdAt: instant,
});
export type ListedBooking = z.output<typeof booking>;

const page = z.strictObject({
  bookings: z.array(booking),
  hosts: z.array(host),
  next: z.strictObject({ from: time, id }).nullable(),
});

const dayTime = z.strictObject({
  from: time,
  to: time,
  isOffered: z.boolean(),
  reasons: z.array(
    z.strictObject({
      code: z.enum(reasonCodes),
      host: host.nullable(),
      by: z.string().nullable(),
    }),
  ),
});
const openDays = z.strictObject({ dates: z.array(z.string()) });
/** What keeps a host from being booked, with its times; `free`: an event that does not. */
const taken = z.strictObject({
  /** As `by` names it. */
  id: z.string(),
  kind: z.enum(['event', 'free', 'pending', 'confirmed', 'held']),
  host: z.string(),
  from: time,
  to: time,
  /** With the buffers that stay free around it: its own, and those of what is booked. */
  around: z.strictObject({ from: z.int(), to: z.int() }),
  /** Of a hold: when it ends by itself. */
  heldUntil: time.nullable(),
  /** Who booked, or what the event is called; null: the caller may not know. */
  title: z.string().nullable(),
  /** Of an event: the calendar it is in; null: the caller may not know. */
  calendar: z.string().nullable(),
  /** Of an event: where it is shown in a browser; null: nobody says, or the caller may not know. */
  link: z.string().nullable(),
});
/** When a host is open on the date. */
const hours = z.strictObject({ hostId: id, from: time, to: time });
export type DayHours = z.output<typeof hours>;
/** A calendar that is checked; without a name where the caller may not know it. */
const dayCalendar = z.strictObject({
  host: z.string(),
  name: z.string().nullable(),
  readAt: time.nullable(),
  isReadable: z.boolean(),
});
export type DayCalendar = z.output<typeof dayCalendar>;
export type DayTime = z.output<typeof dayTime>;
export type DayTaken = z.output<typeof taken>;

const day = z.strictObject({
  times: z.array(dayTime),
  hours: z.array(hours),
  taken: z.array(taken),
  calendars: z.array(dayCalendar),
  /** Who is booked by the event. */
  hosts: z.array(host),
  /** Bookings that count for the limits, on the date and in its week; null: there is no such limit. */
  used: z.strictObject({ day: z.int().nullable(), week: z.int().nullable() }),
});

const apps = z.strictObject({
  apps: z.array(
    z.strictObject({
      serviceId: id,
      type: z.string(),
      account: z.string(),
      /** `disconnected`: its owner has to sign in again. */
      state: z.enum(['valid', 'disconnected']),
      fault: z.string().nullable(),
    }),
  ),
});
const hostApps = z.strictObject({
  hosts: z.array(z.strictObject({ id, calls: z.array(z.enum(['zoom', 'teams', 'meet'])) })),
});

const waits = z.strictObject({
  waiting: z.array(
    z.strictObject({
      id,
      name: z.string(),
      email: z.string(),
      /** It begins from here, and before `to`: one time, or any of a day. */
      from: time,
      to: time,
      durationMins: z.int(),
      state: z.enum(['waiting', 'offered', 'booked', 'missed']),
      offeredUntil: time.nullable(),
      createdAt: instant,
    }),
  ),
});

const done = z.strictObject({ done: z.literal(true) });
type Done = z.output<typeof done>;

const sampleFlow = { flowId: sample.form };
const sampleBooking = { ...sampleFlow, bookingId: 'bok0sample00000000000000' };
const errors = { ...editErrors, 'not-found': 'There is no such form or booking.' };
const timeErrors = { ...errors, conflict: 'The time is not free, or the booking was changed meanwhile.' };

/** What members do with the bookings of a scheduling form. */
export const bookingCalls = {
  'scheduling.bookings': call(
    'query',
    z.object({
      ...flowId,
      from: time,
      to: time,
      limit: z.int().min(1).max(200).default(100),
      /** The last booking of the page before. */
      after: z.strictObject({ from: time, id: knownId }).optional(),
    }),
  )<z.output<typeof page>>({
    summary: 'List the bookings of a scheduling form',
    more: 'Those that begin in a stretch of time (epoch milliseconds), in order, cancelled ones too. `hosts` are those who can be booked now.',
    errors: readErrors,
    answer: page,
    example: { ...sampleFlow, from: 1_764_547_200_000, to: 1_767_225_600_000 },
  }),
  'scheduling.day': call(
    'query',
    z.object({
      ...flowId,
      date: z.string().refine(isDate, 'Not a date, as in 2026-11-26'),
      timezone: z.string().max(100).refine(isTimeZone, 'Not an IANA time zone'),
      durationMins: z.int().min(1).max(1_440).optional(),
      /** One of the hosts: what they alone could be booked for. */
      hostId: knownId.optional(),
      /** A booking that is to be moved: for it, by what is published, as if it were not there. */
      moving: newId('bok').optional(),
    }),
  )<z.output<typeof day>>({
    summary: 'List the times of a date, and why those that are not offered are not',
    more: 'By the draft. Each time that stands on the grid of a host’s hours, and on the same grid from midnight outside them, with every reason that hides it; `by` is the booking or calendar event in its way, which `taken` holds, or the calendar that cannot be read. `used` is what counts for the limits of the date and of its week. `calendars` are those that are checked, and when they were read last. Calendars and their events have a name for their host alone, and bookings of other forms too. With `hostId` it is what one of the `hosts` alone could be booked for. With `moving` it is what `scheduling.move` of that booking takes.',
    errors: readErrors,
    answer: day,
    example: { ...sampleFlow, date: '2026-12-03', timezone: 'Europe/Paris' },
  }),
  'scheduling.openDays': call(
    'query',
    z.object({
      ...flowId,
      month: z.string().refine((month) => isDate(`${month}-01`), 'Not a month, as in 2026-11'),
      timezone: z.string().max(100).refine(isTimeZone, 'Not an IANA time zone'),
      durationMins: z.int().min(1).max(1_440).optional(),
      hostId: knownId.optional(),
    }),
  )<z.output<typeof openDays>>({
    summary: 'List the dates of a month on which any time is offered',
    more: 'By the draft, as `scheduling.day`.',
    errors: readErrors,
    answer: openDays,
    example: { ...sampleFlow, month: '2026-12', timezone: 'Europe/Paris' },
  }),
  'scheduling.approve': call(
    'mutation',
    z.object({
      ...ofBooking,
      /** The time that is approved, as it was shown. */
      from: time.optional(),
    }),
  )<Done>({
    summary: 'Confirm a booking that waits for approval',
    more: 'With `from`, when it begins, it is refused where the booking was moved to another time meanwhile.',
    errors: timeErrors,
    answer: done,
    example: { ...sampleBooking, from: 1_764_752_400_000 },
  }),
  'scheduling.cancel': call(
    'mutation',
    z.object({ ...ofBooking, reason: storableText(500).default('') }),
  )<Done>({
    summary: 'Cancel a booking',
    more: 'Whoever booked, their guests and the hosts are told, with the reason. What was cancelled before stays so.',
    errors,
    answer: done,
    example: { ...sampleBooking, reason: 'I am ill' },
  }),
  'scheduling.move': call(
    'mutation',
    z.object({ ...ofBooking, at: time }),
  )<Done>({
    summary: 'Move a booking to another time',
    more: 'To a time that is offered (epoch milliseconds); everybody is told.',
    errors: timeErrors,
    answer: done,
    example: { ...sampleBooking, at: 1_764_752_400_000 },
  }),
  'scheduling.reassign': call(
    'mutation',
    z.object({ ...ofBooking, hostId: knownId }),
  )<Done>({
    summary: 'Give a booking of a round robin to another host',
    errors: timeErrors,
    answer: done,
    example: { ...sampleBooking, hostId: sample.user },
  }),
  'scheduling.retryCall': call(
    'mutation',
    z.object(ofBooking),
  )<Done>({
    summary: 'Have the video call of a booking made at once, where it could not be made before',
    errors,
    answer: done,
    example: sampleBooking,
  }),
  'scheduling.apps': call(
    'query',
    z.object({}),
  )<z.output<typeof apps>>({
    summary: 'List the accounts in which your video calls are made',
    more: 'They are signed in to as connections are: `POST /admin/services/create/zoom` (or `teamsmeetings`), and disconnected by `DELETE /admin/services/delete/{serviceId}`. Google Meet has none: it comes with a Google calendar.',
    errors: {},
    answer: apps,
    example: {},
  }),
  'scheduling.hostApps': call(
    'query',
    z.object({ ...flowId, userIds: z.array(knownId).max(50) }),
  )<z.output<typeof hostApps>>({
    summary: 'List which video calls people can have made',
    errors: readErrors,
    answer: hostApps,
    example: { ...sampleFlow, userIds: [sample.user] },
  }),
  'scheduling.waiting': call(
    'query',
    z.object(flowId),
  )<z.output<typeof waits>>({
    summary: 'List who waits for times that are taken',
    more: 'In their turn, of times that are still to come. A time that becomes free is held for the first who waits for it for an hour (`offered`, until `offeredUntil`), then for the next.',
    errors: readErrors,
    answer: waits,
    example: sampleFlow,
  }),
  'scheduling.removeWaiting': call(
    'mutation',
    z.object({ ...flowId, waitId: newId('bok') }),
  )<Done>({
    summary: 'Take somebody off the waiting list',
    more: 'What was held for them is free again.',
    errors: { ...editErrors, 'not-found': 'There is no such form, or nobody like that waits.' },
    answer: done,
    example: { ...sampleFlow, waitId: 'bok0sample00000000000000' },
  }),
  'scheduling.noShow': call(
    'mutation',
    z.object({ ...ofBooking, noShow: z.boolean() }),
  )<Done>({
    summary: 'Note that whoever booked has not come, or has after all',
    errors,
    answer: done,
    example: { ...sampleBooking, noShow: true },
  }),
} as const;
