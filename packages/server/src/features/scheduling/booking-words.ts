import { callKindOf, callNames, type EventLocation } from '@weft/forms';
import type { Span } from '@weft/scheduling';

const formats = new Map<string, Intl.DateTimeFormat>();

/** Making a format costs far more than using it; zones arrive with requests, so not all are kept. */
function format(zone: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${zone} ${JSON.stringify(options)}`;
  const known = formats.get(key);
  if (known !== undefined) return known;
  if (formats.size >= 500) formats.clear();
  const made = new Intl.DateTimeFormat('en-GB', { ...options, timeZone: zone });
  formats.set(key, made);
  return made;
}

export type Clock = '24' | '12';

/** `9:00`, or `9:00 am`. */
export const timeText = (zone: string, time: number, clock: Clock): string =>
  format(zone, {
    hour: 'numeric',
    minute: '2-digit',
    ...(clock === '12' ? { hour12: true } : { hourCycle: 'h23' }),
  })
    .format(time)
    .replace(/^0(?=\d)/, '');

/** `UTC+1`, as it is at that time. */
export const offsetText = (zone: string, time: number): string =>
  (
    format(zone, { timeZoneName: 'shortOffset' })
      .formatToParts(time)
      .find(({ type }) => type === 'timeZoneName')?.value ?? 'UTC'
  ).replace('GMT', 'UTC');

/** `Thursday 3 December 2026`. */
export const dateText = (zone: string, time: number): string =>
  format(zone, { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' })
    .format(time)
    .replace(',', '');

/** `Thu 3 Dec`. */
export const shortDateText = (zone: string, time: number): string =>
  format(zone, { weekday: 'short', day: 'numeric', month: 'short' }).format(time).replace(',', '');

export const monthText = (month: string): string =>
  format('UTC', { month: 'long', year: 'numeric' }).format(Date.parse(`${month}-01T00:00:00Z`));

/** `Stockholm`. */
export const zoneName = (zone: string): string => zone.split('/').at(-1)?.replace(/_/g, ' ') ?? zone;

/** `10:00 to 10:30, Stockholm (UTC+1)`. */
export const spanText = (zone: string, { from, to }: Span, clock: Clock): string =>
  `${timeText(zone, from, clock)} to ${timeText(zone, to, clock)}, ${zoneName(zone)} (${offsetText(zone, from)})`;

/** Where one meets; of a video call that is not made yet, its service. */
export function locationText(location: EventLocation): string {
  const { kind, text } = location;
  const call = callKindOf(location);
  if (call !== null) return text === '' ? callNames[call] : text;
  return kind === 'phone'
    ? `Call ${text}`
    : kind === 'ask_phone'
      ? `We call you${text === '' ? '' : `: ${text}`}`
      : text;
}

/** Where a booking is; the link of a video call is told once it is there. */
export const placeText = (location: EventLocation): string =>
  callKindOf(location) !== null && location.text === ''
    ? `${locationText(location)}: the link follows by mail`
    : locationText(location);
