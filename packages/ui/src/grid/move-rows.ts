import { recordsOf } from './edits.ts';
import type { GridController } from './grid-controller.ts';
import { changesOrder, gapAfterStep } from './model/row-move.ts';
import { rangeOf } from './model/selection.ts';

/** Most records that are moved at once, as one call takes them. */
const maxMoved = 2_000;

/** Whether rows stand in the table's own order, so that a person may change it. */
export const inOwnOrder = ({ props }: GridController): boolean => {
  const { sorts, groups } = props.context.view.config;
  return sorts.length === 0 && groups.length === 0;
};

/** Tells why rows cannot be moved; true where they can. */
export function mayMoveRows(grid: GridController): boolean {
  if (!grid.canEdit) return false;
  if (inOwnOrder(grid)) return true;
  const [by, what] =
    grid.props.context.view.config.groups.length > 0 ? ['grouped', 'grouping'] : ['sorted', 'sort'];
  grid.props.onNotice(
    `This view is ${by}, which gives every record its place. Remove the ${what} to move records by hand.`,
  );
  return false;
}

/** Rows that are moved together, in the order of the view. */
export interface MovedRows {
  readonly rows: readonly number[];
  /** Their records, where these are known without reading: the checked ones, of which some may not be loaded. */
  readonly ids?: readonly string[];
}

/** What is moved with a row: the checked records, else the selected rows, where it is among them. */
export function movedWith(grid: GridController, row: number): MovedRows {
  const { checked, selection } = grid.state;
  const { source } = grid.props;
  if (checked.has(grid.record(row)?.id ?? '')) {
    const places = [...checked].map((id) => ({ id, at: source.indexOf(id) }));
    const known = places.filter(({ at }) => at !== -1).sort((a, b) => a.at - b.at);
    const unknown = places.filter(({ at }) => at === -1);
    return { rows: known.map(({ at }) => at), ids: [...known, ...unknown].map(({ id }) => id) };
  }
  const rows = selection && rangeOf(selection).rows;
  if (rows === null || row < rows[0] || row > rows[1]) return { rows: [row] };
  return { rows: Array.from({ length: rows[1] - rows[0] + 1 }, (_, i) => rows[0] + i) };
}

/** Moves rows to a gap: 0 is before the first row. The selection follows its record. */
export async function moveRows(grid: GridController, moved: MovedRows, gap: number): Promise<void> {
  const { rows } = moved;
  if (!changesOrder(rows, gap)) return;
  const { env, extent, props } = grid;
  const none = 'Nothing was moved.';
  if ((moved.ids ?? rows).length > maxMoved) {
    const most = maxMoved.toLocaleString(env.locale);
    return props.onNotice(`At most ${most} records can be moved at a time. ${none}`);
  }
  const idsOf = async (from: number, to: number) =>
    (await recordsOf(grid, [from, to], none))?.map(({ id }) => id);
  const ids = moved.ids ?? (await idsOf(rows[0] ?? 0, rows.at(-1) ?? 0));
  if (ids === undefined) return;
  const taken = new Set(ids);
  const last = Math.min(gap + rows.length, extent.rows - 1);
  const behind = gap > last ? [] : await idsOf(gap, last);
  if (behind === undefined) return;
  props.actions.moveRecords(ids, behind.find((id) => !taken.has(id)) ?? null);
  grid.layout();
  const active = grid.state.selection?.active;
  if (active) grid.reveal(active);
}

/** Moves the selected rows up or down by one, or the checked ones where the active row is one of them. */
export function stepRows(grid: GridController, by: -1 | 1): boolean {
  const { selection } = grid.state;
  if (selection === null || !mayMoveRows(grid)) return false;
  const moved = movedWith(grid, selection.active.row);
  const gap = gapAfterStep(moved.rows, by, grid.extent.rows);
  if (gap !== null) void moveRows(grid, moved, gap);
  return true;
}
