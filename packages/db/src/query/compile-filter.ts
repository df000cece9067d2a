import { type Condition, type FieldEnv, type Filter, isCondition, type Table } from '@weft/core';
import type { TableLayout } from '../base/layout.ts';
import { dateSql } from '../fields/date.ts';
import { type Fragment, fragment, join } from '../fields/sql-field-type.ts';
import { sqlFieldType } from '../fields/sql-field-types.ts';
import { columnRef } from '../records/read.ts';

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

/** A condition that core has checked. One whose field has no column here (a lookup) chooses nothing. */
function compileCondition(condition: Condition, table: Table, layout: TableLayout, env: FieldEnv): Fragment {
  const { fieldId, operator, value } = condition;
  if (fieldId === '$id') return fragment('t.id = ANY(?::text[])', value);
  const time = recordTimes[fieldId];
  if (time !== undefined)
    return dateSql.operators[operator]?.(time, value, instantTemplate, env) ?? fragment('false');
  const field = table.fields.find((candidate) => candidate.id === fieldId);
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
): Fragment | null {
  if (filter === null) return null;
  const items = filter.items.flatMap((item): Fragment[] => {
    const compiled = isCondition(item)
      ? compileCondition(item, table, layout, env)
      : compileFilterSql(item, table, layout, env);
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
