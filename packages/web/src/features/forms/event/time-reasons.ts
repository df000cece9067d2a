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

const hours =
  (
    word: string,
    text: (name: string, reason: DayReason, around: TimeAround) => string,
    label = 'Change the availability',
  ): Tell =>
  (reason, around) => ({
    word,
    text: text(hostOf(reason), reason, around),
    ways: [availabilityWay(reason, around, label)],
  });

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
  (_, { event }) => ({ word, text: text(event), ways: [{ label, part: 'times' }] });

const booked =
  (word: string): Tell =>
  (reason, around) => {
    const cause = causeOf(reason, around);
    return {
      word,
      text: [cause?.title ?? `${hostOf(reason)} is booked`, spanOf(cause, around)]
        .filter((part) => part !== '')
        .join(', '),
      ways: [{ label: 'Open the bookings', to: paths.editor(around.flowId, 'results') }],
    };
  };

const tells: { readonly [K in ReasonCode]: Tell } = {
  no_host: () => ({
    word: 'No host',
    text: 'Nobody is booked by this form',
    ways: [{ label: 'Choose a host', part: 'hosts' }],
  }),
  past: () => ({ word: 'Past', text: 'This time is over', ways: [] }),
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
  calendar_unreadable: (reason) => ({
    word: 'Calendar not readable',
    text: `${reason.by ?? 'A calendar'} of ${hostOf(reason)} cannot be read, so nobody can book them`,
    ways: [{ label: 'Open the calendars', to: paths.calendars }],
  }),
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
  off_grid: (_, { event }) => ({
    word: 'Between times',
    text: `A time begins every ${minutesText(event.slotIntervalMins ?? event.durations[0] ?? 30)}`,
    ways: [{ label: 'Change the interval', part: 'times' }],
  }),
  busy: (reason, around) => {
    const cause = causeOf(reason, around);
    return {
      word: 'Busy',
      text: [
        cause?.title ?? `An event of ${hostOf(reason)}`,
        spanOf(cause, around),
        cause?.calendar == null ? '' : `from ${cause.calendar}`,
      ]
        .filter((part) => part !== '')
        .join(', '),
      ways: [...eventWay(cause), { label: 'Change what is checked', to: paths.calendars }],
    };
  },
  booked: booked('Booked'),
  pending: booked('Waits for approval'),
  held: (reason, around) => ({
    word: 'On hold',
    text: `Somebody is booking ${spanOf(causeOf(reason, around), around)}`.trim(),
    ways: [],
  }),
  buffer: (reason, around) => {
    const { bufferBeforeMins, bufferAfterMins } = around.event;
    const cause = causeOf(reason, around);
    const name = cause?.title ?? `What ${hostOf(reason)} has`;
    const kept = [
      ...(bufferBeforeMins > 0 ? [`${minutesText(bufferBeforeMins)} before`] : []),
      ...(bufferAfterMins > 0 ? [`${minutesText(bufferAfterMins)} after`] : []),
    ];
    return {
      word: 'Buffer',
      text: `${name}, ${spanOf(cause, around)}: ${kept.join(' and ')} stay free`,
      ways: [...eventWay(cause), { label: 'Change the buffer', part: 'times' }],
    };
  },
  no_seats: (_, { event }) => ({
    word: 'No seats left',
    text: `All ${event.maxSeats} seats are taken`,
    ways: [{ label: 'Change the seats', part: 'about' }],
  }),
};

/** Why a time that begins at `from` is not offered, in words. */
export const toldReason = (reason: DayReason, from: number, around: Circumstances): ToldReason =>
  tells[reason.code](reason, { ...around, from });
