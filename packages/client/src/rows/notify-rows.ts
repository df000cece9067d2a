import { editedFields, type RowChange } from '@weft/history';
import type { ViewRule, WholeRows } from './whole-rows.ts';
import type { WindowRows } from './window-rows.ts';

const isRemoval = (change: RowChange): boolean => change.kind === 'record' && change.after === null;

const idsOf = (changes: readonly RowChange[]): Set<string> =>
  new Set(changes.map(({ recordId }) => recordId));

/** Notifies the rows of a wholly loaded table of changes, local or remote. */
export function notifyAllRows(rows: WholeRows, changes: readonly RowChange[]): void {
  const fields = new Set<string>();
  const moved = new Set<string>();
  for (const change of changes) {
    const edited = editedFields(change);
    for (const id of edited) fields.add(id);
    if (edited.length === 0) moved.add(change.recordId);
  }
  rows.changed(idsOf(changes), fields, moved);
}

/** The same for changes made here: new records stay in sight, and records of one action are held together. */
export function notifyAllRowsOfLocalChange(rows: WholeRows, changes: readonly RowChange[]): void {
  rows.created(
    changes.flatMap((change) =>
      change.kind === 'record' && change.before === null ? [change.recordId] : [],
    ),
  );
  rows.holdTogether([...idsOf(changes)]);
  notifyAllRows(rows, changes);
}

/**
 * Notifies windowed rows of changes on the server. `appends`: its new records are at the end of the table's order; an
 * undo puts them back where they were.
 */
export function notifyWindow(
  rows: WindowRows,
  changes: readonly RowChange[],
  { sorted, orderFields }: ViewRule,
  appends: boolean,
): void {
  const removed = idsOf(changes.filter(isRemoval));
  const edited = idsOf(changes.filter((change) => editedFields(change).length > 0));
  const added = [...idsOf(changes.filter((change) => change.kind === 'record' && !isRemoval(change)))];
  const inTableOrder = !sorted && orderFields?.size === 0;
  const mayReorder = changes.some(
    (change) =>
      editedFields(change).length > 0 &&
      (orderFields === null || editedFields(change).some((id) => orderFields.has(id))),
  );
  // Rows deleted here are gone from the index already; only the others are removed now.
  const indexed = new Set([...removed].filter((id) => rows.indexOf(id) !== -1));
  if (indexed.size > 0) rows.removed(indexed);
  // The row of the others is unknown: everything behind it has moved up.
  if (indexed.size < removed.size || changes.some(({ kind }) => kind === 'move')) void rows.refresh();
  if (added.length > 0 && inTableOrder && appends) rows.appended(added);
  // Only the server knows where an undo put records back.
  else if (added.length > 0 && !appends) void rows.refresh();
  else if (added.length > 0 || mayReorder) rows.mayMove(edited, added);
  if (edited.size > 0) rows.cellsChanged(edited);
}

/** Notifies windowed rows of changes made here. */
export function notifyWindowOfLocalChange(rows: WindowRows, changes: readonly RowChange[]): void {
  const removed = changes.filter(isRemoval);
  if (removed.length > 0) rows.removed(idsOf(removed));
  else if (changes.some(({ kind }) => kind === 'record')) rows.rowsChanged();
  else rows.cellsChanged(idsOf(changes));
}
