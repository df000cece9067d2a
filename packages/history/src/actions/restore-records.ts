import { ok } from '@weft/std';
import { shapeOf } from '../apply.ts';
import type { RecordChange } from '../change.ts';
import type { ActionDefinition } from '../definition.ts';
import { fittedShape } from '../fitted.ts';
import { findTable, refuse } from '../refusal.ts';

export const restoreRecords: ActionDefinition<'RESTORE_RECORDS'> = {
  label: (input) =>
    input.recordIds.length === 1 ? 'Restored a record' : `Restored ${input.recordIds.length} records`,
  needs: (input) => ({
    records: { tableId: input.tableId, ids: input.recordIds },
    deletedRecords: { tableId: input.tableId, ids: input.recordIds },
    // As RESTORE_FIELD.
    alone: true,
  }),
  divide: (input) => (ids) => ({ ...input, recordIds: [...ids] }),
  plan: (state, input) => {
    const table = findTable(state.metadata, input.tableId);
    if (!table.ok) return table;
    const changes: RecordChange[] = [];
    for (const recordId of new Set(input.recordIds)) {
      if (state.record(input.tableId, recordId) !== undefined) continue;
      const deleted = state.deletedRecord?.(input.tableId, recordId);
      if (!deleted) return refuse('not-found', `Record with id ${recordId} not found`);
      changes.push({
        kind: 'record',
        tableId: input.tableId,
        recordId,
        before: null,
        after: fittedShape(table.value, shapeOf(deleted.record), deleted.since, state.deletedField),
      });
    }
    return ok(changes);
  },
};
