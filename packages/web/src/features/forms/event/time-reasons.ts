import type { EventSettings } from '@weft/forms';
import type { DayHours, DayTaken, DayTime } from '@weft/protocol';
import { minutesText } from '@weft/std';
import { paths } from '../../../paths.ts';

type DayReason = DayTime['reasons'][number];
export type ReasonCode = DayReason['code'];

/** A part of the event's settings, as the editor names it. */
export type SettingPart = 'hosts' | 'about' | 'times';

/** To a setting of the event, to a page of ours, or to the event of a calendar. */
export type Way =
  | { readonly label: string; readonly part: SettingPart }
  | { readonly label: string; readonly to: string; readonly search?: { readonly [key: string]: string } }
  | { readonly label: string; readonly href: string };

/** A reason in words, and where what causes it is seen and changed; none: nothing changes it. */
export interface ToldReason {
  readonly word: string;
  /** With what it is about. */
  readonly heading: string;
  /** Beside the word, where there is one line for both. */
  readonly line: string;
  readonly text: string;
  readonly ways: readonly Way[];
}

/** What is known of the day. */
export interface Circumstances {
  readonly event: EventSettings;
  readonly flowId: string;
  /** When the hosts are open. */
  readonly hours: readonly DayHours[];
  readonly taken: readonly DayTaken[];
  /** Epoch milliseconds. */
  readonly now: number;
  /** A time of the day as it is read. */
  readonly clock: (time: number) => string;
}

/** The same, of a time that begins then. */
interface TimeAround extends Circumstances {
  readonly from: number;
}

type Tell = (reason: DayReason, around: TimeAround) => ToldReason;

const causeOf = ({ by, host }: DayReason, { taken }: Circumstances): DayTaken | undefined =>
  taken.find(({ id, host: name }) => id === by && (host === null || host.name === name)) ??
  taken.find(({ id }) => id === by);

/** In its own calendar, where that shows it. */
const eventWay = (cause: DayTaken | undefined): readonly Way[] =>
  cause?.link == null ? [] : [{ label: 'Open the event', href: cause.link }];

const spanOf = (cause: DayTaken | undefined, { clock }: Circumstances): string =>
  cause === undefined ? '' : `${clock(cause.from)} to ${clock(cause.to)}`;

const hostOf = ({ host }: DayReason): string => host?.name ?? 'The host';

/** Leads to the very availability that the event takes of its host. */
function availabilityWay({ host }: DayReason, { event }: Circumstances, label: string): Way {
  if (host === null) return { label, to: paths.availability };
  const chosen = event.hosts.find(({ userId }) => userId === host.id)?.availabilityId ?? 'default';
  return { label, to: paths.availability, search: { user: host.id, edit: chosen } };
}

/** A reason that says all in one line. */
const told = (word: string, text: string, ways: readonly Way[]): ToldReason => ({
  ...{ word, heading: word, line: text, text, ways },
});

const sentence = (parts: readonly string[]): string => parts.filter((part) => part !== '').join(', ');

const hours =
  (
    word: string,
    text: (name: string, reason: DayReason, around: TimeAround) => string,
    label = 'Change the availability',
  ): Tell =>
  (reason, around) =>
    told(word, text(hostOf(reason), reason, around), [availabilityWay(reason, around, label)]);

/** When a host begins or ends, where the time lies before or after all their hours. */
function whenOpen(name: string, { host }: DayReason, { from, hours: all, clock }: TimeAround): string {
  const own = all.filter(({ hostId }) => hostId === host?.id);
  const [begin, end] = [Math.min(...own.map((one) => one.from)), Math.max(...own.map((one) => one.to))];
  if (own.length > 0 && from < begin) return `${name} starts at ${clock(begin)}`;
  if (own.length > 0 && from >= end) return `${name} ends at ${clock(end)}`;
  return `${name} is not open at this time`;
}

const setting =
  (word: string, label: string, text: (event: EventSettings) => string): Tell =>
  (_, { event }) =>
    told(word, text(event), [{ label, part: 'times' }]);

const booked =
  (word: string): Tell =>
  (reason, around) => {
    const cause = causeOf(reason, around);
    const name = cause?.title ?? `${hostOf(reason)} is booked`;
    return {
      ...{ word, heading: `${word}: ${name}`, line: name, text: spanOf(cause, around) },
      ways: [{ label: 'Open the bookings', to: paths.editor(around.flowId, 'results') }],
    };
  };

function busy(reason: DayReason, around: TimeAround): ToldReason {
  const cause = causeOf(reason, around);
  const name = cause?.title ?? `An event of ${hostOf(reason)}`;
  const origin = cause?.calendar == null ? '' : `from ${cause.calendar}`;
  return {
    ...{ word: 'Busy', heading: `Busy: ${name}`, line: sentence([name, origin]) },
    text: sentence([spanOf(cause, around), origin]),
    ways: [...eventWay(cause), { label: 'Change what is checked', to: paths.calendars }],
  };
}

function held(reason: DayReason, around: TimeAround): ToldReason {
  const cause = causeOf(reason, around);
  const until = cause?.heldUntil ?? null;
  const left = until === null ? 0 : Math.max(1, Math.ceil((until - around.now) / 60_000));
  return {
    ...{ word: 'On hold', heading: 'On hold', ways: [] },
    line: sentence(['somebody is booking it', until === null ? '' : `${left} min left`]),
    text: sentence([
      `Somebody is booking ${spanOf(cause, around)}`.trim(),
      until === null ? '' : `until ${around.clock(until)} at most`,
    ]),
  };
}

/** Of the two buffers around what is in the way, the one that the time lies in. */
function buffer(reason: DayReason, around: TimeAround): ToldReason {
  const { from, clock } = around;
  const cause = causeOf(reason, around);
  const ways: readonly Way[] = [...eventWay(cause), { label: 'Change the buffer', part: 'times' }];
  if (cause === undefined) return told('Buffer', `Next to what ${hostOf(reason)} has`, ways);
  const name = cause.title ?? `what ${hostOf(reason)} has`;
  const isBefore = from < cause.from && cause.around.from < cause.from;
  const [begin, end] = isBefore ? [cause.around.from, cause.from] : [cause.to, cause.around.to];
  const length = minutesText((end - begin) / 60_000);
  return {
    ...{ word: 'Buffer', heading: `Buffer: ${length} ${isBefore ? 'before' : 'after'} ${name}`, ways },
    line: isBefore ? `needs ${length} free before ${name}` : `${length} after ${name}, until ${clock(end)}`,
    text: `${clock(begin)} to ${clock(end)} stays free`,
  };
}

const tells: { readonly [K in ReasonCode]: Tell } = {
  no_host: () =>
    told('No host', 'Nobody is booked by this form', [{ label: 'Choose a host', part: 'hosts' }]),
  past: () => told('Past', 'This time is over', []),
  too_soon: setting(
    'Too soon',
    'Change the notice',
    ({ noticeMins }) => `Notice of ${minutesText(noticeMins)}`,
  ),
  before_window: setting('Too early', 'Change the dates', () => 'Before the first date that can be booked'),
  after_window: setting(
    'Too far ahead',
    'Change how far ahead',
    () => 'After the last date that can be booked',
  ),
  day_limit: setting('Day is full', 'Change the limit', ({ maxPerDay }) => `At most ${maxPerDay} per day`),
  week_limit: setting(
    'Week is full',
    'Change the limit',
    ({ maxPerWeek }) => `At most ${maxPerWeek} per week`,
  ),
  calendar_unreadable: (reason) =>
    told(
      'Calendar not readable',
      `${reason.by ?? 'A calendar'} of ${hostOf(reason)} cannot be read, so nobody can book them`,
      [{ label: 'Open the calendars', to: paths.calendars }],
    ),
  holiday: hours('Holiday', (name) => `A public holiday that ${name} keeps`),
  out_of_office: hours('Away', (name) => `${name} is out of office`),
  override: hours(
    'Other hours',
    (name) => `${name} has other hours on this date`,
    'Change the date override',
  ),
  day_off: hours('Day off', (name) => `${name} is not open on this day of the week`),
  outside_hours: hours('Outside hours', whenOpen),
  too_long: hours('Too long', (name) => `It would end after the hours of ${name}`),
  off_grid: (_, { event }) =>
    told(
      'Between times',
      `A time begins every ${minutesText(event.slotIntervalMins ?? event.durations[0] ?? 30)}`,
      [{ label: 'Change the interval', part: 'times' }],
    ),
  busy,
  booked: booked('Booked'),
  pending: booked('Waits for approval'),
  held,
  buffer,
  no_seats: (_, { event }) =>
    told('No seats left', `All ${event.maxSeats} seats are taken`, [
      { label: 'Change the seats', part: 'about' },
    ]),
};

/** Why a time that begins at `from` is not offered, in words. */
export const toldReason = (reason: DayReason, from: number, around: Circumstances): ToldReason =>
  tells[reason.code](reason, { ...around, from });
