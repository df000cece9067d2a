import type { BaseRecord, Table } from '@weft/core';
import { ok, type Result } from '@weft/std';
import { shapeOf } from './apply.ts';
import type { Change } from './change.ts';
import type { PlanState, Refusal } from './definition.ts';
import { unlinkAll, withoutLinks } from './links.ts';
import { findRecord } from './refusal.ts';

/** The changes that delete records: each is unlinked first, and remembers all else it holds for its return. */
export function planDeletion(
  state: PlanState,
  table: Table,
  recordIds: readonly string[],
): Result<readonly Change[], Refusal> {
  const records: BaseRecord[] = [];
  for (const recordId of new Set(recordIds)) {
    const record = findRecord(state, table.id, recordId);
    if (!record.ok) return record;
    records.push(record.value);
  }
  const changes = records.map((record): Change => {
    const before = withoutLinks(state, table.id, shapeOf(record));
    return { kind: 'record', tableId: table.id, recordId: record.id, before, after: null };
  });
  return ok([...unlinkAll(state, table.id, records), ...changes]);
}
