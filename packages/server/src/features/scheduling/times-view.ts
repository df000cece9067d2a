import { isTimeZone } from '@weft/core';
import type { Published } from '@weft/db';
import { type EventSettings, imageOf } from '@weft/forms';
import {
  bookingParts,
  type EventCard,
  type PageFiles,
  type TimesView,
  type Words,
  wordsOf,
} from '@weft/public';
import { dateAt, isDate, type Slot, timeOfDates } from '@weft/scheduling';
import { minutesText } from '@weft/std';
import {
  type Clock,
  dateText,
  localeOf,
  locationText,
  monthText,
  offsetText,
  shortDateText,
  spanText,
  timeText,
  zoneName,
} from './booking-words.ts';
import type { SchedulingDeps } from './deps.ts';
import { type Asked, nextSlots, type OfferedEvent, sharedLocations, slotsIn } from './offered-event.ts';
import { takenTimes } from './waiting.ts';

/** Epoch milliseconds of the last time that calls take too. */
const latestTime = 8_000_000_000_000;

/** What the address of a booking page says; whatever is wrong with it is as if it were not there. */
export interface Wish {
  readonly zone: string;
  readonly clock: Clock;
  readonly durationMins: number;
  /** `YYYY-MM`; null: the first with a time. */
  readonly month: string | null;
  readonly day: string | null;
  readonly at: number | null;
  /** The code of a booking that is being moved. */
  readonly move: string | null;
  /** A time that is waited for, or any of the day. */
  readonly wait: number | 'day' | null;
  /** The code of somebody who waits, and takes what is held for them. */
  readonly offer: string | null;
}

const timeIn = (text: string): number | null =>
  /^\d{1,13}$/.test(text) && Number(text) <= latestTime ? Number(text) : null;

export function readWish(offered: OfferedEvent, search: URLSearchParams): Wish {
  const { event, people } = offered;
  const text = (name: keyof typeof bookingParts) => search.get(bookingParts[name]) ?? '';
  const month = /^\d{4}-\d\d$/.test(text('month')) && isDate(`${text('month')}-01`) ? text('month') : null;
  const day = isDate(text('day')) ? text('day') : null;
  const at = timeIn(text('at'));
  const [usual = 30] = event.durations;
  const zone = text('zone');
  return {
    zone: isTimeZone(zone) ? zone : (people[0]?.availability.timezone ?? 'UTC'),
    clock: text('clock') === '12' ? '12' : '24',
    durationMins: event.durations.find((each) => String(each) === text('duration')) ?? usual,
    month: month ?? day?.slice(0, 7) ?? null,
    ...{ day, at, move: text('move') === '' ? null : text('move') },
    wait: text('wait') === 'day' ? 'day' : timeIn(text('wait')),
    offer: text('offer') === '' ? null : text('offer'),
  };
}

/** The address of the page with other wishes. */
export function wishAddress(action: string, wish: Wish, to: Partial<Wish> = {}): string {
  const { zone, clock, durationMins, month, day, at, move, wait, offer } = { ...wish, ...to };
  const params = new URLSearchParams({
    [bookingParts.zone]: zone,
    [bookingParts.duration]: String(durationMins),
    ...(clock === '12' && { [bookingParts.clock]: clock }),
    ...(month !== null && { [bookingParts.month]: month }),
    ...(day !== null && { [bookingParts.day]: day }),
    ...(at !== null && { [bookingParts.at]: String(at) }),
    ...(move !== null && { [bookingParts.move]: move }),
    ...(wait !== null && { [bookingParts.wait]: String(wait) }),
    ...(offer !== null && { [bookingParts.offer]: offer }),
  });
  return `${action}?${params}`;
}

/** What stands above the title. */
function avatarOf(
  { avatarType, customAvatarTitle, customAvatarImageUrl }: EventSettings,
  publicIdentifier: string,
  hosts: OfferedEvent['people'],
): Pick<EventCard, 'hosts' | 'picture'> {
  if (avatarType === 'none') return { hosts: [], picture: null };
  if (avatarType === 'hosts') return { hosts: hosts.map(({ name }) => name), picture: null };
  const image = imageOf(customAvatarImageUrl);
  return {
    hosts: customAvatarTitle.trim() === '' ? [] : [customAvatarTitle.trim()],
    picture: image && `/t/${publicIdentifier}/images/${image.fileId}`,
  };
}

/** What a page of the event is, whatever it shows. */
interface Shown {
  readonly files: PageFiles;
  readonly published: Pick<Published, 'organizationName'>;
}

/** What is said of the event beside its times. */
export function eventCard(
  { title, event, people, publicIdentifier }: OfferedEvent,
  { files, published: { organizationName } }: Shown,
  /** Null: it is told elsewhere. */
  durationMins: number | null,
): EventCard {
  const { eventType, maxSeats } = event;
  const words = wordsOf(files);
  const places = sharedLocations(event);
  const hosts = eventType === 'individual' || eventType === 'group' ? people.slice(0, 1) : people;
  return {
    ...{ files, title, description: event.description, organizationName },
    ...avatarOf(event, publicIdentifier, hosts),
    facts: [
      // With several, the choice among them tells it.
      ...(durationMins === null ? [] : [{ icon: 'clock' as const, text: minutesText(durationMins) }]),
      ...places.map((place) => ({ icon: 'place' as const, text: locationText(place, words) })),
      ...(eventType === 'group'
        ? [{ icon: 'people' as const, text: words.book(maxSeats === 1 ? 'onePerson' : 'upTo', maxSeats) }]
        : []),
    ],
  };
}

const allZones: readonly string[] = [
  'UTC',
  ...Intl.supportedValuesOf('timeZone').filter((name) => name !== 'UTC'),
];

const partOf = (hour: number) => (hour < 12 ? 'Morning' : hour < 18 ? 'Afternoon' : 'Evening');

/** Two times that the clock shows alike, in the night it is put back, are told apart by their offset. */
function timesOf(
  slots: readonly Slot[],
  { zone, clock }: Wish,
  isGroup: boolean,
  words: Words,
): TimesView['times'] {
  const shown = slots.map((slot) => ({ slot, label: timeText(zone, slot.from, clock, localeOf(words)) }));
  return shown.map(({ slot, label }) => {
    const isDouble = shown.some((other) => other.slot !== slot && other.label === label);
    const left = isGroup && slot.seatsLeft !== null ? words.book('left', slot.seatsLeft) : '';
    const note = [isDouble ? offsetText(zone, slot.from) : '', left].filter(Boolean).join(', ');
    const hour = Number.parseInt(timeText(zone, slot.from, '24'), 10);
    return { at: slot.from, label, note, part: partOf(hour) };
  });
}

const daysIn = (month: string): number => Temporal.PlainYearMonth.from(month).daysInMonth;

/** The dates of a month in whole weeks, which begin with Sunday, as in the calendar of the design. */
function weeksOf(month: string): readonly string[] {
  const first = Temporal.PlainDate.from(`${month}-01`);
  const lead = first.dayOfWeek % 7;
  const count = Math.ceil((lead + daysIn(month)) / 7) * 7;
  return Array.from({ length: count }, (_, i) => first.add({ days: i - lead }).toString());
}

/** From the week of a day to the nearest of the month before and after it with times; null: there is none. */
function weeksBeside(weeks: readonly string[], day: string | null, isOpen: (date: string) => boolean) {
  const at = day === null ? -1 : weeks.indexOf(day);
  const week = Math.floor(at / 7);
  const free = weeks.flatMap((date, place) => (isOpen(date) ? [{ date, week: Math.floor(place / 7) }] : []));
  const earlier = free.filter((one) => one.week < week).at(-1);
  const first = free.find((one) => one.week === earlier?.week);
  const later = free.find((one) => one.week > week);
  return { before: first?.date ?? null, after: later?.date ?? null };
}

const dateBeside = (date: string | undefined, days: number): string =>
  Temporal.PlainDate.from(date ?? '1970-01-01')
    .add({ days })
    .toString();

/** The months on either side, as far as anything can be booked. */
function besides(month: string, now: string, last: string) {
  const at = Temporal.PlainYearMonth.from(month);
  const before = at.subtract({ months: 1 }).toString();
  const after = at.add({ months: 1 }).toString();
  return { before: before >= now ? before : null, after: after <= last ? after : null };
}

/** Of the week of a day, the dates of another month with times: a phone shows the week alone. */
async function openBeside(
  deps: SchedulingDeps,
  offered: OfferedEvent,
  asked: Asked,
  zone: string,
  week: { readonly others: readonly string[]; readonly canWait: boolean },
): Promise<ReadonlySet<string>> {
  const [first, last] = [week.others[0], week.others.at(-1)];
  if (first === undefined || last === undefined) return new Set();
  const found = timeOfDates(zone, first, last).map(async (span) => [
    ...(await slotsIn(deps, offered, asked, span)),
    ...(week.canWait ? await takenTimes(deps, offered, asked.durationMins, span) : []),
  ]);
  return new Set((await Promise.all(found)).flat().map(({ from }) => dateAt(zone, from)));
}

/** The times that are offered in a month, by their date. */
export async function slotsOfMonth(
  deps: Pick<SchedulingDeps, 'bookings' | 'calendars' | 'now'>,
  offered: OfferedEvent,
  asked: Asked,
  zone: string,
  month: string,
) {
  const day = (number: number): string => `${month}-${String(number).padStart(2, '0')}`;
  const dates = Array.from({ length: daysIn(month) }, (_, i) => day(i + 1));
  const spans = timeOfDates(zone, day(1), day(dates.length));
  const slots = (await Promise.all(spans.map((span) => slotsIn(deps, offered, asked, span)))).flat();
  return { dates, spans, byDay: Map.groupBy(slots, ({ from }) => dateAt(zone, from)) };
}

/** The times of an event as somebody sees them who may want to book one, or to move what they booked. */
export async function timesView(
  deps: SchedulingDeps,
  offered: OfferedEvent,
  shown: Shown,
  action: string,
  wish: Wish,
  more: {
    readonly moving: { readonly id: string; readonly text: string } | null;
    readonly notice: TimesView['notice'];
  },
): Promise<TimesView> {
  const { zone, clock, durationMins } = wish;
  const words = wordsOf(shown.files);
  const locale = localeOf(words);
  const asked = { durationMins, seats: 1, moving: more.moving?.id ?? null };
  const [first] = wish.month === null ? await nextSlots(deps, offered, asked, 0, 1) : [];
  const today = dateAt(zone, deps.now());
  const month = wish.month ?? (first === undefined ? today : dateAt(zone, first.from)).slice(0, 7);
  const { dates, spans, byDay } = await slotsOfMonth(deps, offered, asked, zone, month);
  const canWait = offered.event.waitingList && more.moving === null;
  const taken = canWait
    ? (await Promise.all(spans.map((span) => takenTimes(deps, offered, durationMins, span)))).flat()
    : [];
  const takenByDay = Map.groupBy(taken, ({ from: time }) => dateAt(zone, time));
  const day = wish.day !== null && dates.includes(wish.day) ? wish.day : (byDay.keys().next().value ?? null);
  const chosen = day === null ? [] : (byDay.get(day) ?? []);
  const weeks = weeksOf(month);
  const row = day === null ? [] : weeks.slice(Math.floor(weeks.indexOf(day) / 7) * 7).slice(0, 7);
  const others = row.filter((date) => !dates.includes(date));
  const besideOpen = await openBeside(deps, offered, asked, zone, { others, canWait });
  const isOpen = (date: string): boolean => byDay.has(date) || takenByDay.has(date) || besideOpen.has(date);
  const here = { ...wish, month, day };
  const to = (wished: Partial<Wish>) => wishAddress(action, { ...here, at: null }, wished);
  const noon = (date: string) => Date.parse(`${date}T12:00:00Z`);
  const windowEnd = Temporal.PlainDate.from(today).add({ months: 24 }).toString().slice(0, 7);
  const { before, after } = besides(month, today.slice(0, 7), windowEnd);
  const from = timeOfDates(zone, day ?? `${month}-01`, day ?? `${month}-01`)[0]?.from ?? deps.now();
  const week = weeksBeside(weeks, day, isOpen);
  // What stands in the last row of this month is not the week after it.
  const dateAfter = dateBeside(weeks.at(-1), 1);
  const [rowAfter] = timeOfDates(zone, dateAfter, dateAfter);
  const [inNext] =
    week.after === null && after !== null && rowAfter !== undefined
      ? await nextSlots(deps, offered, asked, rowAfter.from, 1)
      : [];
  const toDate = (date: string) => to({ month: date.slice(0, 7), day: date });
  const [next] = chosen.length > 0 ? [] : await nextSlots(deps, offered, asked, from, 1);
  return {
    ...eventCard(offered, shown, offered.event.durations.length > 1 ? null : durationMins),
    action,
    carried: [...new URL(to({}), 'http://booking').searchParams],
    durations: offered.event.durations.map((each) => ({
      label: minutesText(each),
      address: to({ durationMins: each }),
      isChosen: each === durationMins,
    })),
    month: {
      name: monthText(month, locale),
      before: before && to({ month: before, day: null }),
      after: after && to({ month: after, day: null }),
      days: weeks.map((date) => ({
        number: Number(date.slice(8)),
        name: dateText('UTC', noon(date), locale),
        address: isOpen(date) ? toDate(date) : null,
        isChosen: date === day,
        isOther: !dates.includes(date),
      })),
    },
    week: {
      before: week.before === null ? before && toDate(dateBeside(weeks[0], -1)) : toDate(week.before),
      after:
        week.after !== null
          ? toDate(week.after)
          : inNext !== undefined && inNext.from >= (rowAfter?.from ?? 0)
            ? toDate(dateAt(zone, inNext.from))
            : after && to({ month: after, day: null }),
    },
    day: day === null ? null : shortDateText('UTC', noon(day), locale),
    times: timesOf(chosen, wish, offered.event.eventType === 'group', words),
    next:
      next === undefined
        ? null
        : {
            label: `${dateText(zone, next.from, locale)}, ${timeText(zone, next.from, clock, locale)}`,
            address: toDate(dateAt(zone, next.from)),
          },
    waits: waitsOn(
      takenByDay.get(day ?? '') ?? [],
      chosen.length === 0,
      { ...here, at: null },
      action,
      locale,
    ),
    clocks: (['24', '12'] as const).map((each) => ({
      label: each === '24' ? '24 h' : 'am/pm',
      address: to({ clock: each }),
      isChosen: each === clock,
    })),
    zone,
    zoneName: zoneName(zone),
    offset: offsetText(zone, chosen[0]?.from ?? from),
    zones: allZones.includes(zone) ? allZones : [zone, ...allZones],
    moving: more.moving?.text ?? null,
    notice: more.notice,
  };
}

/** What can be waited for on a day: a time of a group that is full, or any where all are taken. */
const waitsOn = (
  taken: readonly { readonly from: number; readonly isFull: boolean }[],
  isDayTaken: boolean,
  wish: Wish,
  action: string,
  locale: string,
): TimesView['waits'] => [
  ...taken
    .filter(({ isFull }) => isFull)
    .map(({ from }) => ({
      text: `${timeText(wish.zone, from, wish.clock, locale)} is full.`,
      address: wishAddress(action, wish, { wait: from }),
    })),
  ...(isDayTaken && taken.length > 0
    ? [{ text: 'All times of this day are taken.', address: wishAddress(action, wish, { wait: 'day' }) }]
    : []),
];

/** Other times, as links to their details. */
export const otherTimes = (
  action: string,
  wish: Wish,
  slots: readonly Slot[],
  locale?: string,
): readonly { readonly label: string; readonly address: string }[] =>
  slots.map((slot) => ({
    label: `${shortDateText(wish.zone, slot.from, locale)}, ${spanText(wish.zone, slot, wish.clock, locale)}`,
    address: wishAddress(action, wish, { at: slot.from }),
  }));
