import type { Table } from '@weft/core';
import { deepEqual, ok, pick } from '@weft/std';
import type { Change } from '../change.ts';
import type { ActionDefinition } from '../definition.ts';
import { nameIn } from '../names.ts';
import { findField, refuse } from '../refusal.ts';
import { withoutConditions } from '../without-conditions.ts';

/** Takes a field out of the sorts and filters of every view; undo puts them back as they were. */
function cleanViews(table: Table, fieldId: string): Change[] {
  return table.views.flatMap((view): Change[] => {
    const { sorts, filters } = view.config;
    const cleaned = {
      sorts: sorts.filter((sort) => sort.fieldId !== fieldId),
      filters: filters && withoutConditions(filters, (condition) => condition.fieldId === fieldId),
    };
    const keys = (['sorts', 'filters'] as const).filter((key) => !deepEqual(cleaned[key], view.config[key]));
    if (keys.length === 0) return [];
    const config = { before: { config: pick(view.config, keys) }, after: { config: pick(cleaned, keys) } };
    return [{ kind: 'view-update', tableId: table.id, viewId: view.id, ...config }];
  });
}

export const deleteField: ActionDefinition<'DELETE_FIELD'> = {
  label: (input, metadata) => `Deleted field ${nameIn(metadata, input)}`.trim(),
  plan: (state, input) => {
    const found = findField(state.metadata, input);
    if (!found.ok) return found;
    const { table, field } = found.value;
    if (table.primaryFieldId === input.fieldId) {
      return refuse(
        'invalid',
        'The primary field cannot be deleted: it names the records of the table',
        'fieldId',
      );
    }
    const removed: Change = {
      kind: 'field',
      tableId: input.tableId,
      fieldId: input.fieldId,
      before: field,
      after: null,
    };
    return ok([...cleanViews(table, input.fieldId), removed]);
  },
};
