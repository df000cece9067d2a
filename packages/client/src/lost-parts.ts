import type { BaseMetadata, Field, Table, View } from '@weft/core';

/** What somebody took away, as it was. */
export type LostPart =
  | { readonly kind: 'table'; readonly table: Table }
  | { readonly kind: 'field'; readonly table: Table; readonly field: Field }
  | { readonly kind: 'view'; readonly table: Table; readonly view: View };

const without = <T extends { readonly id: string }>(
  before: readonly T[],
  after: readonly T[],
): readonly T[] => before.filter(({ id }) => !after.some((one) => one.id === id));

/** A base with the tables and fields that are gone from it: what is told of earlier changes still names them. */
export const withLost = ({ tables }: BaseMetadata, lost: readonly LostPart[]): BaseMetadata => ({
  tables: [
    ...tables.map((table) => {
      const gone = lost.flatMap((part) =>
        part.kind === 'field' && part.table.id === table.id ? [part.field] : [],
      );
      return { ...table, fields: [...table.fields, ...without(gone, table.fields)] };
    }),
    ...without(
      lost.flatMap((part) => (part.kind === 'table' ? [part.table] : [])),
      tables,
    ),
  ],
});

/** The tables that are gone between two states of a base, and of those that stay the fields and views. */
export function lostParts(before: BaseMetadata, after: BaseMetadata): readonly LostPart[] {
  if (before === after) return [];
  return before.tables.flatMap((table): readonly LostPart[] => {
    const now = after.tables.find(({ id }) => id === table.id);
    if (now === undefined) return [{ kind: 'table', table }];
    if (now === table) return [];
    return [
      ...without(table.fields, now.fields).map((field) => ({ kind: 'field', table, field }) as const),
      ...without(table.views, now.views).map((view) => ({ kind: 'view', table, view }) as const),
    ];
  });
}
