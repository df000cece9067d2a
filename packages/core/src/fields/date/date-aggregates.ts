import type { Aggregate } from '../field-type.ts';
import type { DateTemplate } from '../templates.ts';
import { dayLength, epochOf, isoOf } from './calendar.ts';
import { formatDate } from './format-date.ts';

function bounds(values: Iterable<string | null>): readonly [first: number, last: number] | null {
  let first: string | null = null;
  let last: string | null = null;
  for (const value of values) {
    if (value === null) continue;
    if (first === null || value < first) first = value;
    if (last === null || value > last) last = value;
  }
  return first === null || last === null ? null : [epochOf(first), epochOf(last)];
}

const showing: Aggregate<string, DateTemplate>['format'] = (epoch, template, env) => {
  const iso = isoOf(epoch);
  return iso === null ? '' : formatDate(iso, template, env);
};

/** Results are milliseconds since 1970; of the range, milliseconds. */
export const dateAggregates: { readonly [name: string]: Aggregate<string, DateTemplate> } = {
  earliest: {
    label: 'Earliest',
    compute: (values) => bounds(values)?.[0] ?? null,
    ofTally: ({ min }) => min,
    format: showing,
  },
  latest: {
    label: 'Latest',
    compute: (values) => bounds(values)?.[1] ?? null,
    ofTally: ({ max }) => max,
    format: showing,
  },
  range: {
    label: 'Range',
    compute(values) {
      const found = bounds(values);
      return found === null ? null : found[1] - found[0];
    },
    ofTally: ({ min, max }) => (min === null || max === null ? null : max - min),
    format(milliseconds) {
      const days = Math.floor(milliseconds / dayLength);
      return days === 1 ? '1 day' : `${days} days`;
    },
  },
};
