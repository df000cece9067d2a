import { ok } from '@weft/std';
import type { ActionDefinition } from '../definition.ts';
import { uniqueName } from '../names.ts';
import { findTable, refuse } from '../refusal.ts';
import { mostFields } from './create-table.ts';

export const restoreField: ActionDefinition<'RESTORE_FIELD'> = {
  type: 'RESTORE_FIELD',
  label: () => 'Restored a field',
  needs: () => ({}),
  plan: (state, input) => {
    const table = findTable(state.metadata, input.tableId);
    if (!table.ok) return table;
    const { fields } = table.value;
    if (fields.some((field) => field.id === input.fieldId)) return ok([]);
    const field = state.deletedField?.(input.tableId, input.fieldId);
    if (!field) return refuse('not-found', `Field with id ${input.fieldId} not found`);
    if (fields.length >= mostFields)
      return refuse('limit', `A table has at most ${mostFields} fields`, 'fieldId');
    const after = { ...field, name: uniqueName(field.name, fields) };
    return ok([{ kind: 'field', tableId: input.tableId, fieldId: input.fieldId, before: null, after }]);
  },
  debounce: 0,
  tracked: true,
};
