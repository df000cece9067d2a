import type { Table } from '@weft/core';
import { ok, type Result } from '@weft/std';
import { shapeOf } from './apply.ts';
import type { RecordChange } from './change.ts';
import type { PlanState, Refusal } from './definition.ts';
import { findRecord } from './refusal.ts';

/** The changes that delete records; each remembers the whole record for its return. */
export function planDeletion(
  state: PlanState,
  table: Table,
  recordIds: readonly string[],
): Result<readonly RecordChange[], Refusal> {
  const changes: RecordChange[] = [];
  for (const recordId of new Set(recordIds)) {
    const record = findRecord(state, table.id, recordId);
    if (!record.ok) return record;
    changes.push({ kind: 'record', tableId: table.id, recordId, before: shapeOf(record.value), after: null });
  }
  return ok(changes);
}
