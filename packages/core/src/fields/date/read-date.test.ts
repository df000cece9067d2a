import { describe, expect, it } from 'vitest';
import { isoOf } from './calendar.ts';
import { type DateOrder, instantOf, readDateParts } from './read-date.ts';

/** What a text says: with a zone the instant, without one the written day and time as if they were UTC. */
function read(text: string, order: DateOrder) {
  const parts = readDateParts(text, order);
  const iso = parts === null ? null : isoOf(instantOf(parts));
  return parts === null || iso === null
    ? null
    : { iso, hasTime: parts.time !== null, hasZone: parts.offset !== null };
}

describe('reading a date strictly', () => {
  it.each([
    ['2026-03-05', 'iso', '2026-03-05T00:00:00.000Z'],
    ['2026/3/5', 'ymd', '2026-03-05T00:00:00.000Z'],
    ['2026. 3. 5.', 'ymd', '2026-03-05T00:00:00.000Z'],
    ['3/5/2026', 'mdy', '2026-03-05T00:00:00.000Z'],
    ['5-3-2026', 'dmy', '2026-03-05T00:00:00.000Z'],
    ['05.03.2026', 'dmy', '2026-03-05T00:00:00.000Z'],
    ['March 5, 2026', 'named', '2026-03-05T00:00:00.000Z'],
    ['5 Sept. 2026', 'named', '2026-09-05T00:00:00.000Z'],
  ] as const)('%s as %s', (text, order, iso) => {
    expect(read(text, order)).toEqual({ iso, hasTime: false, hasZone: false });
  });

  it.each([
    ['2026-03-05T14:30', '2026-03-05T14:30:00.000Z', false],
    ['2026-03-05 14:30:15', '2026-03-05T14:30:15.000Z', false],
    ['2026-03-05 14:30:15.5', '2026-03-05T14:30:15.500Z', false],
    ['2026-03-05 2:30 pm', '2026-03-05T14:30:00.000Z', false],
    ['2026-03-05 12:00 AM', '2026-03-05T00:00:00.000Z', false],
    ['2026-03-05, 12:00 p.m.', '2026-03-05T12:00:00.000Z', false],
    ['2026-03-05 4pm', '2026-03-05T16:00:00.000Z', false],
    ['2026-03-05T14:30Z', '2026-03-05T14:30:00.000Z', true],
    ['2026-03-05T14:30:00.000+05:30', '2026-03-05T09:00:00.000Z', true],
    ['2026-03-05T00:30+0100', '2026-03-04T23:30:00.000Z', true],
    ['2026-03-05 14:30 UTC', '2026-03-05T14:30:00.000Z', true],
    ['2026-03-05 14:30 GMT-5', '2026-03-05T19:30:00.000Z', true],
  ])('%s with its time', (text, iso, hasZone) => {
    expect(read(text, 'ymd')).toEqual({ iso, hasTime: true, hasZone });
  });

  it.each([
    ['2026-3-5', 'iso'],
    ['2026/03/05', 'iso'],
    ['3/5/2026', 'ymd'],
    ['2026-03-05', 'mdy'],
    ['3/5/26', 'mdy'],
    ['13/5/2026', 'mdy'],
    ['5/13/2026', 'dmy'],
    ['3/5-2026', 'mdy'],
    ['2026-03-05Z', 'iso'],
    ['2026-03-05T', 'iso'],
    ['2026-03-05 4', 'iso'],
    ['2026-03-05 24:00', 'iso'],
    ['2026-03-05 12:60', 'iso'],
    ['2026-03-05 13:00 pm', 'iso'],
    ['2026-03-05 0:30 am', 'iso'],
    ['2026-03-05T10:00:00.0001', 'iso'],
    ['2026-03-05T10:00 EST', 'iso'],
    ['2026-03-05T10:00+24:00', 'iso'],
    ['0001-01-01T00:00+01:00', 'iso'],
    ['2026-03-05 and more', 'iso'],
    ['Foo 5, 2026', 'named'],
    [' 2026-03-05', 'iso'],
  ] as const)('refuses %s as %s', (text, order) => {
    expect(read(text, order)).toBeNull();
  });
});
