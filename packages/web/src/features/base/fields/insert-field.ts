import type { NewField } from '@weft/history';
import { must } from '@weft/std';
import { newId } from '../../../session/new-id.ts';
import type { BaseSession } from '../open/base-session.ts';
import { fieldsInOrder, reorderFields } from '../views/view-order.ts';

/** Where a new field goes: right before (0) or behind (1) another, as the view has them. */
export interface FieldPlace {
  readonly viewId: string;
  readonly beside: string;
  readonly after: 0 | 1;
}

/**
 * Makes a field at its place, at the end where none is asked for; one step of undo. False when it cannot be. `copyOf`: the
 * field whose cells it begins with.
 */
export function insertField(
  session: BaseSession,
  tableId: string,
  field: NewField,
  place: FieldPlace | undefined,
  copyOf?: string,
): boolean {
  const groupId = newId('grp');
  if (!session.act('CREATE_FIELD', { tableId, field, ...(copyOf !== undefined && { copyOf }) }, groupId))
    return false;
  const table = must(session.table(tableId), 'the table with its new field');
  const view = table.views.find(({ id }) => id === place?.viewId);
  if (place === undefined || view === undefined) return true;
  const order = fieldsInOrder(table, view)
    .map(({ id }) => id)
    .filter((id) => id !== field.id);
  const at = order.indexOf(place.beside);
  // Who was to stand beside it may be gone by now.
  if (at === -1) return true;
  reorderFields(session, table, view, order.toSpliced(at + place.after, 0, field.id), groupId);
  return true;
}
