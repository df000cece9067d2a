import { describe, expect, it } from 'vitest';
import type { Availability, DateOverride, DateRange } from './availability.ts';
import { hoursOf, startsIn } from './hours.ts';
import { minute } from './span.ts';

const hour = 60 * minute;
const at = (text: string): number => Temporal.Instant.from(text).epochMilliseconds;

interface Week {
  readonly timezone: string;
  /** 'HH:mm-HH:mm' by ISO day; `every` for days that are not named. */
  readonly days?: Readonly<Record<number, readonly string[]>>;
  readonly every?: readonly string[];
  readonly overrides?: Readonly<Record<string, readonly string[]>>;
  readonly away?: readonly DateRange[];
  readonly holidays?: readonly string[];
}

const times = (texts: readonly string[]) =>
  texts.map((text) => ({ startTime: text.slice(0, 5), endTime: text.slice(6) }));

const week = ({
  timezone,
  days = {},
  every = [],
  overrides = {},
  away = [],
  holidays = [],
}: Week): Availability => ({
  timezone,
  daySchedules: [1, 2, 3, 4, 5, 6, 7].map((isoDay) => ({
    isoDay,
    disabled: false,
    availableTimes: times(days[isoDay] ?? every),
  })),
  dateOverrides: Object.entries(overrides).map(
    ([date, texts]): DateOverride => ({ date, availableTimes: times(texts) }),
  ),
  outOfOffice: away,
  holidays,
});

/** What is open within some UTC time, as 'from/to' in UTC without seconds. */
function open(of: Week, from: string, to: string): string[] {
  const range = { from: at(from), to: at(to) };
  return hoursOf(week(of), range)
    .open.filter((span) => span.from < range.to && span.to > range.from)
    .map((span) => `${utc(span.from)}/${utc(span.to)}`);
}

const utc = (time: number): string =>
  Temporal.Instant.fromEpochMilliseconds(time).toString({ smallestUnit: 'minute' }).slice(0, -1);

/** The starts within some UTC time, on the clock of the zone. */
function starts(of: Week, step: number, from: string, to: string): string[] {
  const range = { from: at(from), to: at(to) };
  return [...startsIn(hoursOf(week(of), range).pieces, step * minute, range)].map((time) =>
    Temporal.Instant.fromEpochMilliseconds(time)
      .toZonedDateTimeISO(of.timezone)
      .toString({ timeZoneName: 'never', smallestUnit: 'minute' })
      .slice(5),
  );
}

describe('hours of a week', () => {
  it('end before a public holiday, which an override of its date opens again (R22)', () => {
    const night = { timezone: 'UTC', every: ['22:00-02:00'], holidays: ['2026-06-16'] };
    const [from, to] = ['2026-06-15T12:00Z', '2026-06-17T12:00Z'];
    expect(open(night, from, to)).toEqual(['2026-06-15T22:00/2026-06-16T00:00']);
    const opened = { ...night, overrides: { '2026-06-16': ['09:00-10:00'] } };
    expect(open(opened, from, to)).toContain('2026-06-16T09:00/2026-06-16T10:00');
    const away = { ...opened, away: [{ from: '2026-06-16', to: '2026-06-16' }] };
    expect(open(away, from, to)).toEqual(['2026-06-15T22:00/2026-06-16T00:00']);
  });

  it('are those of the ISO weekday of the local date (R2)', () => {
    // Monday in Auckland is Sunday evening in UTC.
    const hours = { timezone: 'Pacific/Auckland', days: { 1: ['09:00-17:00'] } };
    expect(open(hours, '2026-06-14T00:00Z', '2026-06-16T12:00Z')).toEqual([
      '2026-06-14T21:00/2026-06-15T05:00',
    ]);
  });

  it('that touch or overlap on one date are one window, with one grid (R4)', () => {
    const hours = { timezone: 'UTC', every: ['09:00-10:10', '10:10-11:00', '10:30-12:00'] };
    expect(open(hours, '2026-06-15T00:00Z', '2026-06-16T00:00Z')).toEqual([
      '2026-06-15T09:00/2026-06-15T12:00',
    ]);
    expect(starts(hours, 60, '2026-06-15T00:00Z', '2026-06-16T00:00Z')).toEqual([
      '06-15T09:00+00:00',
      '06-15T10:00+00:00',
      '06-15T11:00+00:00',
    ]);
  });

  it('may end at 24:00, and go on past midnight (R4)', () => {
    const hours = { timezone: 'UTC', days: { 1: ['22:00-24:00'], 2: ['00:00-01:00'], 3: ['22:00-02:00'] } };
    expect(open(hours, '2026-06-15T00:00Z', '2026-06-19T00:00Z')).toEqual([
      '2026-06-15T22:00/2026-06-16T01:00',
      '2026-06-17T22:00/2026-06-18T02:00',
    ]);
  });

  it('around the clock begin a grid at each midnight (R4, R5)', () => {
    const hours = { timezone: 'UTC', every: ['00:00-24:00'] };
    expect(starts(hours, 7 * 60, '2026-06-15T12:00Z', '2026-06-16T12:00Z')).toEqual([
      '06-15T14:00+00:00',
      '06-15T21:00+00:00',
      '06-16T00:00+00:00',
      '06-16T07:00+00:00',
    ]);
  });

  it('of a night and the next morning have the grid of what began last (R5)', () => {
    const hours = { timezone: 'UTC', days: { 1: ['23:10-04:00'], 2: ['01:00-02:00'] } };
    expect(starts(hours, 60, '2026-06-15T12:00Z', '2026-06-16T12:00Z')).toEqual([
      '06-15T23:10+00:00',
      '06-16T00:10+00:00',
      '06-16T01:00+00:00',
      '06-16T02:10+00:00',
      '06-16T03:10+00:00',
    ]);
  });
});

describe('a date of its own', () => {
  const nights = { timezone: 'UTC', every: ['22:00-06:00'] };

  it('has the hours of its override, without what spills in from the night before (R6)', () => {
    const hours = { ...nights, overrides: { '2026-06-16': ['12:00-13:00'] } };
    expect(open(hours, '2026-06-15T12:00Z', '2026-06-17T12:00Z')).toEqual([
      '2026-06-15T22:00/2026-06-16T00:00',
      '2026-06-16T12:00/2026-06-16T13:00',
    ]);
  });

  it('is closed while out of office, whatever its override says (R6)', () => {
    const hours = {
      ...nights,
      overrides: { '2026-06-16': ['12:00-13:00'] },
      away: [{ from: '2026-06-16', to: '2026-06-17' }],
    };
    expect(open(hours, '2026-06-15T12:00Z', '2026-06-19T12:00Z')).toEqual([
      '2026-06-15T22:00/2026-06-16T00:00',
      '2026-06-18T22:00/2026-06-19T06:00',
    ]);
  });
});

describe('the wall clock decides (R3)', () => {
  it.each([
    // Skipped hours shrink a window.
    ['America/New_York', '01:00-04:00', '2026-03-08', 2],
    ['America/New_York', '02:00-03:00', '2026-03-08', 0],
    ['America/New_York', '18:00-24:00', '2026-03-08', 6],
    ['Europe/London', '00:30-02:30', '2026-03-29', 1],
    ['Australia/Sydney', '01:00-04:00', '2026-10-04', 2],
    ['Australia/Lord_Howe', '01:00-04:00', '2026-10-04', 2.5],
    // Midnight itself is skipped.
    ['America/Santiago', '00:00-03:00', '2026-09-06', 2],
    ['Africa/Cairo', '00:00-24:00', '2026-04-24', 23],
    // Repeated hours lengthen it.
    ['America/New_York', '01:00-04:00', '2026-11-01', 4],
    ['Europe/London', '00:00-24:00', '2026-10-25', 25],
    ['Australia/Sydney', '02:00-03:00', '2026-04-05', 2],
    ['Australia/Lord_Howe', '01:00-04:00', '2026-04-05', 3.5],
    ['Antarctica/Troll', '00:00-06:00', '2026-10-25', 8],
    // The last hour of a date is repeated.
    ['Asia/Beirut', '22:00-24:00', '2026-10-24', 3],
    // One minute of the next date comes first.
    ['America/St_Johns', '23:00-24:00', '2006-10-28', 1 + 59 / 60],
    // The date itself is skipped.
    ['Pacific/Apia', '00:00-24:00', '2011-12-30', 0],
    ['Pacific/Apia', '00:00-24:00', '2011-12-31', 24],
    ['Pacific/Kiritimati', '00:00-24:00', '1994-12-31', 0],
  ])('%s %s on %s is open for %d hours', (timezone, text, date, length) => {
    const hours = { timezone, overrides: { [date]: [text] } };
    const noon = at(`${date}T12:00Z`);
    const { open: spans } = hoursOf(week(hours), { from: noon - 48 * hour, to: noon + 48 * hour });
    expect(spans.reduce((sum, { from, to }) => sum + to - from, 0) / hour).toBeCloseTo(length, 6);
  });

  it('opens a window in a repeated hour twice, each with its own grid (R3, R5)', () => {
    const hours = { timezone: 'America/New_York', every: ['01:15-01:45'] };
    expect(starts(hours, 20, '2026-11-01T00:00Z', '2026-11-02T00:00Z')).toEqual([
      '11-01T01:15-04:00',
      '11-01T01:35-04:00',
      '11-01T01:15-05:00',
      '11-01T01:35-05:00',
    ]);
  });

  it('steps by elapsed minutes over a change of the clock (R5)', () => {
    const spring = { timezone: 'America/New_York', every: ['00:30-05:00'] };
    expect(starts(spring, 60, '2026-03-08T00:00Z', '2026-03-08T12:00Z')).toEqual([
      '03-08T00:30-05:00',
      '03-08T01:30-05:00',
      '03-08T03:30-04:00',
      '03-08T04:30-04:00',
    ]);
    const half = { timezone: 'Australia/Lord_Howe', every: ['00:30-04:00'] };
    expect(starts(half, 60, '2026-10-03T00:00Z', '2026-10-04T00:00Z').slice(0, 4)).toEqual([
      '10-04T00:30+10:30',
      '10-04T01:30+10:30',
      '10-04T03:00+11:00',
    ]);
  });
});
