import { describe, expect, it } from 'vitest';
import { readIcs } from './read-ics.ts';
import { at, calendar, event, november, read, times } from './testing.ts';

const hour = 'DURATION:PT1H';
const weekly = ['DTSTART:20261102T090000Z', hour, 'RRULE:FREQ=WEEKLY;COUNT=4'];

describe('dates of an event besides its rule', () => {
  it.each([
    ['an end', '20261110T100000Z/20261110T133000Z'],
    ['a length', '20261110T100000Z/PT3H30M'],
  ])('take the time of a period with %s, not that of the event', (_, period) => {
    const text = calendar(event('DTSTART:20261102T090000Z', hour, `RDATE;VALUE=PERIOD:${period}`));
    expect(times(text)).toEqual(['2026-11-02T09:00/2026-11-02T10:00', '2026-11-10T10:00/2026-11-10T13:30']);
  });

  it('take it from a period that began before what is asked for', () => {
    const text = calendar(
      event('DTSTART:20261001T090000Z', hour, 'RDATE;VALUE=PERIOD:20261020T090000Z/20261105T090000Z'),
    );
    expect(times(text)).toEqual(['2026-10-20T09:00/2026-11-05T09:00']);
  });
});

describe('an occurrence that was changed with all that come after it', () => {
  const change = (...lines: string[]) =>
    event('RECURRENCE-ID;RANGE=THISANDFUTURE:20261109T090000Z', ...lines);

  it('moves them all, with another length', () => {
    const text = calendar(event(...weekly), change('DTSTART:20261110T140000Z', 'DURATION:PT2H'));
    expect(times(text).sort()).toEqual([
      '2026-11-02T09:00/2026-11-02T10:00',
      '2026-11-10T14:00/2026-11-10T16:00',
      '2026-11-17T14:00/2026-11-17T16:00',
      '2026-11-24T14:00/2026-11-24T16:00',
    ]);
  });

  it('leaves out what is excepted, and what was changed for itself', () => {
    const text = calendar(
      event(...weekly, 'EXDATE:20261116T090000Z'),
      change('DTSTART:20261109T140000Z', hour),
      event('RECURRENCE-ID:20261123T090000Z', 'DTSTART:20261123T200000Z', hour),
    );
    expect(times(text).sort()).toEqual([
      '2026-11-02T09:00/2026-11-02T10:00',
      '2026-11-09T14:00/2026-11-09T15:00',
      '2026-11-23T20:00/2026-11-23T21:00',
    ]);
  });

  it('reaches into a range whose starts by the rule are outside of it', () => {
    const text = calendar(
      event('DTSTART:20261001T090000Z', hour, 'RRULE:FREQ=WEEKLY;COUNT=4'),
      event('RECURRENCE-ID;RANGE=THISANDFUTURE:20261008T090000Z', 'DTSTART:20261101T090000Z', hour),
    );
    expect(times(text).sort()).toEqual([
      '2026-11-01T09:00/2026-11-01T10:00',
      '2026-11-08T09:00/2026-11-08T10:00',
      '2026-11-15T09:00/2026-11-15T10:00',
    ]);
  });

  it('cancels them all, and makes dates of them', () => {
    const cancelled = calendar(
      event(...weekly),
      change('DTSTART:20261109T090000Z', hour, 'STATUS:CANCELLED'),
    );
    expect(read(cancelled).filter((one) => !one.cancelled)).toHaveLength(1);
    const dates = calendar(event(...weekly), change('DTSTART;VALUE=DATE:20261110'));
    expect(times(dates).sort()).toEqual([
      '2026-11-02T09:00/2026-11-02T10:00',
      '2026-11-10/2026-11-11 Europe/Paris',
      '2026-11-17/2026-11-18 Europe/Paris',
      '2026-11-24/2026-11-25 Europe/Paris',
    ]);
  });
});

describe('a calendar that tells only when somebody is busy', () => {
  const periods = (...lines: string[]) =>
    calendar(['BEGIN:VFREEBUSY', 'UID:two', ...lines, 'END:VFREEBUSY'].join('\r\n'));

  it('blocks those periods, and no others', () => {
    const text = periods(
      'FREEBUSY:20261110T090000Z/20261110T100000Z,20261111T090000Z/PT2H',
      'FREEBUSY;FBTYPE=FREE:20261112T090000Z/PT2H',
      'FREEBUSY;FBTYPE=BUSY-TENTATIVE:20261113T090000Z/PT1H',
      'FREEBUSY;FBTYPE=BUSY-UNAVAILABLE:20261114T090000Z/P1D',
    );
    expect(times(text)).toEqual([
      '2026-11-10T09:00/2026-11-10T10:00',
      '2026-11-11T09:00/2026-11-11T11:00',
      '2026-11-13T09:00/2026-11-13T10:00',
      '2026-11-14T09:00/2026-11-15T09:00',
    ]);
    expect(read(text).map(({ showsAs }) => showsAs)).toEqual(['busy', 'busy', 'tentative', 'busy']);
  });

  it('is refused where they cannot be read', async () => {
    await expect(readIcs([periods('FREEBUSY:sometimes')], november)).rejects.toMatchObject({
      reason: 'unreadable',
    });
  });
});

describe('the length of an event', () => {
  it('of whole days is at least a day', () => {
    const start = 'DTSTART;VALUE=DATE:20261110';
    expect(times(calendar(event(start, 'DURATION:PT10H')))).toEqual(['2026-11-10/2026-11-11 Europe/Paris']);
    expect(times(calendar(event(start, 'DURATION:P2D')))).toEqual(['2026-11-10/2026-11-12 Europe/Paris']);
  });

  it.each([
    ['P1D', '2026-10-25T19:00'],
    ['P1W', '2026-10-31T19:00'],
    ['P1DT2H', '2026-10-25T21:00'],
    ['PT24H', '2026-10-25T18:00'],
  ])('counts days on the clock and hours as they pass, where the clock goes back: %s', (length, end) => {
    const text = calendar(event('DTSTART;TZID=Europe/Paris:20261024T200000', `DURATION:${length}`));
    expect(times(text, { ...november, from: at('2026-10-24T00:00Z') })).toEqual([`2026-10-24T18:00/${end}`]);
  });
});

describe('a series of whole days', () => {
  const days = ['DTSTART;VALUE=DATE:20261102', 'DTEND;VALUE=DATE:20261103', 'RRULE:FREQ=WEEKLY;COUNT=3'];
  const dates = (text: string) =>
    times(text)
      .map((one) => one.slice(0, 10))
      .sort();

  it.each([
    'EXDATE;TZID=Romance Standard Time:20261109T000000',
    'EXDATE:20261109T000000',
    'EXDATE:20261108T230000Z',
    'EXDATE:20261109T000000Z',
    'EXDATE:20261109',
  ])('leaves out the date of %s', (except) => {
    expect(dates(calendar(event(...days, except)))).toEqual(['2026-11-02', '2026-11-16']);
  });

  it('keeps a date that no midnight names', () => {
    expect(dates(calendar(event(...days, 'EXDATE:20261109T090000Z')))).toHaveLength(3);
  });

  it('moves the date that its midnight names', () => {
    const moved = event(
      'RECURRENCE-ID;TZID=Romance Standard Time:20261109T000000',
      'DTSTART;VALUE=DATE:20261110',
    );
    expect(dates(calendar(event(...days), moved))).toEqual(['2026-11-02', '2026-11-10', '2026-11-16']);
  });
});

describe('what is malformed in a calendar', () => {
  it.each([
    ['a rule of nothing', ['DTSTART;VALUE=DATE:20261110', 'RRULE:']],
    ['exceptions of nothing', ['DTSTART;VALUE=DATE:20261110', 'EXDATE:']],
    ['a date that does not say that it is one', ['DTSTART:20261110', 'DTEND:20261111']],
    ['when it was written', ['DTSTART;VALUE=DATE:20261110', 'CREATED:20261110', 'DTSTAMP:']],
    ['where it is', ['DTSTART;VALUE=DATE:20261110', 'GEO:nowhere']],
  ])('does not close its host, where its time can be read: %s', (_, lines) => {
    const other = event('DTSTART:20261112T090000Z', hour).replace('one', 'other');
    expect(times(calendar(event(...lines), other))).toEqual([
      '2026-11-10/2026-11-11 Europe/Paris',
      '2026-11-12T09:00/2026-11-12T10:00',
    ]);
  });

  it.each([
    ['a start', ['DTSTART:2026111']],
    ['an end', ['DTSTART:20261110T090000Z', 'DTEND:soon']],
    ['a line', ['DTSTART20261110T090000Z']],
    ['an exception', ['DTSTART:20261110T090000Z', 'EXDATE:soon']],
  ])('is refused, where it says when somebody is busy: %s', (_, lines) => {
    expect(() => read(calendar(event(...lines)))).toThrow('The calendar cannot be read');
  });
});
