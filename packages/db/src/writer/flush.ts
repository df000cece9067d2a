import {
  type ActionType,
  type Cell,
  type Change,
  type FieldTypeChange,
  isRowChange,
  type LinkChange,
  type RecordChange,
  type RowChange,
  recordOf,
} from '@weft/history';
import { must } from '@weft/std';
import type { Sql, Transaction } from '../engine/engine.ts';
import { copyRecords } from '../records/copy.ts';
import { writeLinks } from '../records/links.ts';
import { deleteRecords, insertRecords, moveRecords, type NewRow, updateCells } from '../records/write.ts';
import type { OpenBase } from '../schema/read-base.ts';
import { applyMetadataChange, type Ordered, writeOrders } from '../schema/schema-changes.ts';
import { convertField } from './convert-field.ts';
import { fillField, fillMissing, fillOf } from './fill-field.ts';

/** Neighbouring changes of one kind and table, written by one statement. */
type Run =
  | {
      readonly kind: 'cells';
      readonly tableId: string;
      readonly rows: Map<string, { readonly by: string; readonly cells: { [fieldId: string]: Cell } }>;
    }
  | { readonly kind: 'insert'; readonly tableId: string; readonly rows: NewRow[] }
  | { readonly kind: 'delete'; readonly tableId: string; readonly ids: string[] }
  | { readonly kind: 'move'; readonly tableId: string; readonly positions: Map<string, number> }
  | { readonly kind: 'links'; readonly linking: boolean; readonly by: string; readonly changes: LinkChange[] }
  | { readonly kind: 'orders'; readonly of: Ordered; readonly orders: Map<string, number> }
  | { readonly kind: 'metadata'; readonly by: string; readonly change: Exclude<Change, RowChange> };

/** The new order of a table, field or view, where a change sets nothing else. */
function placeOf(
  change: Change,
): { readonly of: Ordered; readonly id: string; readonly order: number } | null {
  if (change.kind !== 'table-update' && change.kind !== 'field-update' && change.kind !== 'view-update')
    return null;
  const { order } = change.after;
  if (order === undefined || Object.keys(change.after).length > 1) return null;
  if (change.kind === 'table-update') return { of: 'tables', id: change.tableId, order };
  if (change.kind === 'field-update') return { of: 'fields', id: change.fieldId, order };
  return { of: 'views', id: change.viewId, order };
}

const insertOrDelete = (change: RecordChange): 'insert' | 'delete' =>
  change.after === null ? 'delete' : 'insert';

/** Changes of one person. */
export interface Edit {
  readonly userId: string;
  readonly changes: readonly Change[];
  readonly type: ActionType;
  readonly isUndo: boolean;
  readonly isRedo: boolean;
}

/** Whether records that an edit makes were there before. */
export const comesBack = ({ type, isUndo, isRedo }: Pick<Edit, 'type' | 'isUndo' | 'isRedo'>): boolean =>
  isUndo || isRedo || type === 'RESTORE_RECORDS';

/** Each change of an edit with its person, and whether records that it makes come back. */
function changesOf(edit: Edit) {
  const { userId: by, changes } = edit;
  const back = comesBack(edit);
  return changes.map((change) => ({ by, back, change }));
}

/** Groups neighbouring changes of one kind and table; their order, and so their result, stays the same. */
function runsOf(edits: readonly Edit[], now: string): readonly Run[] {
  const runs: Run[] = [];
  for (const { by, back, change } of edits.flatMap(changesOf)) {
    const last = runs.at(-1);
    if (change.kind === 'cells') {
      const run: Run & { kind: 'cells' } =
        last?.kind === 'cells' && last.tableId === change.tableId
          ? last
          : { kind: 'cells', tableId: change.tableId, rows: new Map() };
      const cells = { ...run.rows.get(change.recordId)?.cells, ...change.after };
      run.rows.set(change.recordId, { by, cells });
      if (run !== last) runs.push(run);
    } else if (change.kind === 'record' && insertOrDelete(change) === 'insert') {
      const record = recordOf(change.recordId, must(change.after, 'the created record'), now);
      const row = { record, by, back };
      if (last?.kind === 'insert' && last.tableId === change.tableId) last.rows.push(row);
      else runs.push({ kind: 'insert', tableId: change.tableId, rows: [row] });
    } else if (change.kind === 'record') {
      if (last?.kind === 'delete' && last.tableId === change.tableId) last.ids.push(change.recordId);
      else runs.push({ kind: 'delete', tableId: change.tableId, ids: [change.recordId] });
    } else if (change.kind === 'move') {
      if (last?.kind === 'move' && last.tableId === change.tableId)
        last.positions.set(change.recordId, change.after);
      else
        runs.push({
          kind: 'move',
          tableId: change.tableId,
          positions: new Map([[change.recordId, change.after]]),
        });
    } else if (change.kind === 'links') {
      const linking = change.after.length > 0;
      if (last?.kind === 'links' && last.linking === linking && last.by === by) last.changes.push(change);
      else runs.push({ kind: 'links', linking, by, changes: [change] });
    } else {
      const place = placeOf(change);
      if (place === null) runs.push({ kind: 'metadata', by, change });
      else if (last?.kind === 'orders' && last.of === place.of) last.orders.set(place.id, place.order);
      else runs.push({ kind: 'orders', of: place.of, orders: new Map([[place.id, place.order]]) });
    }
  }
  return runs;
}

/** A table that is a copy is filled when it is made, not when it is shown again. */
async function applyMetadataOrCopy(
  tx: Sql,
  base: OpenBase,
  change: Parameters<typeof applyMetadataChange>[2],
  now: string,
  by: string,
): Promise<void> {
  const fresh = !base.layout.tables.has(change.tableId);
  await applyMetadataChange(tx, base, change);
  if (fresh && change.kind === 'table' && change.copyOf !== undefined)
    await copyRecords(tx, base, change.tableId, change.copyOf, now, by);
}

type FieldChange = Change & { readonly kind: 'field' };

/** A field is shown or hidden; one that was not there before gets what it holds in the records that were. */
async function showField(
  tx: Sql,
  base: OpenBase,
  change: FieldChange,
  changes: readonly Change[],
): Promise<void> {
  const { tableId, fieldId } = change;
  const before = must(base.layout.tables.get(tableId), 'the table of a field');
  const prepared = before.shadows.get(fieldId);
  await applyMetadataChange(tx, base, change);
  const after = must(base.layout.tables.get(tableId));
  const shadows = new Map(after.shadows);
  shadows.delete(fieldId);
  if (prepared !== undefined) base.layout.tables.set(tableId, { ...after, shadows });
  const fill = fillOf(change);
  if (fill === null) return;
  const earlier = changes.slice(0, changes.indexOf(change));
  const fresh = prepared !== undefined || !before.columns.has(fieldId);
  await fillField(tx, base, fill, { fresh, preparedUpTo: prepared?.asOf?.seq ?? null, earlier });
}

/** The records of a field's table that changes before its own have made or written. */
const writtenBefore = (change: FieldTypeChange, changes: readonly Change[]): ReadonlySet<string> =>
  new Set(
    changes
      .slice(0, changes.indexOf(change))
      .flatMap((one) => (isRowChange(one) && one.tableId === change.tableId ? [one.recordId] : [])),
  );

/** Writes the changes in order; the base's layout grows with new tables and fields on the way. */
export async function flush(
  tx: Transaction,
  base: OpenBase,
  edits: readonly Edit[],
  now: string,
): Promise<void> {
  const changes = edits.flatMap((edit) => edit.changes);
  for (const run of runsOf(edits, now)) {
    if (run.kind === 'metadata') {
      if (run.change.kind === 'field-type') {
        await convertField(tx, base, run.change, writtenBefore(run.change, changes));
        const fill = fillOf(run.change);
        if (fill !== null) await fillMissing(tx, base, fill);
      } else if (run.change.kind === 'field') await showField(tx, base, run.change, changes);
      else await applyMetadataOrCopy(tx, base, run.change, now, run.by);
      continue;
    }
    if (run.kind === 'orders') {
      await writeOrders(tx, base.schema, run.of, run.orders);
      continue;
    }
    if (run.kind === 'links') {
      await writeLinks(tx, base, run.changes, now, run.by);
      continue;
    }
    const table = must(base.layout.tables.get(run.tableId), 'the table of a change');
    if (run.kind === 'insert') insertRecords(tx, table, run.rows);
    else if (run.kind === 'delete') await deleteRecords(tx, table, run.ids);
    else if (run.kind === 'move') await moveRecords(tx, table, run.positions);
    else
      await updateCells(
        tx,
        table,
        [...run.rows].map(([id, row]) => ({ id, ...row })),
        now,
      );
  }
}
