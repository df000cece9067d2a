import type { OrganizationSettings, UserSettings } from '@weft/protocol';

export interface MomentFormats {
  readonly dateFormat: NonNullable<UserSettings['dateFormat']>;
  readonly timeFormat: NonNullable<UserSettings['timeFormat']>;
  /** An IANA name; undefined: the device's. */
  readonly timeZone: string | undefined;
}

/** What a person chose, else what their organization sets, else MM/DD/YYYY and 12 hours. */
export const formatsOf = (
  own: UserSettings,
  organization: Pick<OrganizationSettings, 'dateFormat' | 'timeFormat'>,
): MomentFormats => ({
  dateFormat: own.dateFormat ?? organization.dateFormat ?? 'us',
  timeFormat: own.timeFormat ?? organization.timeFormat ?? '12h',
  timeZone: own.timezone,
});

/** The day of a moment (ISO 8601). Only `local` asks for the locale; the names of months are English, as the pages are. */
export function dayIn({ dateFormat, timeZone }: MomentFormats, at: string, locale?: string): string {
  const moment = new Date(at);
  if (dateFormat === 'local')
    return new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone }).format(moment);
  if (dateFormat === 'long')
    return new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone }).format(moment);
  const parts = new Intl.DateTimeFormat('en-US', {
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    timeZone,
  }).formatToParts(moment);
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.find((one) => one.type === type)?.value ?? '';
  const [year, month, day] = [part('year').padStart(4, '0'), part('month'), part('day')];
  const orders = { us: `${month}/${day}/${year}`, european: `${day}/${month}/${year}` };
  return dateFormat === 'iso' ? `${year}-${month}-${day}` : orders[dateFormat];
}

/** The time of a moment, to the minute. */
export function timeIn({ timeFormat, timeZone }: MomentFormats, at: string): string {
  const time = new Intl.DateTimeFormat('en-US', {
    hour: timeFormat === '24h' ? '2-digit' : 'numeric',
    minute: '2-digit',
    hourCycle: timeFormat === '24h' ? 'h23' : 'h12',
    timeZone,
  }).format(new Date(at));
  return time.replaceAll('\u202f', ' ');
}

/** The day and the time of a moment, to the minute. */
export const momentIn = (formats: MomentFormats, at: string, locale?: string): string =>
  `${dayIn(formats, at, locale)} ${timeIn(formats, at)}`;
