import type { DayCalendar, DayHours, DayTaken, DayTime } from '@weft/protocol';
import {
  busySpans,
  checkAll,
  openHours,
  type SlotRequest,
  type Span,
  solve,
  spansOf,
  timeOfDates,
  usedOn,
} from '@weft/scheduling';
import { invalid } from '@weft/std';
import { detailsOf } from './booking-details.ts';
import type { SchedulingDeps } from './deps.ts';
import type { NamedEvent } from './hosts.ts';
import { type Asked, cancelledEchoes, minute, type OfferedEvent, slotRequest } from './offered-event.ts';

type Deps = Pick<SchedulingDeps, 'bookings' | 'calendars' | 'now'>;

/** Minutes between the times that are told outside hours, at least. */
const leastStep = 15;

/** Of what is in no calendar. */
const nowhere = { calendar: null, link: null };
/** Of what is held for nobody. */
const notHeld = { heldUntil: null };

interface AskedDay {
  readonly date: string;
  readonly timezone: string;
  readonly asked: Asked;
  /** Who looks at it. */
  readonly viewerId: string;
}

/** Every time of a date with the reasons that hide it, and what is in the way of those that are hidden. */
export async function dayView(
  deps: Deps,
  event: OfferedEvent,
  { date, timezone, asked, viewerId }: AskedDay,
): Promise<{
  readonly times: DayTime[];
  readonly hours: DayHours[];
  readonly taken: DayTaken[];
  readonly calendars: DayCalendar[];
  readonly hosts: { readonly id: string; readonly name: string }[];
  readonly used: { readonly day: number | null; readonly week: number | null };
}> {
  const { hostId } = asked;
  const shown = event.people.filter(({ id }) => hostId === undefined || id === hostId);
  if (shown.length === 0 && hostId !== undefined) throw invalid('hostId', 'This form has no such host');
  const offered = { ...event, people: shown };
  const times: DayTime[] = [];
  const hours: DayHours[] = [];
  const taken: DayTaken[] = [];
  const { maxPerDay, maxPerWeek } = offered.event;
  let used = { day: 0, week: 0 };
  for (const span of timeOfDates(timezone, date, date)) {
    // With all hosts: the first one's clock counts for dates.
    const request = await slotRequest(deps, event, asked, span);
    used = usedOn(request, date);
    times.push(...timesOf(request, offered, span));
    for (const { id, availability } of offered.people)
      hours.push(...openHours(availability, span).map((open) => ({ hostId: id, ...open })));
    taken.push(...(await takenIn(deps, offered, { moving: asked.moving, viewerId }, span)));
  }
  return {
    times: times.toSorted((a, b) => a.from - b.from),
    hours,
    taken: taken.toSorted((a, b) => a.from - b.from),
    calendars: await calendarsIn(deps, offered, viewerId, timeOfDates(timezone, date, date)),
    hosts: event.people.map(({ id, name }) => ({ id, name })),
    used: { day: maxPerDay && used.day, week: maxPerWeek && used.week },
  };
}

/** What calendars are called is the hosts' own affair, too. */
async function calendarsIn(
  { calendars }: Deps,
  { people }: OfferedEvent,
  viewerId: string,
  spans: readonly Span[],
): Promise<DayCalendar[]> {
  const [first, last] = [spans[0], spans.at(-1)];
  if (first === undefined || last === undefined) return [];
  const hostIds = people.map(({ id }) => id);
  const checked = await calendars.checkedOf(hostIds, { from: first.from, to: last.to });
  return checked.map(({ hostId, name, readAt, isReadable }) => ({
    host: people.find(({ id }) => id === hostId)?.name ?? '',
    name: hostId === viewerId ? name : null,
    ...{ readAt, isReadable },
  }));
}

function timesOf(request: SlotRequest, offered: OfferedEvent, span: Span): DayTime[] {
  const hosts = new Map(offered.people.map(({ id, name }) => [id, { id, name }]));
  const { slots, hidden } = solve(request, span, { hidden: true });
  const hiddenTime = ({ from, to, reasons }: (typeof hidden)[number]): DayTime => ({
    ...{ from, to, isOffered: false },
    reasons: reasons.map(({ code, hostId, by }) => ({
      ...{ code, by },
      host: hostId === null ? null : (hosts.get(hostId) ?? null),
    })),
  });
  const times = [
    ...slots.map(({ from, to }): DayTime => ({ from, to, isOffered: true, reasons: [] })),
    ...hidden.map(hiddenTime),
  ];
  const { slotIntervalMins, durationMins } = request.event;
  const step = Math.max(slotIntervalMins ?? durationMins, leastStep) * minute;
  const outside: number[] = [];
  for (let at = span.from; at < span.to; at += step)
    if (!times.some(({ from }) => Math.abs(from - at) < step)) outside.push(at);
  for (const checked of checkAll(request, span, outside))
    if ('reasons' in checked) times.push(hiddenTime(checked));
  return times;
}

/** The events of their calendars are the hosts' own affair: only they read what they are called. */
async function takenIn(
  { bookings, calendars, now }: Deps,
  { flowId, people, event: { bufferBeforeMins, bufferAfterMins } }: OfferedEvent,
  { moving, viewerId }: { readonly moving: string | null; readonly viewerId: string },
  span: Span,
): Promise<DayTaken[]> {
  const hostIds = people.map(({ id }) => id);
  const [stored, busy, free] = await Promise.all([
    bookings.around(flowId, hostIds, span, { from: 0, to: 0 }),
    calendars.busyOf(hostIds, span),
    calendars.freeOf(hostIds, span),
  ]);
  /** What is booked next to it keeps its buffer after before it, and its buffer before after it. */
  const aroundOf = ({ from, to }: Span, own = { bufferBeforeMins: 0, bufferAfterMins: 0 }): Span => ({
    from: from - (own.bufferBeforeMins + bufferAfterMins) * minute,
    to: to + (own.bufferAfterMins + bufferBeforeMins) * minute,
  });
  const echoes = await cancelledEchoes(bookings, stored, [...busy.values()]);
  const byId = new Map(
    [...stored, ...echoes].map((booking) => [booking.id, { ...booking, eventId: booking.flowId }]),
  );
  return people.flatMap(({ id: hostId, name: host }): DayTaken[] => {
    const booked = stored.flatMap((booking): DayTaken[] => {
      const { id, state, from, to, hostIds: ofBooking, expiresAt } = booking;
      const around = aroundOf(booking, booking);
      if (!ofBooking.includes(hostId) || state === 'cancelled' || id === moving) return [];
      if (state === 'held') {
        const isOver = expiresAt !== null && expiresAt <= now();
        return isOver
          ? []
          : [
              {
                ...{ id, kind: state, host, from, to, around, heldUntil: expiresAt, title: null },
                ...nowhere,
              },
            ];
      }
      const isKnown = booking.flowId === flowId || hostId === viewerId;
      const title = isKnown ? detailsOf(booking).name : null;
      return [{ ...{ id, kind: state, host, from, to, around, title }, ...nowhere, ...notHeld }];
    });
    const told = ({ id, title, calendar, link }: NamedEvent) => ({
      ...{ id, host, ...notHeld },
      ...(hostId === viewerId ? { title, calendar, link } : { title: null, calendar: null, link: null }),
    });
    const events = (busy.get(hostId)?.busy ?? []).flatMap((event): DayTaken[] =>
      busySpans(event, span, byId, moving, hostId).map(({ from, to }) => ({
        ...{ ...told(event), kind: 'event' as const, from, to, around: aroundOf({ from, to }) },
      })),
    );
    const beside = (free.get(hostId) ?? []).flatMap((event): DayTaken[] =>
      spansOf(event.when, span).map(({ from, to }) => ({
        ...{ ...told(event), kind: 'free' as const, from, to, around: { from, to } },
      })),
    );
    return [...booked, ...events, ...beside];
  });
}
