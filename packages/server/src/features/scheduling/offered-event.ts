import type { BookingLimit, Published, StoredBooking, WantedTime } from '@weft/db';
import { type Content, migrated } from '@weft/documents';
import {
  type EventSettings,
  eventOf,
  formKind,
  formSettingsOf,
  languagesOf,
  questionsOf,
  questionType,
  titleOf,
} from '@weft/forms';
import {
  type BookableEvent,
  type Booking,
  type BusyEvent,
  dateAt,
  type Slot,
  type SlotRequest,
  type Span,
  solve,
  timeOfDates,
} from '@weft/scheduling';
import type { SchedulingDeps } from './deps.ts';
import { type EventHostPerson, type HostBusy, hostsWith, loadHosts } from './hosts.ts';

export const minute = 60_000;
const day = 86_400_000;

/** A flow that is booked, as its page or its draft says. */
export interface OfferedEvent {
  readonly flowId: string;
  readonly publicIdentifier: string;
  readonly organizationId: string;
  /** The host that shows it alone; null: none. */
  readonly domain: string | null;
  readonly title: string;
  /** The language that its page is written in. */
  readonly language: string;
  readonly event: EventSettings;
  readonly people: readonly EventHostPerson[];
  /** Whoever books has to say more than who they are. */
  readonly asksMore: boolean;
  /** The sites that may show its pages. */
  readonly embedSites: readonly string[];
  /** Whether its page is there: one that is taken back shows nobody any times. */
  readonly isPublished: boolean;
}

/** What is asked of an event. */
export interface Asked {
  readonly durationMins: number;
  readonly seats: number;
  /** The booking that is being moved. */
  readonly moving: string | null;
  /** Whoever asks did so in time, or is a member: the event's notice is not in their way. */
  readonly ignoresNotice?: boolean;
  /** One of the hosts alone is looked at. */
  readonly hostId?: string | undefined;
}

/** What is known of a flow where its event is read. */
export interface BookedDocument {
  readonly flowId: string;
  readonly publicIdentifier: string;
  readonly organizationId: string;
  readonly domain: string | null;
  readonly content: Content;
  readonly settings?: Published['settings'];
  /** Usual: it is. */
  readonly isPublished?: boolean;
}

/** Null: the form is answered, not booked. */
export async function offeredEvent(
  { availabilities, holidays }: Pick<SchedulingDeps, 'availabilities' | 'holidays'>,
  { flowId, publicIdentifier, organizationId, domain, content, settings, isPublished = true }: BookedDocument,
): Promise<OfferedEvent | null> {
  const event = eventOf(content);
  if (event === null) return null;
  const people = await loadHosts(availabilities, organizationId, event.hosts, holidays);
  const places = sharedLocations(event);
  const asksMore =
    places.length > 1 ||
    places.some(({ kind }) => kind === 'ask_phone') ||
    questionsOf(content).some(
      ({ type, required, requiredWhen }) =>
        required || requiredWhen !== null || questionType(type).takesPayment === true,
    );
  return {
    flowId,
    publicIdentifier,
    organizationId,
    domain,
    title: titleOf(content),
    language: languagesOf(content).main,
    event,
    people,
    asksMore,
    embedSites: settings === undefined ? [] : formSettingsOf(settings).embedSites,
    isPublished,
  };
}

/** Names a time of a page, for the script that leads whoever goes back to a time that is theirs to its booking. */
export const bookedMark = (
  { publicIdentifier }: Pick<OfferedEvent, 'publicIdentifier'>,
  at: number,
): string => `${publicIdentifier} ${at}`;

/** Where whoever books may choose to meet; none where each host has a place of their own. */
export const sharedLocations = ({ eventType, locationType, locations }: EventSettings) =>
  eventType === 'round_robin' && locationType === 'individual' ? [] : locations;

/** The event of a flow: what is published, or its draft where nothing is any more; null: there is none. */
export type FindEvent = (flowId: string) => Promise<OfferedEvent | null>;

export const eventFinder =
  (deps: Pick<SchedulingDeps, 'availabilities' | 'documents' | 'holidays'>): FindEvent =>
  async (flowId) => {
    const found = await deps.documents.shownOrDraft(flowId);
    if (found === null) return null;
    const read = migrated(found.content, formKind);
    return read.ok ? offeredEvent(deps, { ...found, content: read.value }) : null;
  };

const bookable = (
  { flowId, event }: OfferedEvent,
  { durationMins, ignoresNotice = false }: Asked,
): BookableEvent => ({
  id: flowId,
  type: event.eventType,
  durationMins,
  slotIntervalMins: event.slotIntervalMins,
  ...{ bufferBeforeMins: event.bufferBeforeMins, bufferAfterMins: event.bufferAfterMins },
  ...{ noticeMins: ignoresNotice ? 0 : event.noticeMins, bookingWindow: event.bookingWindow },
  ...{ maxPerDay: event.maxPerDay, maxPerWeek: event.maxPerWeek, maxSeats: event.maxSeats },
});

const asBooking = ({ flowId, ...booking }: StoredBooking): Booking => ({ ...booking, eventId: flowId });

/** With what takes time now: the longest booking and buffer are a day each. */
const nearby = ({ from, to }: Span): Span => ({ from: from - 2 * day, to: to + 3 * day });

/** Cancelled bookings whose events are still in calendars. */
export const cancelledEchoes = (
  bookings: Pick<SchedulingDeps['bookings'], 'cancelledOf'>,
  stored: readonly StoredBooking[],
  hosts: readonly { readonly busy: readonly Pick<BusyEvent, 'bookingId'>[] }[],
): Promise<readonly StoredBooking[]> => {
  const known = new Set(stored.map(({ id }) => id));
  const named = hosts.flatMap(({ busy }) => busy.map(({ bookingId }) => bookingId));
  return bookings.cancelledOf([...new Set(named)].filter((id) => id !== null && !known.has(id)) as string[]);
};

/** Everything that decides about times in a range. `live` is what calendars say this moment. */
export async function slotRequest(
  { bookings, calendars, now }: Pick<SchedulingDeps, 'bookings' | 'calendars' | 'now'>,
  offered: OfferedEvent,
  asked: Asked,
  range: Span,
  live: ReadonlyMap<string, HostBusy> = new Map(),
): Promise<SlotRequest> {
  const { flowId, event, people } = offered;
  const hostIds = people.map(({ id }) => id);
  const isLimited = event.maxPerDay !== null || event.maxPerWeek !== null;
  const week = { from: range.from - 8 * day, to: range.to + 8 * day };
  const counted = isLimited ? week : { from: 0, to: 0 };
  const [stored, busy] = await Promise.all([
    bookings.around(flowId, hostIds, nearby(range), counted),
    calendars.busyOf(hostIds, nearby(range)),
  ]);
  const hosts = hostsWith(people, new Map([...busy, ...live]));
  const known = [...stored, ...(await cancelledEchoes(bookings, stored, hosts))];
  return {
    now: now(),
    event: bookable(offered, asked),
    hosts,
    bookings: known.map(asBooking),
    ...{ seats: asked.seats, moving: asked.moving, hostId: asked.hostId },
  };
}

/** The slots that begin in a range. */
export async function slotsIn(
  deps: Pick<SchedulingDeps, 'bookings' | 'calendars' | 'now'>,
  offered: OfferedEvent,
  asked: Asked,
  range: Span,
): Promise<readonly Slot[]> {
  const first = Math.max(range.from, deps.now());
  if (first >= range.to) return [];
  return solve(await slotRequest(deps, offered, asked, { from: first, to: range.to }), {
    from: first,
    to: range.to,
  }).slots;
}

/** Days in which the next times are looked for: mostly the first few have some, and the others need not be read. */
const soon = [7 * day, 62 * day] as const;

async function firstSlots(
  deps: Pick<SchedulingDeps, 'bookings' | 'calendars' | 'now'>,
  offered: OfferedEvent,
  asked: Asked,
  { from, to }: Span,
  most: number,
): Promise<readonly Slot[]> {
  const found: Slot[] = [];
  let begin = from;
  for (const end of soon.map((length) => Math.min(from + length, to))) {
    if (found.length >= most || begin >= end) break;
    found.push(...(await slotsIn(deps, offered, asked, { from: begin, to: end })));
    begin = end;
  }
  return found.slice(0, most);
}

/** The next times from one on; where there are none, the first there are. */
export async function nextSlots(
  deps: Pick<SchedulingDeps, 'bookings' | 'calendars' | 'now'>,
  offered: OfferedEvent,
  asked: Asked,
  at: number,
  most = 3,
): Promise<readonly Slot[]> {
  const now = deps.now();
  // A time far away is nobody's to look around.
  const from = at > now && at < now + 800 * day ? at : now;
  const later = await firstSlots(deps, offered, asked, { from, to: Number.POSITIVE_INFINITY }, most);
  return later.length > 0 || from === now
    ? later
    : firstSlots(deps, offered, asked, { from: now, to: from }, most);
}

const spanOf = (zone: string, first: string, last: string): Span | null => {
  const spans = timeOfDates(zone, first, last);
  const [begin, end] = [spans[0], spans.at(-1)];
  return begin === undefined || end === undefined ? null : { from: begin.from, to: end.to };
};

/** How many bookings the date and the week of a time may hold, on the clock of the first host. */
function limitsAt({ event, people }: OfferedEvent, at: number): readonly BookingLimit[] {
  const { maxPerDay, maxPerWeek } = event;
  if (maxPerDay === null && maxPerWeek === null) return [];
  const zone = people[0]?.availability.timezone ?? 'UTC';
  const date = Temporal.PlainDate.from(dateAt(zone, at));
  const monday = date.subtract({ days: date.dayOfWeek - 1 });
  const of = (most: number | null, first: Temporal.PlainDate, last: Temporal.PlainDate): BookingLimit[] => {
    const span = most === null ? null : spanOf(zone, first.toString(), last.toString());
    return most === null || span === null ? [] : [{ ...span, most }];
  };
  return [...of(maxPerDay, date, date), ...of(maxPerWeek, monday, monday.add({ days: 6 }))];
}

/** What is taken when a time of an event is booked with these hosts. */
export const wantedTime = (
  offered: OfferedEvent,
  { durationMins, seats }: Asked,
  at: number,
  hostIds: readonly string[],
): WantedTime => ({
  ...{ from: at, to: at + durationMins * minute, hostIds, seats },
  bufferBeforeMins: offered.event.bufferBeforeMins,
  bufferAfterMins: offered.event.bufferAfterMins,
  maxSeats: offered.event.eventType === 'group' ? offered.event.maxSeats : null,
  limits: limitsAt(offered, at),
});

/** The hosts of a booking in the order in which to try them, each a team that is needed as a whole. */
export function teamsFor(
  { event, people }: OfferedEvent,
  slot: Slot,
  order: (free: readonly string[]) => readonly string[],
): readonly (readonly string[])[] {
  if (event.eventType === 'round_robin') return order(slot.hostIds).map((id) => [id]);
  if (event.eventType === 'collective') return [people.map(({ id }) => id)];
  return people.slice(0, 1).map(({ id }) => [id]);
}
