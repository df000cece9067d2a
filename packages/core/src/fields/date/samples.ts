import type { FieldSamples } from '../field-type.ts';
import { type DateTemplate, dateFormats } from '../templates.ts';

export const telling: readonly string[] = [
  '2026-03-05T00:00:00.000Z',
  '2026-12-31T00:00:00.000Z',
  '2024-02-29T00:00:00.000Z',
  '1970-01-01T00:00:00.000Z',
  '1969-12-31T23:59:59.999Z',
  '0001-01-03T00:00:00.000Z',
  '0004-02-29T00:00:00.000Z',
  '9999-12-31T00:00:00.000Z',
  '9999-12-31T23:59:59.999Z',
  '1900-03-01T00:00:00.000Z',
  '2000-02-29T12:00:00.000Z',
  '2026-11-01T05:30:00.000Z',
  // The hour that New York repeats, and the one it skips.
  '2026-11-01T06:30:00.000Z',
  '2026-03-08T06:59:59.999Z',
  '2026-03-08T07:00:00.000Z',
  '2026-07-04T16:00:00.000Z',
  '2026-01-01T00:30:00.001Z',
  '1883-11-18T17:00:00.000Z',
  '2011-12-30T10:00:00.000Z',
];

export const noDates: readonly string[] = [
  '02/30/2026',
  '2026-02-30',
  '2025-02-29',
  '2026-13-01',
  '00/00/2026',
  '2026-00-10',
  '0000-01-01',
  '10000-01-01',
  '2026',
  '2026-03',
  '1234.5',
  'today',
  'March',
  '5 Foo 2026',
  '2026/03-05',
  '2026-03-05T24:00',
  '2026-03-05 25:00',
  '2026-03-05T10:60',
  '2026-03-05 13:00 PM',
  '3/5',
  '-2026-03-05',
  'Room 12',
  '2026-03-05 EST',
  '2026-03-05T10:00:00.0001Z',
];

const days: readonly DateTemplate[] = dateFormats.map((dateFormat) => ({
  dateFormat,
  displayTime: false,
  timeFormat: '12h',
  displayTimeZone: false,
}));

export const instants: readonly DateTemplate[] = dateFormats.flatMap((dateFormat, index) => [
  { dateFormat, displayTime: true, timeFormat: '12h', displayTimeZone: index % 2 === 0 },
  {
    dateFormat,
    displayTime: true,
    timeFormat: '24h',
    displayTimeZone: true,
    timezone: ['America/New_York', 'Europe/London', 'Asia/Kathmandu', 'Pacific/Apia', 'UTC'][index] ?? 'UTC',
  },
]);

/** Midnights alone: a day field keeps nothing else. */
export const dateSamples: FieldSamples<string, DateTemplate> = {
  templates: [...days, ...instants],
  values: telling.filter((iso) => iso.endsWith('T00:00:00.000Z')),
  unfit: noDates,
};
