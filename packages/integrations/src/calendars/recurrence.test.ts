import { describe, expect, it } from 'vitest';
import { at, calendar, event, times } from './testing.ts';

/** Dates at which a rule has its hour, in UTC, of a few years. */
const dates = (start: string, rule: string, from: string, to: string): readonly string[] =>
  times(calendar(event(`DTSTART:${start}`, 'DURATION:PT10M', `RRULE:${rule}`)), {
    ...{ from: at(from), to: at(to), zone: 'UTC', owners: [] },
  }).map((one) => one.slice(0, 10));

describe('a rule that has run for long', () => {
  it.each([
    ['FREQ=HOURLY;INTERVAL=24', '20000103T090000Z', 3],
    ['FREQ=HOURLY;INTERVAL=4', '20000103T090000Z', 18],
    ['FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR', '19800103T090000Z', 3],
    ['FREQ=YEARLY;BYDAY=MO,TU,WE,TH,FR', '19800103T090000Z', 3],
    ['FREQ=DAILY;COUNT=20000', '20000103T090000Z', 3],
    ['FREQ=MINUTELY;INTERVAL=20;BYHOUR=9,10,11,12,13,14,15,16', '20000103T090000Z', 72],
  ])('has its own times in the range, and leaves the others free: %s', (rule, start, count) => {
    expect(dates(start, rule, '2026-11-10T00:00Z', '2026-11-13T00:00Z')).toHaveLength(count);
  });
});

it('a rule of some months comes as often as it says', () => {
  const rule = 'FREQ=MONTHLY;COUNT=9;BYDAY=+3WE;BYMONTH=1,2,3,4,5,9,10,11,12';
  const found = dates('20230920T090000Z', rule, '2023-01-01T00:00Z', '2025-01-01T00:00Z');
  expect([found.length, found.at(-1)]).toEqual([9, '2024-05-15']);
});

describe('a yearly rule', () => {
  it.each([
    ['20250519T090000Z', 'FREQ=YEARLY;BYDAY=20MO', ['2025-05-19', '2026-05-18', '2027-05-17']],
    ['20250519T090000Z', 'FREQ=YEARLY;BYDAY=20MO;COUNT=2', ['2025-05-19', '2026-05-18']],
    ['20251229T090000Z', 'FREQ=YEARLY;BYDAY=-1MO', ['2025-12-29', '2026-12-28', '2027-12-27']],
    ['20250512T090000Z', 'FREQ=YEARLY;BYWEEKNO=20;BYDAY=MO', ['2025-05-12', '2026-05-11', '2027-05-17']],
    ['20250512T090000Z', 'FREQ=YEARLY;BYWEEKNO=20', ['2025-05-12', '2026-05-11', '2027-05-17']],
    ['20241230T090000Z', 'FREQ=YEARLY;BYWEEKNO=1', ['2025-12-29', '2027-01-04']],
    ['20240229T090000Z', 'FREQ=YEARLY', []],
    ['20240229T090000Z', 'FREQ=YEARLY;COUNT=2', []],
  ])('from %s is at its own dates: %s', (start, rule, expected) => {
    expect(dates(start, rule, '2025-01-01T00:00Z', '2028-01-01T00:00Z')).toEqual(expected);
  });

  it('of 29 February comes with the next one', () => {
    const found = dates('20240229T090000Z', 'FREQ=YEARLY;COUNT=2', '2028-01-01T00:00Z', '2029-01-01T00:00Z');
    expect(found).toEqual(['2028-02-29']);
  });
});
