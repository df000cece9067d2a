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

const none = 'Nothing was moved.';

const idsOf = async (
  grid: GridController,
  from: number,
  to: number,
): Promise<readonly string[] | undefined> => (await recordsOf(grid, [from, to], none))?.map(({ id }) => id);

/** The records from a row on: as many as are moved, and one more, which is none of them. */
async function idsFrom(
  grid: GridController,
  from: number,
  moved: number,
): Promise<readonly string[] | undefined> {
  const last = Math.min(from + moved, grid.extent.rows - 1);
  return from > last ? [] : idsOf(grid, from, last);
}

/** The first record from a row on that is not moved itself; null: there is none. Undefined where it cannot be read. */
async function firstOther(
  grid: GridController,
  moved: ReadonlySet<string>,
  from: number,
  ids: readonly string[],
): Promise<string | null | undefined> {
  const found = ids.find((id) => !moved.has(id));
  if (found !== undefined || ids.length === 0) return found ?? null;
  // Others have moved some of them there meanwhile.
  const next = from + ids.length;
  const more = await idsFrom(grid, next, moved.size);
  return more && firstOther(grid, moved, next, more);
}

/** Moves rows to a gap: 0 is before the first row. The selection follows its record. */
export async function moveRows(grid: GridController, moved: MovedRows, gap: number): Promise<void> {
  const { rows } = moved;
  if (!changesOrder(rows, gap)) return;
  const { env, props } = grid;
  const { length } = moved.ids ?? rows;
  if (length > maxMoved) {
    const most = maxMoved.toLocaleString(env.locale);
    return props.onNotice(`At most ${most} records can be moved at a time. ${none}`);
  }
  // Both at once: while one is fetched, others move records, and the gap would be between others.
  const [ids, behind] = await Promise.all([
    moved.ids ?? idsOf(grid, rows[0] ?? 0, rows.at(-1) ?? 0),
    idsFrom(grid, gap, length),
  ]);
  if (ids === undefined || behind === undefined) return;
  const before = await firstOther(grid, new Set(ids), gap, behind);
  if (before === undefined) return;
  props.actions.moveRecords(ids, before);
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
