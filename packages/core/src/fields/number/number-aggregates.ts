import type { Aggregate, FieldEnv } from '../field-type.ts';

/** Sum and count of the filled cells. Neumaier's sum, so that a long column of cents adds up to the cent. */
export function total(values: Iterable<number | null>): { readonly sum: number; readonly count: number } {
  let sum = 0;
  let lost = 0;
  let count = 0;
  for (const value of values) {
    if (value === null) continue;
    count++;
    const next = sum + value;
    lost += Math.abs(sum) >= Math.abs(value) ? sum - next + value : value - next + sum;
    sum = next;
  }
  return { sum: sum + lost, count };
}

/** Null where doubles cannot say it. */
const finite = (result: number): number | null => (Number.isFinite(result) ? result : null);

function median(values: Iterable<number | null>): number | null {
  const sorted = Float64Array.from([...values].filter((value) => value !== null)).sort();
  const high = sorted[sorted.length >> 1];
  const low = sorted[(sorted.length - 1) >> 1];
  return high === undefined || low === undefined ? null : low / 2 + high / 2;
}

interface Bounds {
  readonly min: number;
  readonly max: number;
}

function bounds(values: Iterable<number | null>): Bounds | null {
  let min = Number.POSITIVE_INFINITY;
  let max = Number.NEGATIVE_INFINITY;
  for (const value of values) {
    if (value === null) continue;
    if (value < min) min = value;
    if (value > max) max = value;
  }
  return min > max ? null : { min, max };
}

type Show<T> = (value: number, template: T, env: FieldEnv) => string;

/** How summaries are shown: what stands in a cell, what is added up, and what may fall between the cells' values. */
interface Shows<T> {
  readonly cell: Show<T>;
  readonly sum: Show<T>;
  readonly mean: Show<T>;
}

/** Summaries of a column of numbers. */
export function numberAggregates<T>(show: Shows<T>): { readonly [name: string]: Aggregate<number, T> } {
  return {
    sum: {
      label: 'Sum',
      compute(values) {
        const { sum, count } = total(values);
        return count === 0 ? null : finite(sum);
      },
      ofTally: ({ filled, sum }) => (filled === 0 ? null : sum),
      format: show.sum,
    },
    average: {
      label: 'Average',
      compute(values) {
        const { sum, count } = total(values);
        return count === 0 ? null : finite(sum / count);
      },
      ofTally: ({ filled, sum }) => (filled === 0 || sum === null ? null : sum / filled),
      format: show.mean,
    },
    median: { label: 'Median', compute: median, format: show.mean },
    min: {
      label: 'Smallest',
      compute: (values) => bounds(values)?.min ?? null,
      ofTally: ({ min }) => min,
      format: show.cell,
    },
    max: {
      label: 'Largest',
      compute: (values) => bounds(values)?.max ?? null,
      ofTally: ({ max }) => max,
      format: show.cell,
    },
    range: {
      label: 'Range',
      compute(values) {
        const found = bounds(values);
        return found === null ? null : finite(found.max - found.min);
      },
      ofTally: ({ min, max }) => (min === null || max === null ? null : finite(max - min)),
      format: show.sum,
    },
  };
}
