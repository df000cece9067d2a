import { isDay } from '@weft/core';
import {
  aFlag,
  aList,
  anObject,
  aPattern,
  aText,
  aWhole,
  type Content,
  type Json,
  oneOf,
  type PropRules,
} from '@weft/documents';
import { imageRule } from '../questions/images.ts';
import {
  type EventMail,
  type EventMailKind,
  eventMailProps,
  eventMailsOf,
  unknownPipes,
} from './event-mails.ts';

/** Who is met: one host, all of them, one of them by turns, or one by several people at once (specification 3). */
const eventTypes = ['individual', 'collective', 'round_robin', 'group'] as const;
export type EventType = (typeof eventTypes)[number];

/** Video calls that are made for each booking, in the account of its first host. */
const callKinds = ['zoom', 'teams', 'meet'] as const;
export type CallKind = (typeof callKinds)[number];
export const callNames: { readonly [K in CallKind]: string } = {
  ...{ zoom: 'Zoom', teams: 'Microsoft Teams', meet: 'Google Meet' },
};

/** Where one meets; `ask_phone`: whoever books says where they are called. */
const locationKinds = ['address', 'phone', 'ask_phone', 'link', ...callKinds] as const;
export type LocationKind = (typeof locationKinds)[number];

/** The video call that is to be made; null: there is none to be. */
export const callKindOf = (location: Pick<EventLocation, 'kind'> | null): CallKind | null =>
  callKinds.find((kind) => kind === location?.kind) ?? null;

export interface EventLocation {
  readonly kind: LocationKind;
  /** The address, the number or the link; of a video call, once it is made for a booking. */
  readonly text: string;
}

export interface EventHost {
  readonly userId: string;
  /** Null: their default availability. */
  readonly availabilityId: string | null;
  /** Of a round robin. */
  readonly weight: number;
  readonly priority: number;
  /** Of a round robin whose locations are each host's own. */
  readonly location: EventLocation | null;
}

const avatarTypes = ['hosts', 'custom', 'none'] as const;
export type AvatarType = (typeof avatarTypes)[number];

/** What can be booked, and when; it is published with the form that asks for what a host wants to know before. */
export interface EventSettings {
  readonly eventType: EventType;
  readonly description: string;
  /** What stands above the title: the hosts, a picture and title of the event's own, or nothing. */
  readonly avatarType: AvatarType;
  readonly customAvatarTitle: string;
  /** As the document names an image; empty: the title's initials. */
  readonly customAvatarImageUrl: string;
  /** Minutes; the first is the usual one. */
  readonly durations: readonly number[];
  /** Null: a slot begins where the one before would end. */
  readonly slotIntervalMins: number | null;
  readonly bufferBeforeMins: number;
  readonly bufferAfterMins: number;
  readonly noticeMins: number;
  /** Days after today, or dates; null: any day. */
  readonly bookingWindow: { readonly days: number } | { readonly from: string; readonly to: string } | null;
  readonly maxPerDay: number | null;
  readonly maxPerWeek: number | null;
  readonly maxSeats: number;
  readonly hosts: readonly EventHost[];
  readonly locations: readonly EventLocation[];
  readonly assignBy: 'least_recent' | 'weights';
  /** Whether a round robin meets at a place of the event, or at one of the host's own. */
  readonly locationType: 'shared' | 'individual';
  /** A host says yes first. */
  readonly approval: boolean;
  /** Whoever finds a time taken may wait for it. */
  readonly waitingList: boolean;
  /** Whoever books may add guests. */
  readonly guests: boolean;
  /** Minutes before it begins at which a mail reminds of it. */
  readonly reminders: readonly number[];
  /** Said once it is booked. */
  readonly confirmation: string;
  /** Sent to whoever booked. */
  readonly mails: { readonly [K in EventMailKind]: EventMail };
}

/** Minutes of a duration that is added to others (specification 3, section 9). */
export const customDuration = 10;
const usualSeats = 5;
export const mostSeats = 1_000;
export const mostHosts = 50;
export const mostDurations = 6;
export const mostLocations = 10;
export const mostReminders = 5;
export const longestDescription = 2_000;
export const longestAvatarTitle = 120;
/** Minutes in a day, in four weeks and in a year. */
const [dayMins, monthMins, yearMins] = [1_440, 40_320, 525_600];

/** `YYYY-MM-DD`, of a day that there is. */
const aDate = aPattern(/^\d{4}-\d\d-\d\d$/, (text) => {
  const [year = 0, month = 0, day = 0] = text.split('-').map(Number);
  return isDay({ year, month, day });
});
const aLocation = anObject({ kind: oneOf(locationKinds), text: aText(500) });
const aHost = anObject(
  { userId: aText(64) },
  {
    availabilityId: aText(64),
    weight: aWhole(1, 100),
    priority: aWhole(1, 5),
    location: aLocation,
  },
);

const locationType = oneOf(['shared', 'individual']);

/** Props of a form that is booked, with what they may be. `eventType` makes it one. */
export const eventProps: PropRules = {
  eventType: oneOf(eventTypes),
  description: aText(longestDescription),
  avatarType: oneOf(avatarTypes),
  customAvatarTitle: aText(longestAvatarTitle),
  customAvatarImageUrl: imageRule,
  durations: aList(aWhole(1, dayMins), mostDurations),
  slotIntervalMins: aWhole(5, dayMins),
  bufferBeforeMins: aWhole(0, dayMins),
  bufferAfterMins: aWhole(0, dayMins),
  noticeMins: aWhole(0, yearMins),
  windowDays: aWhole(0, 730),
  windowFrom: aDate,
  windowTo: aDate,
  maxPerDay: aWhole(1, 1_000),
  maxPerWeek: aWhole(1, 7_000),
  maxSeats: aWhole(1, mostSeats),
  hosts: aList(aHost, mostHosts),
  locations: aList(aLocation, mostLocations),
  assignBy: oneOf(['least_recent', 'weights']),
  roundRobinSettings: anObject({ locationType }),
  // As documents of before have it.
  locationType,
  approval: aFlag,
  waitingList: aFlag,
  guests: aFlag,
  reminders: aList(aWhole(5, monthMins), mostReminders),
  confirmation: aText(longestDescription),
  ...eventMailProps,
};

/** What a new scheduling form begins with: the person who makes it is the host. */
export const newEvent = (userId: string): Content['props'] => ({
  eventType: 'individual',
  durations: [30],
  hosts: [{ userId }],
  noticeMins: 240,
  windowDays: 60,
  reminders: [dayMins],
});

/** Whether the form is a page that people book. */
export const isEvent = ({ props }: Content): boolean => typeof props.eventType === 'string';

function windowOf(props: Content['props']): EventSettings['bookingWindow'] {
  const { windowDays, windowFrom, windowTo } = props;
  if (typeof windowFrom === 'string' && typeof windowTo === 'string')
    return { from: windowFrom, to: windowTo };
  return typeof windowDays === 'number' ? { days: windowDays } : null;
}

function locationTypeOf({ roundRobinSettings, locationType: before }: Content['props']) {
  const settings = roundRobinSettings as { readonly locationType?: Json } | undefined;
  return (settings?.locationType ?? before) === 'individual' ? 'individual' : 'shared';
}

const numberOr = <Else>(value: Json | undefined, otherwise: Else): number | Else =>
  typeof value === 'number' ? value : otherwise;

/** Null: the form is answered, not booked. What was checked as it was stored is what its types say. */
export function eventOf({ props }: Pick<Content, 'props'>): EventSettings | null {
  if (typeof props.eventType !== 'string') return null;
  const durations = (props.durations ?? []) as readonly number[];
  const hosts = (props.hosts ?? []) as unknown as readonly Partial<EventHost>[];
  return {
    eventType: props.eventType as EventType,
    description: String(props.description ?? ''),
    avatarType: avatarTypes.find((type) => type === props.avatarType) ?? 'hosts',
    customAvatarTitle: String(props.customAvatarTitle ?? ''),
    customAvatarImageUrl: String(props.customAvatarImageUrl ?? ''),
    durations: durations.length > 0 ? durations : [30],
    slotIntervalMins: numberOr(props.slotIntervalMins, null),
    bufferBeforeMins: numberOr(props.bufferBeforeMins, 0),
    bufferAfterMins: numberOr(props.bufferAfterMins, 0),
    noticeMins: numberOr(props.noticeMins, 0),
    bookingWindow: windowOf(props),
    maxPerDay: numberOr(props.maxPerDay, null),
    maxPerWeek: numberOr(props.maxPerWeek, null),
    maxSeats: numberOr(props.maxSeats, usualSeats),
    hosts: hosts.map(({ userId = '', availabilityId = null, weight = 1, priority = 1, location = null }) => ({
      ...{ userId, availabilityId, weight, priority, location },
    })),
    locations: (props.locations ?? []) as unknown as readonly EventLocation[],
    assignBy: props.assignBy === 'weights' ? 'weights' : 'least_recent',
    locationType: locationTypeOf(props),
    approval: props.approval === true,
    waitingList: props.waitingList === true,
    guests: props.guests === true,
    reminders: (props.reminders ?? []) as readonly number[],
    confirmation: String(props.confirmation ?? ''),
    mails: eventMailsOf({ props }),
  };
}

/** What keeps a booking page from being published, in sentences. */
export function eventProblems(event: EventSettings): readonly string[] {
  const { eventType, hosts, bookingWindow, locations, locationType } = event;
  const found: string[] = [];
  if (hosts.length === 0) found.push('Choose a host first');
  if (new Set(hosts.map(({ userId }) => userId)).size < hosts.length) found.push('A host is there twice');
  if ((eventType === 'collective' || eventType === 'round_robin') && hosts.length === 1)
    found.push('Choose a second host: this event is for a team');
  if (bookingWindow !== null && 'from' in bookingWindow && bookingWindow.to < bookingWindow.from)
    found.push('The dates that can be booked end before they begin');
  const used = eventType === 'round_robin' && locationType === 'individual' ? [] : locations;
  const saysNothing = (location: EventLocation) =>
    location.kind === 'ask_phone' || callKindOf(location) !== null;
  if (used.some((location) => !saysNothing(location) && location.text.trim() === ''))
    found.push('A location is still empty');
  if (used.some(({ kind, text }) => kind === 'link' && !/^https:\/\/\S+$/.test(text.trim())))
    found.push('A link begins with https://');
  // Each of its bookings has an event of its own, and with it a call of its own.
  if (eventType === 'group' && used.some(({ kind }) => kind === 'meet'))
    found.push('Google Meet makes a call for each booking: for a group choose Zoom or Microsoft Teams');
  for (const mail of Object.values(event.mails)) {
    const [name] = unknownPipes(mail);
    if (name !== undefined) found.push(`A mail names ‘{{${name}}}’, which there is not`);
    if (mail.subject.trim() === '' || mail.text.trim() === '') found.push('A mail has no subject or text');
  }
  return found;
}
