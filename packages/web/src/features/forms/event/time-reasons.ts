import type { EventSettings } from '@weft/forms';
import type { DayTaken, DayTime } from '@weft/protocol';
import { minutesText } from '@weft/std';
import { paths } from '../../../paths.ts';

type DayReason = DayTime['reasons'][number];
export type ReasonCode = DayReason['code'];

/** A part of the event's settings, as the editor names it. */
export type SettingPart = 'hosts' | 'about' | 'times';

type Way =
  | { readonly label: string; readonly part: SettingPart }
  | { readonly label: string; readonly to: string };

/** A reason in words, and where what causes it is changed; null: nothing changes it. */
export interface ToldReason {
  readonly word: string;
  readonly text: string;
  readonly way: Way | null;
}

export interface Circumstances {
  readonly event: EventSettings;
  readonly flowId: string;
  readonly taken: readonly DayTaken[];
  /** A time of the day as it is read. */
  readonly clock: (time: number) => string;
}

type Tell = (reason: DayReason, around: Circumstances) => ToldReason;

const causeOf = ({ by, host }: DayReason, { taken }: Circumstances): DayTaken | undefined =>
  taken.find(({ id, host: name }) => id === by && (host === null || host.name === name)) ??
  taken.find(({ id }) => id === by);

const spanOf = (cause: DayTaken | undefined, { clock }: Circumstances): string =>
  cause === undefined ? '' : `${clock(cause.from)} to ${clock(cause.to)}`;

const hostOf = ({ host }: DayReason): string => host?.name ?? 'The host';

const hours: (word: string, text: (name: string) => string) => Tell = (word, text) => (reason) => ({
  word,
  text: text(hostOf(reason)),
  way: {
    label: 'Change the availability',
    to: `${paths.availability}${reason.host === null ? '' : `?user=${encodeURIComponent(reason.host.id)}`}`,
  },
});

const setting =
  (word: string, label: string, text: (event: EventSettings) => string): Tell =>
  (_, { event }) => ({ word, text: text(event), way: { label, part: 'times' } });

const booked =
  (word: string): Tell =>
  (reason, around) => {
    const cause = causeOf(reason, around);
    return {
      word,
      text: [cause?.title ?? `${hostOf(reason)} is booked`, spanOf(cause, around)]
        .filter((part) => part !== '')
        .join(', '),
      way: { label: 'Open the bookings', to: paths.editor(around.flowId, 'results') },
    };
  };

const tells: { readonly [K in ReasonCode]: Tell } = {
  no_host: () => ({
    word: 'No host',
    text: 'Nobody is booked by this form',
    way: { label: 'Choose a host', part: 'hosts' },
  }),
  past: () => ({ word: 'Past', text: 'This time is over', way: null }),
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
    way: { label: 'Open the calendars', to: paths.calendars },
  }),
  holiday: hours('Holiday', (name) => `A public holiday that ${name} keeps`),
  out_of_office: hours('Away', (name) => `${name} is out of office`),
  override: hours('Other hours', (name) => `${name} has other hours on this date`),
  day_off: hours('Day off', (name) => `${name} is not open on this day of the week`),
  outside_hours: hours('Outside hours', (name) => `${name} is not open at this time`),
  too_long: hours('Too long', (name) => `It would end after the hours of ${name}`),
  off_grid: (_, { event }) => ({
    word: 'Between times',
    text: `A time begins every ${minutesText(event.slotIntervalMins ?? event.durations[0] ?? 30)}`,
    way: { label: 'Change the interval', part: 'times' },
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
      way: { label: 'Open the calendars', to: paths.calendars },
    };
  },
  booked: booked('Booked'),
  pending: booked('Waits for approval'),
  held: (reason, around) => ({
    word: 'On hold',
    text: `Somebody is booking ${spanOf(causeOf(reason, around), around)}`.trim(),
    way: null,
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
      way: { label: 'Change the buffer', part: 'times' },
    };
  },
  no_seats: (_, { event }) => ({
    word: 'No seats left',
    text: `All ${event.maxSeats} seats are taken`,
    way: { label: 'Change the seats', part: 'about' },
  }),
};

/** Why a time is not offered, in words. */
export const toldReason = (reason: DayReason, around: Circumstances): ToldReason =>
  tells[reason.code](reason, around);
