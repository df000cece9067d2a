import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { lawRuns } from '../law-runs.ts';
import { dayNumber, dayOf, epochOf, firstEpoch, isDay, isoOf, lastEpoch } from './calendar.ts';
import { isTimeZone, readableZone, zoneAbbreviation, zoneOffset } from './zone-clock.ts';

const epochs = fc.integer({ min: firstEpoch, max: lastEpoch });

describe('the calendar', () => {
  it('agrees with Temporal on every instant of the years 1 to 9999', () => {
    fc.assert(
      fc.property(epochs, (epoch) => {
        const there = Temporal.Instant.fromEpochMilliseconds(epoch);
        const iso = there.toString({ fractionalSecondDigits: 3 });
        expect(isoOf(epoch)).toBe(iso);
        expect(epochOf(iso)).toBe(epoch);
        const { year, month, day } = there.toZonedDateTimeISO('UTC');
        const number = Math.floor(epoch / 86_400_000);
        expect(dayOf(number)).toEqual({ year, month, day });
        expect(dayNumber(year, month, day)).toBe(number);
      }),
      { numRuns: lawRuns * 5 },
    );
    expect(isoOf(firstEpoch)).toBe('0001-01-01T00:00:00.000Z');
    expect(isoOf(lastEpoch)).toBe('9999-12-31T23:59:59.999Z');
    expect([isoOf(firstEpoch - 1), isoOf(lastEpoch + 1), isoOf(Number.NaN)]).toEqual([null, null, null]);
  });

  it('knows which days there are', () => {
    const parts = fc.tuple(
      fc.integer({ min: 1, max: 9999 }),
      fc.integer({ min: 1, max: 13 }),
      fc.integer({ min: 1, max: 32 }),
    );
    fc.assert(
      fc.property(parts, ([year, month, day]) => {
        let there = true;
        try {
          Temporal.PlainDate.from({ year, month, day }, { overflow: 'reject' });
        } catch {
          there = false;
        }
        expect(isDay({ year, month, day })).toBe(there);
      }),
    );
  });
});

describe('the clock of a zone', () => {
  const zones = [
    'UTC',
    'America/New_York',
    'Europe/London',
    'Europe/Dublin',
    'Asia/Kathmandu',
    'Pacific/Apia',
    'Australia/Lord_Howe',
    'Africa/Casablanca',
    'America/Sao_Paulo',
    'Etc/GMT+12',
    'Africa/Cairo',
  ];

  it('agrees with Temporal', () => {
    const near = fc.integer({ min: -3_000_000_000_000, max: 4_000_000_000_000 });
    fc.assert(
      fc.property(fc.constantFrom(...zones), fc.oneof(near, epochs), (zone, epoch) => {
        const there = Temporal.Instant.fromEpochMilliseconds(epoch).toZonedDateTimeISO(zone);
        expect(zoneOffset(zone, epoch) * 1_000_000).toBe(there.offsetNanoseconds);
      }),
      { numRuns: lawRuns * 5 },
    );
  });

  it('changes exactly at a transition', () => {
    const spring = Temporal.Instant.from('2026-03-08T07:00:00Z').epochMilliseconds;
    for (const first of [spring, spring - 1, spring + 1]) {
      // Whichever side is asked first, the other is not mistaken for it.
      zoneOffset('America/New_York', first);
      expect(zoneOffset('America/New_York', spring - 1)).toBe(-5 * 3_600_000);
      expect(zoneOffset('America/New_York', spring)).toBe(-4 * 3_600_000);
    }
  });

  it('names the zone in English', () => {
    const summer = Temporal.Instant.from('2026-07-04T00:00:00Z').epochMilliseconds;
    const named = (zone: string) => zoneAbbreviation(zone, summer);
    expect(['America/New_York', 'UTC', 'Asia/Kolkata', 'Europe/Berlin'].map(named)).toEqual([
      'EDT',
      'UTC',
      'GMT+5:30',
      'GMT+2',
    ]);
  });

  it('knows names of zones, not offsets', () => {
    expect(['America/New_York', 'utc', 'Mars/Olympus', '+05:00', '', 'x', 'IST'].map(isTimeZone)).toEqual([
      true,
      true,
      false,
      false,
      false,
      false,
      false,
    ]);
  });

  it('reads in a stored name what it was once taken for', () => {
    expect(['Europe/Paris', 'IST', 'PST', 'Mars/Olympus'].map(readableZone)).toEqual([
      'Europe/Paris',
      'Asia/Calcutta',
      'America/Los_Angeles',
      'UTC',
    ]);
    expect(zoneOffset('IST', 0)).toBe(5.5 * 3_600_000);
  });
});
