import type { RowChange } from '@weft/history';
import type { ViewRule, WholeRows } from './whole-rows.ts';
import type { WindowRows } from './window-rows.ts';

const isRemoval = (change: RowChange): boolean => change.kind === 'record' && change.after === null;

const idsOf = (changes: readonly RowChange[]): Set<string> =>
  new Set(changes.map(({ recordId }) => recordId));

/** Tells the rows of a table that is here whole what has changed, wherever it was. */
export function tellWhole(rows: WholeRows, changes: readonly RowChange[]): void {
  const fields = new Set<string>();
  const moved = new Set<string>();
  for (const change of changes) {
    if (change.kind === 'cells') for (const id of Object.keys(change.after)) fields.add(id);
    else moved.add(change.recordId);
  }
  rows.changed(idsOf(changes), fields, moved);
}

/** The same of changes that this person makes here. */
export function tellWholeOfOwn(rows: WholeRows, changes: readonly RowChange[]): void {
  rows.created(
    changes.flatMap((change) =>
      change.kind === 'record' && change.before === null ? [change.recordId] : [],
    ),
  );
  rows.together([...idsOf(changes)]);
  tellWhole(rows, changes);
}

/**
 * Tells rows of which windows are here what the server has changed. `appends`: its new records stand at the table's
 * end, not where an undo put them back.
 */
export function tellWindow(
  rows: WindowRows,
  changes: readonly RowChange[],
  { sorted, decidingFields }: ViewRule,
  appends: boolean,
): void {
  const removed = idsOf(changes.filter(isRemoval));
  const edited = idsOf(changes.filter(({ kind }) => kind === 'cells'));
  const added = [...idsOf(changes.filter((change) => change.kind === 'record' && !isRemoval(change)))];
  const ownOrder = !sorted && decidingFields?.size === 0;
  const deciding = changes.some(
    (change) =>
      change.kind === 'cells' &&
      (decidingFields === null || Object.keys(change.after).some((id) => decidingFields.has(id))),
  );
  // Rows deleted here have closed up already; only those still standing do so now.
  const standing = new Set([...removed].filter((id) => rows.indexOf(id) !== -1));
  if (standing.size > 0) rows.removed(standing);
  // Where the others stood is not known: everything behind them has moved up.
  if (standing.size < removed.size || changes.some(({ kind }) => kind === 'move')) void rows.refresh();
  if (added.length > 0 && ownOrder && appends) rows.appended(added);
  // An undo puts records back where they were, which only the server knows.
  else if (added.length > 0 && !appends) void rows.refresh();
  else if (added.length > 0 || deciding) rows.mayMove(edited, added);
  if (edited.size > 0) rows.cellsChanged(edited);
}

/** Tells them of changes that this person makes here. */
export function tellWindowOfOwn(rows: WindowRows, changes: readonly RowChange[]): void {
  const removed = changes.filter(isRemoval);
  if (removed.length > 0) rows.removed(idsOf(removed));
  else if (changes.some(({ kind }) => kind === 'record')) rows.tell();
  else rows.cellsChanged(idsOf(changes));
}
