import type { Table, ViewConfig } from '@weft/core';
import { ok } from '@weft/std';
import type { Change } from '../change.ts';
import type { ActionDefinition } from '../definition.ts';
import { findField, findTable, refuse } from '../refusal.ts';
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
  type: 'DELETE_FIELD',
  label: (input, metadata) => {
    const table = metadata.tables.find((candidate) => candidate.id === input.tableId);
    return `Deleted field ${table?.fields.find((field) => field.id === input.fieldId)?.name ?? ''}`.trim();
  },
  needs: () => ({}),
  plan: (state, input) => {
    const table = findTable(state.metadata, input.tableId);
    if (!table.ok) return table;
    const field = findField(table.value, input.fieldId);
    if (!field.ok) return field;
    if (table.value.primaryFieldId === input.fieldId) {
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
      before: field.value,
      after: null,
    };
    return ok([...cleanViews(table.value, input.fieldId), removed]);
  },
  debounce: 0,
  tracked: true,
};
