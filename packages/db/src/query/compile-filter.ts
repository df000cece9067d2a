import {
  type Condition,
  type Field,
  type FieldEnv,
  type Filter,
  findColumn,
  isCondition,
  isLookupField,
  type Table,
} from '@weft/core';
import { dateSql } from '../fields/date.ts';
import { type Fragment, fragment, join } from '../fields/sql-field-type.ts';
import { sqlFieldType } from '../fields/sql-field-types.ts';
import { columnRef } from '../records/read.ts';
import type { TableLayout } from '../schema/layout.ts';
import { anySeen, type FindSeenThrough } from './seen-through.ts';

const instantTemplate = {
  dateFormat: 'iso',
  displayTime: true,
  timeFormat: '24h',
  displayTimeZone: false,
} as const;
const recordTimes: { readonly [fieldId: string]: string } = {
  $createdAt: 't.created_at',
  $updatedAt: 't.updated_at',
};

/** What a condition finds in the empty cell. */
function holdsOfEmpty({ operator, value }: Condition, lookup: Field, table: Table, env: FieldEnv): boolean {
  const column = findColumn(table, lookup.id, env);
  const test = column?.operators[operator]?.prepare(value, column.template, env);
  return test?.ok === true && test.value(null);
}

/** A condition on a lookup: true when any of its values meets it (query SPEC, K1). */
function compileLookup(
  condition: Condition,
  lookup: Field,
  table: Table,
  env: FieldEnv,
  seen: FindSeenThrough,
): Fragment {
  const onEmpty = holdsOfEmpty(condition, lookup, table, env);
  const through = seen(lookup);
  const compiled = through?.sql.operators[condition.operator]?.(
    through.column,
    condition.value,
    through.field.template,
    env,
  );
  if (through === null || compiled === undefined) return fragment(`${onEmpty}`);
  return anySeen(through, compiled, onEmpty);
}

/** A condition that core has checked. */
function compileCondition(
  condition: Condition,
  table: Table,
  layout: TableLayout,
  env: FieldEnv,
  seen: FindSeenThrough,
): Fragment {
  const { fieldId, operator, value } = condition;
  if (fieldId === '$id') return fragment('t.id = ANY(?::text[])', value);
  const time = recordTimes[fieldId];
  if (time !== undefined)
    return dateSql.operators[operator]?.(time, value, instantTemplate, env) ?? fragment('false');
  const field = table.fields.find((candidate) => candidate.id === fieldId);
  if (isLookupField(field)) return compileLookup(condition, field, table, env, seen);
  const place = layout.columns.get(fieldId);
  if (!field || !place) return fragment('false');
  const compile = sqlFieldType(field.type).operators[operator];
  return compile?.(columnRef(place), value, field.template, env) ?? fragment('false');
}

/** A filter as one SQL condition; null when it says nothing (query SPEC, G2). */
export function compileFilterSql(
  filter: Filter | null,
  table: Table,
  layout: TableLayout,
  env: FieldEnv,
  seen: FindSeenThrough,
): Fragment | null {
  if (filter === null) return null;
  const items = filter.items.flatMap((item): Fragment[] => {
    const compiled = isCondition(item)
      ? compileCondition(item, table, layout, env, seen)
      : compileFilterSql(item, table, layout, env, seen);
    return compiled === null ? [] : [compiled];
  });
  if (items.length === 0) return null;
  const { text, values } = join(items, filter.conjunction === 'and' ? ' AND ' : ' OR ');
  return { text: `(${text})`, values };
}

/** The fields a filter names, for the parts a statement must join. */
export function filterFields(filter: Filter | null): readonly string[] {
  return (filter?.items ?? []).flatMap((item) => (isCondition(item) ? [item.fieldId] : filterFields(item)));
}
