import { emptyViewConfig, type Field, type Table } from '@weft/core';
import type { IdKind } from '@weft/std';
import { newField } from './new-field.ts';

type NewId = (kind: IdKind) => string;

/** Fields of a table nobody described (specification 1, section 3: new table defaults). */
const defaults = [
  { name: 'name', type: 'single_line_text' },
  { name: 'notes', type: 'long_text' },
  { name: 'active', type: 'checkbox' },
] as const;

export const defaultFields = (newId: NewId): readonly Field[] =>
  defaults.map((field, order) => newField(field, order, `fields.${order}`, () => newId('fld')));

/** A table with one grid view; the first field is primary unless another is named. */
export function newTable(
  name: string,
  fields: readonly Field[],
  newId: NewId,
  ids: {
    readonly id?: string | undefined;
    readonly viewId?: string | undefined;
    readonly primaryFieldId?: string | undefined;
  } = {},
): Omit<Table, 'order'> {
  return {
    id: ids.id ?? newId('tbl'),
    name,
    primaryFieldId: ids.primaryFieldId ?? fields[0]?.id ?? '',
    fields,
    views: [
      { id: ids.viewId ?? newId('viw'), name: 'Grid view', type: 'grid', order: 0, config: emptyViewConfig },
    ],
  };
}
