import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { zoneAbbreviation, zoneOffset } from './zone-clock.ts';
import { stretchesEnd, zoneStretches } from './zone-stretches.ts';

const zones = [
  'America/New_York',
  'Europe/London',
  'Asia/Kathmandu',
  'Pacific/Apia',
  'UTC',
  'Africa/Casablanca',
];
const end = Temporal.Instant.from(stretchesEnd).epochMilliseconds;
const first = Temporal.Instant.from('0001-01-01T00:00:00Z').epochMilliseconds;
const last = Temporal.Instant.from('9999-12-31T23:59:59.999Z').epochMilliseconds;
const cycle = 146_097 * 86_400_000;

describe('the stretches of a zone', () => {
  it('say the clock of every instant, repeating after 400 years', () => {
    fc.assert(
      fc.property(fc.constantFrom(...zones), fc.integer({ min: first, max: last }), (zone, epoch) => {
        const folded = epoch < end ? epoch : epoch - cycle * (Math.floor((epoch - end) / cycle) + 1);
        const stretch = zoneStretches(zone).findLast(({ from }) => from <= folded);
        expect(stretch).toMatchObject({
          offset: zoneOffset(zone, epoch),
          abbreviation: zoneAbbreviation(zone, epoch),
        });
      }),
      { numRuns: Number(process.env.LAWS_RUNS ?? 100) },
    );
  });
});
