import type { Field, Table, View } from '@weft/core';
import type { BaseSession } from '../open/base-session.ts';
import { changeView } from './view-settings.ts';

/** Every field of the table in the order of a view, hidden ones included, the primary one first. */
export function fieldsInOrder({ fields, primaryFieldId }: Table, view: View): readonly Field[] {
  const { orderedFieldIds } = view.config;
  const named = orderedFieldIds.flatMap((id) => fields.find((field) => field.id === id) ?? []);
  const all = [...named, ...fields.filter((field) => !orderedFieldIds.includes(field.id))];
  const isPrimary = ({ id }: Field) => id === primaryFieldId;
  return [...all.filter(isPrimary), ...all.filter((field) => !isPrimary(field))];
}

/** The view with some fields behind all others, in the order it gives them. */
export function withLast(table: Table, view: View, last: ReadonlySet<string>): View {
  const ids = fieldsInOrder(table, view).map(({ id }) => id);
  const orderedFieldIds = [...ids.filter((id) => !last.has(id)), ...ids.filter((id) => last.has(id))];
  return { ...view, config: { ...view.config, orderedFieldIds } };
}

/**
 * Puts the fields in this order as the view shows them. While a table has one view, that order is the table's own;
 * beside others each view has its own.
 */
export function reorderFields(
  session: BaseSession,
  table: Table,
  view: View,
  fieldIds: readonly string[],
  groupId?: string,
): boolean {
  const tableId = table.id;
  const own = table.views.length === 1 && view.config.orderedFieldIds.length === 0;
  return own
    ? session.act('REORDER_FIELDS', { tableId, fieldIds }, groupId)
    : changeView(session, table, view, { orderedFieldIds: fieldIds }, groupId);
}
