import type { BaseRecord } from '@weft/core';
import { ok, pick, withoutUndefined } from '@weft/std';
import { shapeOf } from '../apply.ts';
import { counted } from '../cells.ts';
import type { LinkChange, RecordChange } from '../change.ts';
import type { ActionDefinition, PlanState } from '../definition.ts';
import { fittedShape } from '../fitted.ts';
import { linkChanges, linkFieldOf, OncePerLink, whyNotLinked } from '../links.ts';
import { countLabel } from '../names.ts';
import { findTable, refuse } from '../refusal.ts';

interface Restored {
  readonly record: BaseRecord;
  readonly links: { readonly [fieldId: string]: readonly string[] };
}

/** The links of restored records to those that are there, or come back beside them. */
function restoredLinks(state: PlanState, tableId: string, restored: readonly Restored[]): LinkChange[] {
  const returning = new Map(restored.map(({ record }) => [record.id, record]));
  const then = {
    ...pick(state, ['metadata']),
    ...withoutUndefined({ deletedField: state.deletedField, deletedTable: state.deletedTable }),
    record: (of: string, id: string) =>
      state.record(of, id) ?? (of === tableId ? returning.get(id) : undefined),
  };
  const once = new OncePerLink();
  return restored.flatMap(({ record, links }) =>
    Object.entries(links).flatMap(([fieldId, ids]) => {
      const field = linkFieldOf(state, tableId, fieldId);
      if (field === undefined) return [];
      const free = ids.filter((id) => whyNotLinked(then, { tableId, field }, record.id, id) === null);
      const fresh = once.fresh(field, record.id, free);
      return linkChanges('link', { tableId, field }, record.id, fresh);
    }),
  );
}

export const restoreRecords: ActionDefinition<'RESTORE_RECORDS'> = {
  label: (input) => `Restored ${countLabel(input.recordIds.length, 'record')}`,
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
    const links: Restored[] = [];
    for (const recordId of new Set(input.recordIds)) {
      if (state.record(input.tableId, recordId) !== undefined) continue;
      const deleted = state.deletedRecord?.(input.tableId, recordId);
      if (!deleted) return refuse('not-found', `Record with id ${recordId} not found`);
      changes.push({
        kind: 'record',
        tableId: input.tableId,
        recordId,
        before: null,
        after: counted(
          state,
          table.value,
          fittedShape(table.value, shapeOf(deleted.record), deleted.since, state.deletedField),
        ),
      });
      links.push({ record: deleted.record, links: deleted.links ?? {} });
    }
    return ok([...changes, ...restoredLinks(state, input.tableId, links)]);
  },
};
