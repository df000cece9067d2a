import { describe, expect, it } from 'vitest';
import { zoneNamed } from './event-zones.ts';
import { eventsOfIcs } from './ics-events.ts';

const year = {
  from: Date.parse('2026-01-01T00:00Z'),
  to: Date.parse('2027-01-01T00:00Z'),
  zone: 'Europe/Paris',
  owners: [],
};
const american = ['2SU;BYMONTH=3', '1SU;BYMONTH=11'] as const;
const european = ['-1SU;BYMONTH=3', '-1SU;BYMONTH=10'] as const;

const part = (kind: string, from: string, to: string, more: readonly string[]) => [
  ...[`BEGIN:${kind}`, `TZOFFSETFROM:${from}`, `TZOFFSETTO:${to}`, ...more, `END:${kind}`],
];
/** A zone as a file describes it. */
const zone = (
  name: string,
  winter: string,
  summer = winter,
  [to, back]: readonly [string, string] = american,
) => [
  ...['BEGIN:VTIMEZONE', `TZID:${name}`],
  ...(winter === summer
    ? part('STANDARD', winter, winter, ['DTSTART:19700101T000000'])
    : [
        ...part('STANDARD', summer, winter, ['DTSTART:16010101T020000', `RRULE:FREQ=YEARLY;BYDAY=${back}`]),
        ...part('DAYLIGHT', winter, summer, ['DTSTART:16010101T020000', `RRULE:FREQ=YEARLY;BYDAY=${to}`]),
      ]),
  'END:VTIMEZONE',
];
/** The starts of an event of half an hour that stands in a zone. */
const starts = (name: string, local: string, definition: readonly string[] = []) =>
  eventsOfIcs(
    [
      [
        ...['BEGIN:VCALENDAR', 'VERSION:2.0', ...definition, 'BEGIN:VEVENT', 'UID:one'],
        ...[`DTSTART;TZID="${name}":${local}`, 'DURATION:PT30M', 'END:VEVENT', 'END:VCALENDAR', ''],
      ].join('\r\n'),
    ],
    year,
  ).map(({ when }) => (when.kind === 'timed' ? new Date(when.from).toISOString().slice(5, 16) : when.from));

const june = '20260615T100000';

describe('the zone of an event', () => {
  it.each([
    ['EST', zone('EST', '-0500', '-0400'), '06-15T14:00'],
    ['MST', zone('MST', '-0700', '-0600'), '06-15T16:00'],
    ['IST', zone('IST', '+0200', '+0300', ['-1FR;BYMONTH=3', '-1SU;BYMONTH=10']), '06-15T07:00'],
    ['CST', zone('CST', '+0800'), '06-15T02:00'],
    ['BST', zone('BST', '+0000', '+0100', european), '06-15T09:00'],
    ['Asia/Tokyo', zone('Asia/Tokyo', '-0500', '-0400'), '06-15T14:00'],
    ['Europe/Paris', zone('Europe/Paris', '+0100', '+0200', european), '06-15T08:00'],
  ])('is what the file says that %s is', (name, definition, expected) => {
    expect(starts(name, june, definition)).toEqual([expected]);
  });

  it('takes both times where name and description are an hour apart', () => {
    expect(
      starts('Europe/Lisbon', june, zone('Europe/Lisbon', '+0100', '+0200', european)).toSorted(),
    ).toEqual(['06-15T08:00', '06-15T09:00']);
  });

  it('is that of its name where the description does not reach so far', () => {
    const later = ['BEGIN:VTIMEZONE', 'TZID:Europe/Berlin'].concat(
      part('STANDARD', '+0200', '+0300', ['DTSTART:20261101T000000']),
      part('STANDARD', '+0300', '+0500', ['DTSTART:20261108T000000']),
      ['END:VTIMEZONE'],
    );
    expect(starts('Europe/Berlin', june, later)).toEqual(['06-15T08:00']);
    const over = ['BEGIN:VTIMEZONE', 'TZID:Europe/Berlin'].concat(
      part('STANDARD', '+0200', '+0100', ['DTSTART:20181028T030000']),
      part('DAYLIGHT', '+0100', '+0200', ['DTSTART:20180325T020000']),
      ['END:VTIMEZONE'],
    );
    expect(starts('Europe/Berlin', june, over)).toEqual(['06-15T08:00']);
  });

  it.each([
    ['shown twice, as the first', '20261101T013000', '11-01T05:30'],
    ['skipped, as before the gap', '20260308T023000', '03-08T07:30'],
    ['just before the gap', '20260308T013000', '03-08T06:30'],
    ['just after the gap', '20260308T030000', '03-08T07:00'],
    ['after the second time', '20261101T020000', '11-01T07:00'],
  ])('reads a time of a zone that only the file knows, %s', (_, local, expected) => {
    const name = 'Customized Time Zone';
    expect(starts(name, local, zone(name, '-0500', '-0400'))).toEqual([expected]);
  });

  it('is known by summer time alone', () => {
    const odd = ['BEGIN:VTIMEZONE', 'TZID:Odd'].concat(
      part('DAYLIGHT', '+0300', '+0300', ['DTSTART:19700101T000000']),
      ['END:VTIMEZONE'],
    );
    expect(starts('Odd', june, odd)).toEqual(['06-15T07:00']);
  });

  it.each([
    ['GMT+0200', ['06-15T08:00']],
    ['UTC+05:30', ['06-15T04:30']],
    ['UTC-3', ['06-15T13:00']],
    ['tzone://Microsoft/Utc', ['06-15T10:00']],
    // Nobody says whether New York's summer time is meant.
    ['(UTC-05:00) Eastern Time (US & Canada)', ['06-15T14:00', '06-15T15:00']],
  ])('is read out of %s', (name, expected) => {
    expect(starts(name, june)).toEqual(expected);
  });

  it('is asked for where nobody knows it', () => {
    expect(() => starts('Nowhere', june)).toThrow('in the zone ‘Nowhere’, which is not known');
    expect(() => starts('IST', june)).toThrow('in the zone ‘IST’, which is not known');
    // Long ago it is of no matter.
    expect(starts('Nowhere', '20190615T100000')).toEqual([]);
  });

  it('has the Windows names of CLDR', () => {
    expect(
      ['Mountain Standard Time (Mexico)', 'Central Asia Standard Time', 'Romance Standard Time'].map(
        zoneNamed,
      ),
    ).toEqual(['America/Mazatlan', 'Asia/Bishkek', 'Europe/Paris']);
  });
});
