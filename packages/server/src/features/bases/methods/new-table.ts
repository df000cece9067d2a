import type { Field } from '@weft/core';
import { type ActionBody, actionOf } from '@weft/protocol';
import type { IdKind } from '@weft/std';
import { newField } from './new-field.ts';

type NewId = (kind: IdKind) => string;
type NewTable = ActionBody<'tables.create'>;

/** Fields of a table nobody described (specification 1, section 3: new table defaults). */
const defaults = [
  { name: 'name', type: 'single_line_text' },
  { name: 'notes', type: 'long_text' },
  { name: 'active', type: 'checkbox' },
] as const;

export const defaultFields = (newId: NewId): readonly Field[] =>
  defaults.map((field, order) => newField(field, order, `fields.${order}`, () => newId('fld')));

export const emptyRecords = (count: number, newId: NewId): NewTable['records'] =>
  Array.from({ length: count }, () => ({ id: newId('rec'), data: {} }));

/** A new table as `tables.create` describes it; the first field is primary unless another is named. */
export const newTableBody = (
  name: string,
  fields: readonly Field[],
  newId: NewId,
  ids: {
    readonly id?: string | undefined;
    readonly viewId?: string | undefined;
    readonly primaryFieldId?: string | undefined;
  } = {},
): Omit<NewTable, 'records'> => ({
  id: ids.id ?? newId('tbl'),
  name,
  primaryFieldId: ids.primaryFieldId ?? fields[0]?.id ?? '',
  fields: fields.map((field) => ({ ...field, template: { ...field.template } })),
  viewId: ids.viewId ?? newId('viw'),
});

/** The same as the action takes it, without records. */
export const newTable = (...parts: Parameters<typeof newTableBody>) =>
  actionOf('tables.create', { ...newTableBody(...parts), records: [] }).input.table;
