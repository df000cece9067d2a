import type { BaseRecord } from '@weft/core';
import { ok } from '@weft/std';
import type { MoveChange } from '../change.ts';
import type { ActionDefinition, PlanState } from '../definition.ts';
import { countLabel } from '../names.ts';
import { findRecord, findTable, refuse } from '../refusal.ts';
import { type Place, type Room, spread } from '../room.ts';

/** Whether the records are there already, in this order. */
const standThere = ({ low, high, around }: Room, moved: readonly Place[]): boolean =>
  around.length === 0 &&
  moved.every(
    ({ position }, i) => position > (moved[i - 1]?.position ?? low) && (high === null || position < high),
  );

/** Positions as guessed in the browser, which does not know the neighbours: close before the next record. */
function guessed(state: PlanState, tableId: string, next: BaseRecord | null, count: number): number[] {
  return Array.from({ length: count }, (_, i) =>
    next === null ? state.nextPosition(tableId) : next.position - 1 + (i + 1) / (count + 1),
  );
}

/** Puts records, in the order named, before another or at the end of the table's own order. */
export const reorderRecords: ActionDefinition<'REORDER_RECORDS'> = {
  label: (input) => `Moved ${countLabel(input.recordIds.length, 'record')}`,
  needs: ({ tableId, recordIds, beforeRecordId }) => ({
    records: { tableId, ids: beforeRecordId === null ? recordIds : [...recordIds, beforeRecordId] },
    room: { tableId, moved: recordIds, before: beforeRecordId },
    position: tableId,
    alone: true,
  }),
  plan: (state, { tableId, recordIds, beforeRecordId }) => {
    const table = findTable(state.metadata, tableId);
    if (!table.ok) return table;
    const ids = [...new Set(recordIds)];
    if (beforeRecordId !== null && ids.includes(beforeRecordId))
      return refuse('invalid', 'A record cannot be put before itself', 'beforeRecordId');
    const next = beforeRecordId === null ? null : findRecord(state, tableId, beforeRecordId);
    if (next !== null && !next.ok) return next;
    const moved: Place[] = [];
    for (const id of ids) {
      const record = findRecord(state, tableId, id);
      if (!record.ok) return record;
      moved.push(record.value);
    }
    const room = state.room?.(tableId);
    if (room !== undefined && standThere(room, moved)) return ok([]);
    const around = room?.around ?? [];
    const order = [...around.slice(0, room?.ahead), ...moved, ...around.slice(room?.ahead ?? 0)];
    const positions =
      room === undefined
        ? guessed(state, tableId, next === null ? null : next.value, moved.length)
        : spread(room, order.length);
    return ok(
      order.flatMap(({ id, position: before }, i): MoveChange[] => {
        const after = positions[i] ?? before;
        return after === before ? [] : [{ kind: 'move', tableId, recordId: id, before, after }];
      }),
    );
  },
};
