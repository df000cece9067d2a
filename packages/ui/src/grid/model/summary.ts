import { anyFieldType, type BaseRecord, type Field, type FieldEnv, summaryOf } from '@weft/core';
import { gridKind } from '../../fields/grid-kinds.ts';

/** One figure of a selected range, as it is shown. */
export interface Figure {
  readonly name: string;
  readonly text: string;
}

/** How the word before a summary is put where there is little room for it. */
const shortWords: { readonly [name: string]: string } = {
  average: 'Avg',
  earliest: 'First',
  latest: 'Last',
  percent_filled: 'Filled',
};

/** A summary as a header or the footer shows it: 'Sum' and '€3,620.00'; ticks as '3 of 3'. */
export function groupFigure(
  field: Field,
  name: string,
  result: number | null,
  count: number,
  env: FieldEnv,
): { readonly word: string; readonly text: string } | null {
  const summary = summaryOf(field, name);
  if (summary === undefined || result === null) return null;
  const text = summary.format(result, field.template, env);
  if (name === 'checked') return { word: '', text: `${text} of ${count.toLocaleString(env.locale)}` };
  return { word: shortWords[name] ?? summary.label, text };
}

/** The summaries worth a glance, in order; a type that has none of them shows only how many cells are selected. */
const shown: readonly (readonly [aggregate: string, name: string])[] = [
  ['sum', 'Sum'],
  ['average', 'Avg'],
  ['earliest', 'Earliest'],
  ['latest', 'Latest'],
  ['checked', 'Checked'],
];

/** What a field's cells of these records come to. Text that does not fit counts as empty, as everywhere. */
export function figuresOf(records: readonly BaseRecord[], field: Field, env: FieldEnv): readonly Figure[] {
  const type = anyFieldType(field.type);
  const values = records.map((record) => {
    const value = record.data[field.id] ?? null;
    // While a field is being converted, a value may be of another kind than its field.
    return value !== null && type.validate(value, field.template).ok ? value : null;
  });
  return shown.flatMap(([name, label]) => {
    if (name === 'sum' && gridKind(field.type).hasNoSum) return [];
    const aggregate = Object.hasOwn(type.aggregates, name) ? type.aggregates[name] : undefined;
    const result = aggregate?.compute(values) ?? null;
    if (aggregate === undefined || result === null) return [];
    return [{ name: label, text: aggregate.format(result, field.template, env) }];
  });
}
