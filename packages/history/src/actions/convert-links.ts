import type { LinkField, Table } from '@weft/core';
import { ok, type Result } from '@weft/std';
import type { ActionInputs } from '../action.ts';
import type { Change, ViewUpdate } from '../change.ts';
import type { PlanState, Refusal } from '../definition.ts';
import { readField } from '../field-settings.ts';
import { targetGone } from '../links.ts';
import { findTable, refuse, refuseTaken } from '../refusal.ts';
import { deleteField } from './delete-field.ts';

/** Gives a field the place that another had in the views: its column, its width, and whether it is hidden. */
function takePlaces({ id: tableId, views }: Table, from: string, to: string): readonly ViewUpdate[] {
  const moved = (ids: readonly string[]) => ids.map((id) => (id === from ? to : id));
  return views.flatMap(({ id: viewId, config }): readonly ViewUpdate[] => {
    const keys = (['orderedFieldIds', 'hiddenFieldIds'] as const).filter((key) => config[key].includes(from));
    const width = config.fieldWidths[from];
    if (keys.length === 0 && width === undefined) return [];
    const before = Object.fromEntries(keys.map((key) => [key, config[key]]));
    const after = Object.fromEntries(keys.map((key) => [key, moved(config[key])]));
    return [
      {
        ...{ kind: 'view-update', tableId, viewId },
        before: {
          ...(keys.length > 0 && { config: before }),
          ...(width !== undefined && { widths: { [from]: width, [to]: null } }),
        },
        after: {
          ...(keys.length > 0 && { config: after }),
          ...(width !== undefined && { widths: { [from]: null, [to]: width } }),
        },
      },
    ];
  });
}

/**
 * Linked records become a text that names them. Links have no column to swap with: a new field, filled with the names,
 * takes the place of the link field, which is deleted with its other side, so that undo brings back every link.
 */
export function planLinkNames(
  state: PlanState,
  table: Table,
  field: LinkField,
  input: ActionInputs['CONVERT_FIELD_TYPE'],
): Result<readonly Change[], Refusal> {
  const { tableId, fieldId, shadowId } = input;
  if (!findTable(state.metadata, field.template.tableId).ok)
    return refuse('not-found', targetGone, 'fieldId');
  const taken = refuseTaken(state, shadowId, 'field', 'shadowId');
  if (taken !== null) return taken;
  const after = readField({ id: shadowId, name: field.name, order: field.order }, input);
  if (!after.ok) return after;
  const deleted = deleteField.plan(state, { tableId, fieldId });
  if (!deleted.ok) return deleted;
  // Deleted first, and so restored last by undo: the name is free then.
  return ok([
    ...deleted.value,
    { kind: 'field', tableId, fieldId: shadowId, before: null, after: after.value, copyOf: fieldId },
    ...takePlaces(table, fieldId, shadowId),
  ]);
}
