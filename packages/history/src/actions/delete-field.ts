import type { Table, ViewConfig } from '@weft/core';
import { ok } from '@weft/std';
import type { Change } from '../change.ts';
import type { ActionDefinition } from '../definition.ts';
import { nameIn } from '../names.ts';
import { findField, refuse } from '../refusal.ts';
import { withoutConditions } from '../without-conditions.ts';

/** Takes a field out of the sorts and filters of every view; undo puts them back as they were. */
function cleanViews(table: Table, fieldId: string): Change[] {
  return table.views.flatMap((view): Change[] => {
    const sorts = view.config.sorts.filter((sort) => sort.fieldId !== fieldId);
    const filters =
      view.config.filters && withoutConditions(view.config.filters, (one) => one.fieldId === fieldId);
    const before: Partial<ViewConfig> = {
      ...(sorts.length !== view.config.sorts.length && { sorts: view.config.sorts }),
      ...(filters !== view.config.filters && { filters: view.config.filters }),
    };
    if (Object.keys(before).length === 0) return [];
    const after = { ...('sorts' in before && { sorts }), ...('filters' in before && { filters }) };
    return [
      {
        kind: 'view-update',
        tableId: table.id,
        viewId: view.id,
        before: { config: before },
        after: { config: after },
      },
    ];
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
