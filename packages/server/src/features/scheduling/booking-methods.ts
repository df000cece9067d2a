import type { FlowVerb } from '@weft/core';
import { flowNotFound } from '@weft/core';
import type { PaymentOrderRow, StoredBooking } from '@weft/db';
import { migrated } from '@weft/documents';
import { callKindOf, callNames, eventOf, formKind } from '@weft/forms';
import type { CallNameOf, ListedBooking } from '@weft/protocol';
import { AppError, notFound } from '@weft/std';
import type { CallContext, Handlers } from '../../rpc/handler.ts';
import { requireCanDo } from '../flows/flow-policy.ts';
import { detailsOf } from './booking-details.ts';
import { placeText } from './booking-words.ts';
import { approve, cancelBooking, moveBooking, movedByMember, reassign } from './change-booking.ts';
import { dayView } from './day-view.ts';
import type { SchedulingDeps } from './deps.ts';
import { eventFinder, type OfferedEvent, offeredEvent } from './offered-event.ts';
import { moveRefused } from './refused-time.ts';
import { slotsOfMonth } from './times-view.ts';
import { leaveList } from './waiting-pages.ts';

type Context = CallContext<SchedulingDeps>;
type SchedulingCall = Extract<CallNameOf<'query'> | CallNameOf<'mutation'>, `scheduling.${string}`>;

const noFlow = () => notFound(flowNotFound);
const done = { done: true } as const;

async function requireFlow({ deps, caller }: Context, flowId: string, verb: FlowVerb) {
  const found = await deps.flowAccess.of(flowId, caller.userId);
  if (found === null) throw noFlow();
  requireCanDo(caller, verb, found);
  return found.flow;
}

/** A booking that the caller may change, with its event. */
async function requireBooking(
  context: Context,
  { flowId, bookingId }: { readonly flowId: string; readonly bookingId: string },
): Promise<{ readonly offered: OfferedEvent; readonly booking: StoredBooking }> {
  const flow = await requireFlow(context, flowId, 'edit');
  const booking = await context.deps.bookings.find(bookingId);
  const offered = await eventFinder(context.deps)(flow.id);
  if (booking === null || booking.flowId !== flow.id || booking.state === 'held' || offered === null)
    throw notFound('There is no such booking');
  return { offered, booking };
}

const changedMeanwhile = () =>
  new AppError('conflict', 'This booking was changed meanwhile: look at it, and try again');

function listed(
  booking: StoredBooking,
  people: ReadonlyMap<string, string>,
  orders: readonly PaymentOrderRow[],
): ListedBooking[] {
  const { id, state, from, to, seats, noShow, hostIds, createdAt } = booking;
  if (state === 'held') return [];
  const { name, email, zone, guests, location, answers, cancelReason, cancelledBy } = detailsOf(booking);
  return [
    {
      ...{ id, state, from, to, seats, noShow, createdAt, name, email, zone, guests: [...guests] },
      hosts: hostIds.map((hostId) => ({ id: hostId, name: people.get(hostId) ?? 'Former member' })),
      location: location && placeText(location),
      answers: answers.map(({ label, text }) => ({ label, text })),
      call: callOf(booking),
      payment: paymentOf(orders.find((order) => order.bookingId === id)),
      cancelReason: cancelReason || null,
      cancelledBy: cancelledBy ?? null,
    },
  ];
}

function paymentOf(order: PaymentOrderRow | undefined): ListedBooking['payment'] {
  if (order === undefined) return null;
  const { id: orderId, currency, total, refunded, phase, dispute, live } = order;
  return { orderId, currency, total, refunded, phase, dispute, live };
}

/** The video call of a booking that stands. */
function callOf(booking: StoredBooking): ListedBooking['call'] {
  const { location, call } = detailsOf(booking);
  const kind = callKindOf(location);
  if (kind === null || booking.state !== 'confirmed') return null;
  return { name: callNames[kind], isMade: location?.text !== '', fault: call?.fault ?? null };
}

/** The draft as an event; null: the form is answered, not booked. */
async function draftOf(
  { deps }: Context,
  flow: { id: string; publicIdentifier: string; organizationId: string },
) {
  const draft = await deps.documents.draft(flow.id);
  const read = draft && migrated(draft.content, formKind);
  if (!read?.ok || eventOf(read.value) === null) return null;
  const { id: flowId, publicIdentifier, organizationId } = flow;
  // Where it is shown says nothing of its times.
  return offeredEvent(deps, { flowId, publicIdentifier, organizationId, domain: null, content: read.value });
}

/** What members do with the bookings of a scheduling form. */
export const bookingMethods: Handlers<SchedulingCall, SchedulingDeps> = {
  'scheduling.bookings': async (context, { flowId, from, to, limit, after = null }) => {
    const { deps } = context;
    const flow = await requireFlow(context, flowId, 'open');
    const stored = await deps.bookings.list({ flowId: flow.id, from, to, limit, after });
    const offered = await eventFinder(deps)(flow.id);
    const ids = [...new Set(stored.flatMap(({ hostIds }) => hostIds))];
    const [known, orders] = await Promise.all([
      ids.length === 0 ? [] : deps.availabilities.ofAll(flow.organizationId, ids),
      deps.paymentOrders.ofBookings(stored.map(({ id }) => id)),
    ]);
    const names = new Map(known.map(({ userId, name }) => [userId, name]));
    const last = stored.at(-1);
    return {
      bookings: stored.flatMap((booking) => listed(booking, names, orders)),
      hosts: (offered?.people ?? []).map(({ id, name }) => ({ id, name })),
      next: last !== undefined && stored.length === limit ? { from: last.from, id: last.id } : null,
    };
  },

  'scheduling.day': async (context, { flowId, date, timezone, durationMins, hostId, moving }) => {
    const { deps, caller } = context;
    const viewed = { date, timezone, viewerId: caller.userId };
    if (moving !== undefined) {
      const { offered, booking } = await requireBooking(context, { flowId, bookingId: moving });
      return dayView(deps, offered, { ...viewed, asked: movedByMember(booking) });
    }
    const flow = await requireFlow(context, flowId, 'open');
    const offered = await draftOf(context, flow);
    if (offered === null)
      return { times: [], hours: [], taken: [], calendars: [], hosts: [], used: { day: null, week: null } };
    const duration = durationMins ?? offered.event.durations[0] ?? 30;
    const asked = { durationMins: duration, seats: 1, moving: null, hostId };
    return dayView(deps, offered, { ...viewed, asked });
  },

  'scheduling.openDays': async (context, { flowId, month, timezone, durationMins, hostId }) => {
    const flow = await requireFlow(context, flowId, 'open');
    const offered = await draftOf(context, flow);
    if (offered === null) return { dates: [] };
    const duration = durationMins ?? offered.event.durations[0] ?? 30;
    const asked = { durationMins: duration, seats: 1, moving: null, hostId };
    const { byDay } = await slotsOfMonth(context.deps, offered, asked, timezone, month);
    return { dates: [...byDay.keys()] };
  },

  'scheduling.approve': async (context, input) => {
    const { offered, booking } = await requireBooking(context, input);
    if (input.from !== undefined && input.from !== booking.from) throw changedMeanwhile();
    if (booking.state === 'confirmed') return done;
    if ((await approve(context.deps, offered, booking)) === null) throw changedMeanwhile();
    return done;
  },

  'scheduling.cancel': async (context, input) => {
    const { offered, booking } = await requireBooking(context, input);
    const cancelled = await cancelBooking(context.deps, offered, booking, 'host', input.reason.trim());
    const isCancelled =
      cancelled !== null || (await context.deps.bookings.find(booking.id))?.state === 'cancelled';
    if (!isCancelled) throw changedMeanwhile();
    return done;
  },

  'scheduling.move': async (context, input) => {
    const { offered, booking } = await requireBooking(context, input);
    if (booking.state === 'cancelled') throw changedMeanwhile();
    const moved = await moveBooking(context.deps, offered, booking, input.at, null);
    if (moved.kind === 'stale') throw changedMeanwhile();
    if (moved.kind === 'refused')
      throw await moveRefused(context.deps, offered, movedByMember(booking), input.at);
    return done;
  },

  'scheduling.reassign': async (context, input) => {
    const { offered, booking } = await requireBooking(context, input);
    const isHost = offered.people.some(({ id }) => id === input.hostId);
    if (offered.event.eventType !== 'round_robin' || !isHost)
      throw new AppError('conflict', 'Only bookings of a round robin go to another of its hosts');
    if (booking.state === 'cancelled') throw changedMeanwhile();
    if (booking.hostIds[0] === input.hostId) return done;
    if (!(await reassign(context.deps, offered, booking, input.hostId)))
      throw new AppError('conflict', 'This host is not free then: choose another');
    return done;
  },

  'scheduling.retryCall': async (context, input) => {
    const { booking } = await requireBooking(context, input);
    if (callOf(booking) !== null) await context.deps.calendars.retryCall(booking);
    return done;
  },

  'scheduling.apps': async ({ deps, caller }) => {
    const connections = await deps.calendars.appsOf(caller.organizationId, caller.userId);
    return {
      apps: connections.map(({ id, type, accountLabel, state, lastError }) => ({
        ...{ serviceId: id, type, account: accountLabel ?? '', fault: lastError },
        state: state === 'reconnect' ? ('disconnected' as const) : ('valid' as const),
      })),
    };
  },

  'scheduling.hostApps': async (context, { flowId, userIds }) => {
    const flow = await requireFlow(context, flowId, 'open');
    const people = await context.deps.availabilities.ofAll(flow.organizationId, userIds);
    const known = people.map(({ userId }) => userId);
    const has = await context.deps.calendars.callsOf(flow.organizationId, known);
    return { hosts: [...has].map(([id, calls]) => ({ id, calls: [...calls] })) };
  },

  'scheduling.waiting': async (context, { flowId }) => {
    const { deps } = context;
    const flow = await requireFlow(context, flowId, 'open');
    const all = await deps.waits.list(flow.id, { after: deps.now(), limit: 500 });
    return {
      waiting: all.map(({ id, name, email, from, to, durationMins, state, offeredUntil, createdAt }) => ({
        ...{ id, name, email, from, to, durationMins, state, offeredUntil, createdAt },
      })),
    };
  },

  'scheduling.removeWaiting': async (context, { flowId, waitId }) => {
    const flow = await requireFlow(context, flowId, 'edit');
    if (!(await leaveList(context.deps, { flowId: flow.id, id: waitId })))
      throw notFound('Nobody like that waits');
    return done;
  },

  'scheduling.noShow': async (context, input) => {
    const { booking } = await requireBooking(context, input);
    if (!(await context.deps.bookings.noteNoShow(booking.flowId, booking.id, input.noShow)))
      throw changedMeanwhile();
    return done;
  },
};
