/**
 * Run by hand: `node packages/core/src/fields/format.bench.ts`. What drawing a cell costs: millions of formats a second,
 * with Intl for comparison. Two cores shared with other work: numbers 6-8 with 0 or 2 decimals, 2.4 with 6, days 5-58,
 * instants 3 with their zone, Intl 2.
 */
import { fieldTypes } from './field-types.ts';
import type { DateTemplate, NumberFormat } from './templates.ts';

const env = { timeZone: 'America/New_York', locale: 'en-US' };
const count = 4096;
const numbers = Array.from(
  { length: count },
  (_, i) => ((i * 7919.37) % 1e7) - 1e6 + (i % 3 === 0 ? 0 : 0.123 * i),
);
const instants = Array.from({ length: count }, (_, i) =>
  Temporal.Instant.fromEpochMilliseconds(1.2e12 + i * 1.3e8).toString({ fractionalSecondDigits: 3 }),
);
const days = instants.map((iso) => `${iso.slice(0, 10)}T00:00:00.000Z`);

function measure<V>(name: string, values: readonly V[], format: (value: V) => string): void {
  const rounds = 200;
  let length = 0;
  for (const value of values) length += format(value).length;
  const start = performance.now();
  for (let round = 0; round < rounds; round++) for (const value of values) length += format(value).length;
  const perSecond = (rounds * values.length) / (performance.now() - start) / 1000;
  console.log(`${name.padEnd(24)} ${perSecond.toFixed(1)} M/s (${length} characters)`);
}

for (const numberFormat of ['local', 'period_comma'] satisfies NumberFormat[])
  for (const decimalPlaces of [0, 2, 6])
    measure(`number ${numberFormat} ${decimalPlaces}`, numbers, (value) =>
      fieldTypes.number.format(value, { decimalPlaces, numberFormat }, env),
    );
measure('duration h:mm:ss', numbers, (value) =>
  fieldTypes.duration.format(value, { format: 'h:mm:ss' }, env),
);
for (const dateFormat of ['us', 'european', 'iso', 'long', 'local'] as const) {
  const template: DateTemplate = {
    dateFormat,
    displayTime: false,
    timeFormat: '12h',
    displayTimeZone: false,
  };
  measure(`date ${dateFormat}`, days, (value) => fieldTypes.date.format(value, template, env));
  const timed = { ...template, displayTime: true, displayTimeZone: true };
  measure(`datetime ${dateFormat}`, instants, (value) => fieldTypes.datetime.format(value, timed, env));
}
const intl = new Intl.NumberFormat('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 });
measure('Intl', numbers, (value) => intl.format(value));
