import { must } from '@weft/std';
import type { Availability, AvailableTime } from './availability.ts';
import type { Booking, BusyEvent, Host, SlotRequest } from './request.ts';
import { minute, type Span } from './span.ts';

/** What a wall clock shows in a minute. */
interface Reading {
  readonly date: string;
  readonly minute: number;
  readonly text: string;
}

const clocks = new Map<string, Map<number, Reading>>();

function reading(zone: string, time: number): Reading {
  const known = clocks.get(zone) ?? new Map<number, Reading>();
  clocks.set(zone, known);
  let found = known.get(time);
  if (found === undefined) {
    const { offsetNanoseconds } = Temporal.Instant.fromEpochMilliseconds(time).toZonedDateTimeISO(zone);
    const local = new Date(time + offsetNanoseconds / 1_000_000);
    const text = local.toISOString().slice(0, 19);
    found = { date: text.slice(0, 10), minute: local.getUTCHours() * 60 + local.getUTCMinutes(), text };
    known.set(time, found);
  }
  return found;
}

const daysLater = (date: string, days: number): string =>
  Temporal.PlainDate.from(date).add({ days }).toString();
const minutes = (time: string): number => {
  const [hours = '', rest = ''] = time.split(':');
  return Number(hours) * 60 + Number(rest);
};

const isAway = ({ outOfOffice }: Availability, date: string): boolean =>
  outOfOffice.some(({ from, to }) => from <= date && date <= to);

function timesOn(availability: Availability, date: string): readonly AvailableTime[] {
  if (date === '' || isAway(availability, date)) return [];
  const override = availability.dateOverrides.find((other) => other.date === date);
  if (override !== undefined) return override.availableTimes;
  if (availability.holidays?.includes(date) === true) return [];
  const { dayOfWeek } = Temporal.PlainDate.from(date);
  const day = availability.daySchedules.find(({ isoDay }) => isoDay === dayOfWeek);
  return day === undefined || day.disabled ? [] : day.availableTimes;
}

interface DayTimes {
  readonly yesterday: string;
  /** From a minute of the day to another; what ends later than it begins ends on the next date. */
  readonly times: readonly { readonly start: number; readonly end: number }[];
  /** What was left of the night before when the date began. */
  readonly spiltUntil: readonly number[];
}

function dayTimes(availability: Availability, date: string): DayTimes {
  const yesterday = daysLater(date, -1);
  const isReplaced =
    isAway(availability, date) ||
    availability.holidays?.includes(date) === true ||
    availability.dateOverrides.some((override) => override.date === date);
  const inMinutes = (time: AvailableTime) => ({
    start: minutes(time.startTime),
    end: minutes(time.endTime),
  });
  return {
    yesterday,
    times: timesOn(availability, date).map(inMinutes),
    spiltUntil: timesOn(availability, isReplaced ? '' : yesterday)
      .map(inMinutes)
      .filter(({ start, end }) => end <= start)
      .map(({ end }) => end),
  };
}

/** The dates one of whose windows a clock is in. */
function datesOpen(
  { yesterday, times, spiltUntil }: DayTimes,
  { date, minute: now }: Reading,
): readonly string[] {
  const isToday = times.some(({ start, end }) => start <= now && (end <= start || now < end));
  const isSpilt = spiltUntil.some((end) => now < end);
  return [...(isToday ? [date] : []), ...(isSpilt ? [yesterday] : [])];
}

/** By minute, when the windows began that a host is in. */
type Runs = ReadonlyMap<number, readonly number[]>;

function runsOf(availability: Availability, { from, to }: Span): Runs {
  const runs = new Map<number, readonly number[]>();
  const days = new Map<string, DayTimes>();
  let before = new Map<string, number>();
  for (let time = from; time < to; time += minute) {
    const clock = reading(availability.timezone, time);
    const day = days.get(clock.date) ?? dayTimes(availability, clock.date);
    days.set(clock.date, day);
    const dates = datesOpen(day, clock);
    before = new Map(dates.map((date) => [date, before.get(date) ?? time]));
    if (before.size > 0) runs.set(time, [...before.values()]);
  }
  return runs;
}

const every = ({ from, to }: Span): number[] => {
  const times: number[] = [];
  for (let time = from; time < to; time += minute) times.push(time);
  return times;
};

/** The minutes an event of a calendar takes, looked for within a span. */
function busyMinutes({ when }: BusyEvent, within: Span): number[] {
  if (when.kind === 'timed') return every(when);
  if (when.kind === 'all_day')
    return every(within).filter((time) => {
      const { date } = reading(when.zone, time);
      return when.from <= date && date < when.to;
    });
  const shown = new Map<string, number[]>();
  for (const time of every(within)) {
    const { text } = reading(when.zone, time);
    shown.set(text, [...(shown.get(text) ?? []), time]);
  }
  return when.starts
    .filter((start) => !when.except.includes(start))
    .flatMap((start) => {
      const begin = startShown(shown, start);
      return begin === null ? [] : every({ from: begin, to: begin + when.durationMs });
    });
}

/** When a clock first shows a time; of one it skips, as long after the last time before it as it is later. */
function startShown(shown: ReadonlyMap<string, readonly number[]>, text: string): number | null {
  const first = shown.get(text)?.[0];
  if (first !== undefined) return first;
  const wanted = Temporal.PlainDateTime.from(text);
  for (let skipped = 1; skipped <= 24 * 60; skipped++) {
    const last = shown
      .get(wanted.subtract({ minutes: skipped }).toString({ smallestUnit: 'second' }))
      ?.at(-1);
    if (last !== undefined) return last + skipped * minute;
  }
  return null;
}

const counts = ({ state, expiresAt, id }: Booking, { now, moving }: SlotRequest): boolean => {
  if (id === moving || state === 'cancelled') return false;
  return state !== 'held' || expiresAt === null || expiresAt > now;
};

function isIgnored(
  event: BusyEvent,
  span: readonly number[],
  { bookings, moving }: SlotRequest,
  hostId: string,
): boolean {
  if (event.cancelled || event.declined) return true;
  if (event.showsAs === 'free' || event.showsAs === 'working_elsewhere') return true;
  if (event.bookingId === null) return false;
  if (event.bookingId === moving) return true;
  const booking = bookings.find(({ id }) => id === event.bookingId);
  if (booking === undefined || !booking.hostIds.includes(hostId)) return false;
  return booking.state === 'cancelled' || span.every((time) => booking.from <= time && time < booking.to);
}

function blockedMinutes(host: Host, request: SlotRequest, within: Span): ReadonlySet<number> {
  const blocked = new Set<number>();
  for (const event of host.busy) {
    const span = busyMinutes(event, within);
    if (!isIgnored(event, span, request, host.id)) for (const time of span) blocked.add(time);
  }
  for (const booking of request.bookings) {
    if (!counts(booking, request) || !booking.hostIds.includes(host.id)) continue;
    if (request.event.type === 'group' && booking.eventId === request.event.id) continue;
    for (const time of widened(booking)) blocked.add(time);
  }
  return blocked;
}

const widened = ({ from, to, bufferBeforeMins, bufferAfterMins }: Booking): number[] =>
  every({ from: from - bufferBeforeMins * minute, to: to + bufferAfterMins * minute });

/** The weeks of ISO 8601, by the calendar. */
const weekOf = (date: string): string => {
  const { yearOfWeek, weekOfYear } = Temporal.PlainDate.from(date);
  return `${yearOfWeek} ${weekOfYear}`;
};

function isInTime(request: SlotRequest, time: number): boolean {
  const { now, event, hosts, bookings } = request;
  const zone = must(hosts[0]).availability.timezone;
  if (time < now || time < now + event.noticeMins * minute) return false;
  const { date } = reading(zone, time);
  const dateWindow = event.bookingWindow;
  if (dateWindow !== null) {
    const [first, last] =
      'days' in dateWindow
        ? ['0000-01-01', daysLater(reading(zone, now).date, dateWindow.days)]
        : [dateWindow.from, dateWindow.to];
    if (date < first || date > last) return false;
  }
  const starts = bookings.filter((booking) => booking.eventId === event.id && counts(booking, request));
  const end = time + event.durationMins * minute;
  if (event.type === 'group' && starts.some(({ from, to }) => from === time && to === end)) return true;
  const meetings =
    event.type === 'group' ? new Map(starts.map((b) => [`${b.from}-${b.to}`, b])).values() : starts;
  const dates = [...meetings].map(({ from }) => reading(zone, from).date);
  const onDay = dates.filter((other) => other === date).length;
  const inWeek = dates.filter((other) => weekOf(other) === weekOf(date)).length;
  return onDay < (event.maxPerDay ?? Infinity) && inWeek < (event.maxPerWeek ?? Infinity);
}

/** Whether a group event has seats at a time, and nothing else of it is in the way. */
function hasSeats(request: SlotRequest, host: Host, { from, to }: Span): boolean {
  if (request.event.type !== 'group') return request.seats <= 1;
  const taken = request.bookings.filter(
    (booking) =>
      booking.eventId === request.event.id && counts(booking, request) && booking.hostIds.includes(host.id),
  );
  const isJoined = (booking: Booking): boolean => booking.from === from && booking.to === to;
  const wide = new Set(wideMinutes(request, { from, to }));
  if (taken.some((booking) => !isJoined(booking) && widened(booking).some((time) => wide.has(time))))
    return false;
  const seats = taken.filter(isJoined).reduce((sum, booking) => sum + booking.seats, 0);
  return seats + request.seats <= request.event.maxSeats;
}

const wideMinutes = ({ event }: SlotRequest, { from, to }: Span): number[] =>
  every({ from: from - event.bufferBeforeMins * minute, to: to + event.bufferAfterMins * minute });

/** The hosts free at each offered time of a range, found minute by minute: an oracle for `solve`. */
export function slotsByMinute(request: SlotRequest, range: Span): [number, readonly string[]][] {
  const { event, hosts } = request;
  const duration = event.durationMins * minute;
  const step = (event.slotIntervalMins ?? event.durationMins) * minute;
  // A window lasts two days at most, and clocks are changed by hours.
  const within = { from: range.from - 52 * 60 * minute, to: range.to + duration + 24 * 60 * minute };
  const known = hosts.map((host) => ({
    host,
    runs: runsOf(host.availability, { from: within.from, to: range.to + duration }),
    blocked: blockedMinutes(host, request, within),
  }));
  type Known = (typeof known)[number];
  const isFree = ({ host, runs, blocked }: Known, from: number): boolean => {
    const slot = { from, to: from + duration };
    return (
      host.unreadableCalendars.length === 0 &&
      every(slot).every((time) => runs.has(time)) &&
      !wideMinutes(request, slot).some((time) => blocked.has(time)) &&
      hasSeats(request, host, slot)
    );
  };
  const isOnGrid = (team: readonly Known[], time: number): boolean => {
    const begun = team.flatMap(({ runs }) => runs.get(time) ?? []);
    return (time - Math.max(...begun)) % step === 0;
  };
  const works = (team: readonly Known[], time: number): boolean =>
    team.length > 0 && team.every((one) => isFree(one, time)) && isOnGrid(team, time);
  const offered: [number, readonly string[]][] = [];
  for (const time of every(range)) {
    if (!isInTime(request, time)) continue;
    const teams =
      event.type === 'collective'
        ? [known]
        : event.type === 'round_robin'
          ? known.map((one) => [one])
          : [known.slice(0, 1)];
    const free = teams.filter((team) => works(team, time)).flatMap((team) => team.map(({ host }) => host.id));
    if (free.length > 0) offered.push([time, free]);
  }
  return offered;
}
