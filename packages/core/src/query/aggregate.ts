import type { BaseRecord, Field } from '../base.ts';
import type { CellValue } from '../fields/field-kinds.ts';
import type { Aggregate, FieldEnv } from '../fields/field-type.ts';
import { anyFieldType } from '../fields/field-types.ts';
import { shownValue } from '../fields/former-values.ts';

type AnyAggregate = Aggregate<NonNullable<CellValue>, unknown>;

const counting = (
  label: string,
  counts: (value: CellValue) => boolean,
  ofTally: NonNullable<AnyAggregate['ofTally']>,
): AnyAggregate => ({
  label,
  ofTally,
  compute(values) {
    let count = 0;
    for (const value of values) if (counts(value)) count++;
    return count;
  },
  format: (result, _template, env) => new Intl.NumberFormat(env.locale).format(result),
});

const filledShare: AnyAggregate = {
  label: 'Percent filled',
  compute(values) {
    let filled = 0;
    let all = 0;
    for (const value of values) {
      all++;
      if (value !== null) filled++;
    }
    return all === 0 ? null : filled / all;
  },
  ofTally: ({ filled }, count) => (count === 0 ? null : filled / count),
  format: (result) => `${Math.round(result * 100)}%`,
};

/** Summaries of every column. */
const common: { readonly [name: string]: AnyAggregate } = {
  filled: counting(
    'Filled',
    (value) => value !== null,
    ({ filled }) => filled,
  ),
  empty: counting(
    'Empty',
    (value) => value === null,
    ({ filled }, count) => count - filled,
  ),
  percent_filled: filledShare,
  unique: {
    label: 'Unique',
    compute: (values) =>
      new Set([...values].filter((value) => value !== null).map((value) => JSON.stringify(value))).size,
    format: (result, _template, env) => new Intl.NumberFormat(env.locale).format(result),
  },
};

/** The footer summaries of a field, by name: those of its type, then those of every column. A type with a value for the empty cell has no empty ones. */
export function aggregatesOf(field: Field): { readonly [name: string]: AnyAggregate } {
  const type = anyFieldType(field.type);
  return type.emptyCountsAs === undefined ? { ...type.aggregates, ...common } : type.aggregates;
}

/** A summary of the records' column, as the footer shows it; null when there is none of that name or nothing to say. */
export function aggregate(
  name: string,
  records: Iterable<BaseRecord>,
  field: Field,
  env: FieldEnv,
): string | null {
  const result = summarise(name, records, field);
  return result === null ? null : (summaryOf(field, name)?.format(result, field.template, env) ?? null);
}

/** The footer summary of a field of this name. */
export function summaryOf(field: Field, name: string): AnyAggregate | undefined {
  const aggregates = aggregatesOf(field);
  return Object.hasOwn(aggregates, name) ? aggregates[name] : undefined;
}

/** What a summary of the records' column computes. */
export const summarise = (name: string, records: Iterable<BaseRecord>, field: Field): number | null =>
  summaryOf(field, name)?.compute(column(records, field)) ?? null;

function* column(records: Iterable<BaseRecord>, field: Field): Iterable<CellValue> {
  for (const record of records) yield shownValue(field, record.data[field.id] ?? null);
}
