/** One measured figure beside its limit. */
export interface Figure {
  readonly name: string;
  readonly engine: 'postgres' | 'embedded' | 'citus' | 'browser' | '-';
  readonly value: number;
  readonly unit: string;
  readonly limit?: number;
  /** Whether the value should be at most or at least the limit. */
  readonly better?: 'lower' | 'higher';
  readonly note?: string;
}

export const holds = ({ value, limit, better = 'lower' }: Figure): boolean =>
  limit === undefined || (better === 'lower' ? value <= limit : value >= limit);

export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.ceil(share * sorted.length) - 1)] ?? Number.NaN;
}

/** Milliseconds each call took, in order; the calls run one after another. */
export async function timed(count: number, call: (index: number) => Promise<unknown>): Promise<number[]> {
  const times: number[] = [];
  for (let index = 0; index < count; index++) {
    const start = performance.now();
    await call(index);
    times.push(performance.now() - start);
  }
  return times;
}
