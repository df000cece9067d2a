import { describe, expect, it } from 'vitest';
import { readIcs } from './read-ics.ts';
import { at, calendar, event, november, read, times } from './testing.ts';

describe('an event of a calendar', () => {
  it.each([
    ['in UTC', ['DTSTART:20261110T090000Z', 'DTEND:20261110T100000Z']],
    [
      'in an IANA zone',
      ['DTSTART;TZID=Europe/Paris:20261110T100000', 'DTEND;TZID=Europe/Paris:20261110T110000'],
    ],
    [
      'in a zone by its Windows name',
      ['DTSTART;TZID=Romance Standard Time:20261110T100000', 'DURATION:PT1H'],
    ],
    [
      'in a zone behind a prefix',
      ['DTSTART;TZID=/example.org/2024a/Europe/Paris:20261110T100000', 'DURATION:PT1H'],
    ],
    ['without a zone, in the calendar’s', ['DTSTART:20261110T100000', 'DTEND:20261110T110000']],
    [
      'with an end in another zone',
      ['DTSTART;TZID=Europe/Paris:20261110T100000', 'DTEND;TZID=Asia/Tokyo:20261110T190000'],
    ],
  ])('is read %s', (_, lines) => {
    expect(times(calendar(event(...lines)))).toEqual(['2026-11-10T09:00/2026-11-10T10:00']);
  });

  it.each([
    ['https://fair.example/1', 'https://fair.example/1'],
    ['javascript:alert(1)', null],
    ['fair.example/1', null],
    [`https://fair.example/${'x'.repeat(2_000)}`, null],
  ])('leads to the page that it names, where that is one: %s', (url, link) => {
    const text = calendar(event('DTSTART:20261110T090000Z', 'DURATION:PT1H', `URL:${url}`));
    expect(read(text)).toMatchObject([{ link }]);
  });

  it('is read in the zone that the file describes, where no other knows its name', () => {
    const zone = [
      'BEGIN:VTIMEZONE',
      'TZID:Our office',
      ...[
        'BEGIN:STANDARD',
        'DTSTART:19700101T000000',
        'TZOFFSETFROM:+0530',
        'TZOFFSETTO:+0530',
        'END:STANDARD',
      ],
      'END:VTIMEZONE',
    ];
    const text = calendar(...zone, event('DTSTART;TZID=Our office:20261110T143000', 'DURATION:PT1H'));
    expect(times(text)).toEqual(['2026-11-10T09:00/2026-11-10T10:00']);
  });

  it('without a zone is read in the one that the calendar names', () => {
    const text = calendar('X-WR-TIMEZONE:Asia/Tokyo', event('DTSTART:20261110T180000', 'DURATION:PT1H'));
    expect(times(text)).toEqual(['2026-11-10T09:00/2026-11-10T10:00']);
  });

  it('of whole days is read as dates, of one day where no end is given', () => {
    expect(times(calendar(event('DTSTART;VALUE=DATE:20261110')))).toEqual([
      '2026-11-10/2026-11-11 Europe/Paris',
    ]);
    expect(times(calendar(event('DTSTART;VALUE=DATE:20261110', 'DTEND;VALUE=DATE:20261113')))).toEqual([
      '2026-11-10/2026-11-13 Europe/Paris',
    ]);
  });

  it.each([
    ['busy', []],
    ['free', ['TRANSP:TRANSPARENT']],
    ['tentative', ['STATUS:TENTATIVE']],
    ['out_of_office', ['X-MICROSOFT-CDO-BUSYSTATUS:OOF']],
    ['working_elsewhere', ['X-MICROSOFT-CDO-BUSYSTATUS:WORKINGELSEWHERE']],
    ['free', ['X-MICROSOFT-CDO-BUSYSTATUS:FREE', 'TRANSP:OPAQUE']],
  ])('shows as %s', (showsAs, lines) => {
    const [found] = read(calendar(event('DTSTART:20261110T090000Z', 'DURATION:PT1H', ...lines)));
    expect(found).toMatchObject({ showsAs, cancelled: false, declined: false });
  });

  it('is known as cancelled, and as declined by whom the calendar belongs to', () => {
    const time = ['DTSTART:20261110T090000Z', 'DURATION:PT1H'];
    const declined = 'ATTENDEE;PARTSTAT=DECLINED:mailto:Ann@example.org';
    expect(read(calendar(event(...time, 'STATUS:CANCELLED')))[0]).toMatchObject({ cancelled: true });
    expect(read(calendar(event(...time, declined)))[0]).toMatchObject({ declined: true });
    expect(read(calendar(event(...time, declined)), { ...november, owners: [] })[0]).toMatchObject({
      declined: false,
    });
  });
});

describe('a recurring event', () => {
  it('keeps its hour on the clock when the clock changes', () => {
    const text = calendar(
      event('DTSTART;TZID=America/New_York:20261028T090000', 'DURATION:PT30M', 'RRULE:FREQ=WEEKLY;COUNT=3'),
    );
    expect(times(text, { ...november, from: at('2026-10-27T00:00Z') })).toEqual([
      '2026-10-28T13:00/2026-10-28T13:30',
      '2026-11-04T14:00/2026-11-04T14:30',
      '2026-11-11T14:00/2026-11-11T14:30',
    ]);
  });

  it('leaves out what is excepted, and follows what was changed or cancelled alone', () => {
    const text = calendar(
      event(
        'DTSTART;TZID=Europe/Paris:20261102T100000',
        'DURATION:PT1H',
        'RRULE:FREQ=DAILY;UNTIL=20261106T090000Z',
        'EXDATE;TZID=Europe/Paris:20261103T100000',
      ),
      event('RECURRENCE-ID:20261104T090000Z', 'DTSTART:20261104T150000Z', 'DURATION:PT2H'),
      event(
        'RECURRENCE-ID;TZID=Europe/Paris:20261105T100000',
        'DTSTART:20261105T090000Z',
        'DURATION:PT1H',
        'STATUS:CANCELLED',
      ),
    );
    const found = read(text).filter(({ cancelled }) => !cancelled);
    expect(found.map(({ when }) => when.kind === 'timed' && new Date(when.from).toISOString())).toEqual([
      '2026-11-02T09:00:00.000Z',
      '2026-11-06T09:00:00.000Z',
      '2026-11-04T15:00:00.000Z',
    ]);
  });

  it.each([
    'FREQ=DAILY',
    'FREQ=DAILY;INTERVAL=3',
    'FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,TH',
    'FREQ=WEEKLY;BYDAY=SU;WKST=SU',
  ])('begun long ago is the same one as if every time was counted: %s', (rule) => {
    const of = (more: string) =>
      times(
        calendar(event('DTSTART;TZID=Europe/Paris:20240103T100000', 'DURATION:PT1H', `RRULE:${rule}${more}`)),
      );
    const counted = of(';COUNT=4000');
    expect(of('')).toEqual(counted);
    expect(counted.length).toBeGreaterThan(3);
  });

  it('has dates of its own besides the rule', () => {
    const text = calendar(
      event('DTSTART:20261102T090000Z', 'DURATION:PT1H', 'RDATE:20261109T100000Z,20261110T100000Z'),
    );
    expect(times(text)).toHaveLength(3);
  });

  it('every second takes all the time it may take, and is read quickly', () => {
    const text = calendar(
      event('DTSTART:20200101T090000Z', 'DURATION:PT1S', 'RRULE:FREQ=SECONDLY;UNTIL=20261110T000000Z'),
    );
    expect(times(text)).toEqual(['2026-10-30T23:59/2026-11-10T00:00']);
  });
});

describe('a hostile calendar', () => {
  it.each([
    ['a page instead of a calendar', '<!doctype html><title>Sign in</title>'],
    ['nothing', ''],
    ['one that was cut off', calendar(event('DTSTART:20261110T090000Z')).slice(0, 60)],
    ['a rule that is none', calendar(event('DTSTART:20261110T090000Z', 'RRULE:FREQ=SOMETIMES'))],
  ])('that is %s is refused, and never read as free time', async (_, text) => {
    await expect(readIcs([text], november)).rejects.toMatchObject({ reason: 'unreadable' });
  });

  it.each([
    ['on a day that no month has', 'RRULE:FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30'],
    ['on a folded line', 'RR\r\n ULE:FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30'],
  ])('%s, for ever, keeps nobody waiting', async (_, rule) => {
    const text = calendar(event('DTSTART:20261110T090000Z', 'DTEND:20261110T100000Z', rule));
    await expect(readIcs([text], november, 300)).rejects.toMatchObject({ reason: 'unreadable' });
  });

  it('of 5 MB is read in a thread of its own', async () => {
    const many = Array.from({ length: 19_000 }, (_, each) =>
      [
        'BEGIN:VEVENT',
        `UID:${each}`,
        `DTSTART:202611${String((each % 28) + 1).padStart(2, '0')}T090000Z`,
        'DURATION:PT1H',
        `DESCRIPTION:${'long '.repeat(40)}`,
        'END:VEVENT',
      ].join('\r\n'),
    );
    const text = calendar(...many);
    expect(text.length).toBeGreaterThan(5_000_000);
    expect(await readIcs([text], november)).toHaveLength(19_000);
  });

  it('of more events than can be checked is refused', async () => {
    const dense = Array.from({ length: 10 }, (_, each) =>
      event('DTSTART:20261101T000000Z', 'DURATION:PT1M', 'RRULE:FREQ=MINUTELY;INTERVAL=9').replace(
        'one',
        String(each),
      ),
    );
    await expect(readIcs([calendar(...dense)], november)).rejects.toMatchObject({ reason: 'unreadable' });
  });
});
