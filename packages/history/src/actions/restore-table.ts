import { ok } from '@weft/std';
import type { ActionDefinition } from '../definition.ts';
import { uniqueName } from '../names.ts';
import { refuse } from '../refusal.ts';

export const restoreTable: ActionDefinition<'RESTORE_TABLE'> = {
  label: () => 'Restored a table',
  // What comes after it in its transaction would be read as if the table were deleted still.
  needs: () => ({ alone: true }),
  plan: (state, input) => {
    if (state.metadata.tables.some((table) => table.id === input.tableId)) return ok([]);
    const table = state.deletedTable?.(input.tableId);
    if (!table) return refuse('not-found', `Table with id ${input.tableId} not found`);
    const after = { ...table, name: uniqueName(table.name, state.metadata.tables) };
    return ok([{ kind: 'table', tableId: input.tableId, before: null, after }]);
  },
};
