import { callKindOf, callNames, type EventLocation } from '@weft/forms';
import { type Words, wordsOf } from '@weft/public';
import type { Span } from '@weft/scheduling';

const english = 'en-GB';

/** How people write dates and times who read these words. */
export const localeOf = ({ locale }: Pick<Words, 'locale'>): string =>
  locale === 'en-US' ? english : locale;

const formats = new Map<string, Intl.DateTimeFormat>();

/** Making a format costs far more than using it; zones arrive with requests, so not all are kept. */
function format(zone: string, options: Intl.DateTimeFormatOptions, locale = english): Intl.DateTimeFormat {
  const key = `${locale} ${zone} ${JSON.stringify(options)}`;
  const known = formats.get(key);
  if (known !== undefined) return known;
  if (formats.size >= 500) formats.clear();
  const made = new Intl.DateTimeFormat(locale, {
    ...{ numberingSystem: 'latn', calendar: 'gregory' },
    ...options,
    timeZone: zone,
  });
  formats.set(key, made);
  return made;
}

export type Clock = '24' | '12';

/** `9:00`, or `9:00 am`. */
export const timeText = (zone: string, time: number, clock: Clock, locale = english): string =>
  format(
    zone,
    {
      hour: 'numeric',
      minute: '2-digit',
      ...(clock === '12' ? { hour12: true } : { hourCycle: 'h23' }),
    },
    locale,
  )
    .format(time)
    .replace(/^0(?=\d)/, '');

/** `UTC+1`, as it is at that time. */
export const offsetText = (zone: string, time: number): string =>
  (
    format(zone, { timeZoneName: 'shortOffset' })
      .formatToParts(time)
      .find(({ type }) => type === 'timeZoneName')?.value ?? 'UTC'
  ).replace('GMT', 'UTC');

const plain = (text: string, locale: string): string => (locale === english ? text.replace(',', '') : text);

/** `Thursday 3 December 2026`. */
export const dateText = (zone: string, time: number, locale = english): string =>
  plain(
    format(zone, { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' }, locale).format(time),
    locale,
  );

/** `Thu 3 Dec`. */
export const shortDateText = (zone: string, time: number, locale = english): string =>
  plain(format(zone, { weekday: 'short', day: 'numeric', month: 'short' }, locale).format(time), locale);

export const monthText = (month: string, locale = english): string =>
  format('UTC', { month: 'long', year: 'numeric' }, locale).format(Date.parse(`${month}-01T00:00:00Z`));

/** `Stockholm`. */
export const zoneName = (zone: string): string => zone.split('/').at(-1)?.replace(/_/g, ' ') ?? zone;

/** `10:00 to 10:30, Stockholm (UTC+1)`. */
export const spanText = (zone: string, { from, to }: Span, clock: Clock, locale = english): string => {
  const [begin, end] = [timeText(zone, from, clock, locale), timeText(zone, to, clock, locale)];
  const span = locale === english ? `${begin} to ${end}` : `${begin}–${end}`;
  return `${span}, ${zoneName(zone)} (${offsetText(zone, from)})`;
};

const inEnglish: Pick<Words, 'book'> = wordsOf({});

/** Where one meets; of a video call that is not made yet, its service. */
export function locationText(location: EventLocation, { book } = inEnglish): string {
  const { kind, text } = location;
  const call = callKindOf(location);
  if (call !== null) return text === '' ? callNames[call] : text;
  return kind === 'phone'
    ? book('callUs', text)
    : kind === 'ask_phone'
      ? text === ''
        ? book('weCall')
        : book('weCallOn', text)
      : text;
}

/** Where a booking is; the link of a video call is told once it is there. */
export const placeText = (location: EventLocation, words = inEnglish): string =>
  callKindOf(location) !== null && location.text === ''
    ? words.book('linkFollows', locationText(location, words))
    : locationText(location, words);
