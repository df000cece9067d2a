import { type Field, type FieldEnv, isLinkField, isLookupField, type Table } from '@weft/core';
import { type Fragment, fragment } from '../fields/sql-field-type.ts';
import { type AnySqlFieldType, sqlFieldType } from '../fields/sql-field-types.ts';
import { columnRef } from '../records/read.ts';
import { type LinkPlace, partName, type TableLayout } from '../schema/layout.ts';
import type { OpenBase } from '../schema/read-base.ts';

/** What a link field or a lookup shows of the linked records, for subqueries over the rows of `t`. */
export interface SeenThrough {
  /** The field of the linked records: the one a lookup shows, or the one that names them. */
  readonly field: Field;
  readonly tableId: string;
  readonly sql: AnySqlFieldType;
  readonly column: string;
  /** `FROM … WHERE …` that yields the linked records that have a value, `l.other` first. */
  readonly rows: Fragment;
  /** What puts the rows in the order of the cell. */
  readonly order: string;
}

/** Null for other fields, and where nothing is seen because a field or its table is gone. */
export type FindSeenThrough = (field: Field) => SeenThrough | null;

/** The alias of the linked records: those that are read are `t`. */
const alias = 'x';

export const findSeenThrough =
  ({ layout }: OpenBase, table: Table, own: TableLayout, env: FieldEnv): FindSeenThrough =>
  (field) => {
    if (!isLinkField(field) && !isLookupField(field)) return null;
    const linkId = isLookupField(field) ? field.template.linkedRecordFieldId : field.id;
    const link = table.fields.find(({ id }) => id === linkId);
    const shown = env.shownField?.(field.template)?.field;
    const place = own.columns.get(linkId)?.link;
    if (!isLinkField(link) || shown === undefined || place === undefined) return null;
    const target = layout.tables.get(link.template.tableId);
    return target === undefined ? null : seenThrough(place, target, shown, env);
  };

function seenThrough(
  { schema, relation, own, other }: LinkPlace,
  target: TableLayout,
  shown: Field,
  env: FieldEnv,
): SeenThrough | null {
  const place = target.columns.get(shown.id);
  if (place === undefined) return null;
  const sql = sqlFieldType(shown.type);
  const column = columnRef(place, alias);
  const present = sql.operators.is_not_empty?.(column, undefined, shown.template, env) ?? fragment('true');
  return {
    ...{ field: shown, tableId: target.id, sql, column },
    rows: {
      text: `FROM ${schema}._links l JOIN ${partName(target, place.part)} ${alias} ON ${alias}.id = l.${other} WHERE l.relation = '${relation}' AND l.${own} = t.id AND ${present.text}`,
      values: present.values,
    },
    order: `l.${other}`,
  };
}

/** Whether any value that is seen meets a condition; with no value at all, `onEmpty` says what the empty cell does. */
export function anySeen({ rows }: SeenThrough, condition: Fragment, onEmpty: boolean): Fragment {
  const any = fragment(
    `EXISTS (SELECT 1 ${rows.text} AND ${condition.text})`,
    ...rows.values,
    ...condition.values,
  );
  if (!onEmpty) return any;
  return fragment(`(${any.text} OR NOT EXISTS (SELECT 1 ${rows.text}))`, ...any.values, ...rows.values);
}

/** The keys of the first value that is seen, which order the rows (query SPEC, K2). */
export const firstSeen = ({ sql, column, field, rows, order }: SeenThrough): readonly Fragment[] =>
  sql
    .sortKeys(column, field.template)
    .map((key) =>
      fragment(`(SELECT ${key.text} ${rows.text} ORDER BY ${order} LIMIT 1)`, ...key.values, ...rows.values),
    );

export interface FieldPlace {
  readonly tableId: string;
  readonly fieldId: string;
}

/** What is seen through these fields of a table, and the links that it is seen through. */
export const looksThrough = (
  { fields }: Table,
  fieldIds: Iterable<string>,
  seen: FindSeenThrough,
): readonly FieldPlace[] => {
  const wanted = new Set(fieldIds);
  return fields.flatMap((field) => {
    const through = wanted.has(field.id) ? seen(field) : null;
    return through === null ? [] : [{ tableId: through.tableId, fieldId: through.field.id }];
  });
};
