import type { Sort, Table } from '@weft/core';
import { withoutUndefined } from '@weft/std';
import { folded } from '../fields/folded.ts';
import { type Fragment, fragment } from '../fields/sql-field-type.ts';
import { sqlFieldType } from '../fields/sql-field-types.ts';
import { columnRef } from '../records/read.ts';
import type { TableLayout } from '../schema/layout.ts';
import { type FindSeenThrough, firstSeen } from './seen-through.ts';

/** One key of an order: NULL, the empty cell, comes last in both directions (query SPEC, O2). */
export interface OrderKey {
  readonly expression: Fragment;
  readonly descending: boolean;
  /** The cells of a text column, of any length. */
  readonly isText: boolean;
  /** The key that none comes before, where it is known. */
  readonly first?: number | boolean;
}

const recordColumns: { readonly [fieldId: string]: string } = {
  $id: 't.id',
  $createdAt: 't.created_at',
  $updatedAt: 't.updated_at',
};

/** The keys of a sort, then the table's own order; keys of fields that are gone are left out. */
export function compileSortSql(
  sort: Sort,
  table: Table,
  layout: TableLayout,
  seen: FindSeenThrough,
): readonly OrderKey[] {
  const keys = sort.flatMap(({ fieldId, direction }): OrderKey[] => {
    const descending = direction === 'desc';
    const own = recordColumns[fieldId];
    if (own !== undefined) return [{ expression: fragment(own), descending, isText: false }];
    const field = table.fields.find((candidate) => candidate.id === fieldId);
    const through = field && seen(field);
    if (through) return firstSeen(through).map((expression) => ({ expression, descending, isText: false }));
    const place = layout.columns.get(fieldId);
    if (!field || !place) return [];
    const column = columnRef(place);
    const { columnType, sortKeys, firstKey } = sqlFieldType(field.type);
    const first = firstKey?.(field.template, descending);
    return sortKeys(column, field.template).map((expression) => {
      const isText =
        columnType?.startsWith('text COLLATE') === true &&
        (expression.text === column || expression.text === folded(column));
      return withoutUndefined({ expression, descending, isText, first });
    });
  });
  return [
    ...keys,
    { expression: fragment('t.position'), descending: false, isText: false },
    { expression: fragment('t.id'), descending: false, isText: false },
  ];
}

/** One term of an order; `what` is an expression, or the place of one among those that are read. */
export const inOrder = (what: string, descending: boolean): string =>
  `${what} ${descending ? 'DESC' : 'ASC'} NULLS LAST`;

export function orderBy(keys: readonly OrderKey[]): Fragment {
  return {
    text: keys.map(({ expression, descending }) => inOrder(expression.text, descending)).join(', '),
    values: keys.flatMap(({ expression }) => expression.values),
  };
}

/** The table's own order needs no sort: an index scan gives it. */
export const isOwnOrder = (keys: readonly OrderKey[]): boolean => keys.length === 2;
