import type { BaseRecord } from '@weft/core';
import { refusedText } from './clipboard.ts';
import { dragOverCells } from './drag-cells.ts';
import { isFilled, recordsOf, refuseManyLinks, writeCells } from './edits.ts';
import type { GridController } from './grid-controller.ts';
import { beyond, type FillTarget, filledRange, fillTarget } from './model/fill/fill-target.ts';
import { type FillSource, fillFields, fillRecords } from './model/fill/plan-fill.ts';
import type { FillMode } from './model/fill/series.ts';
import { type Range, rangeOf, selectRange } from './model/selection.ts';

/** Handles the fill handle at the selection's corner. Returns the clean-up. */
export function followFill(grid: GridController, layers: readonly HTMLElement[]): () => void {
  const stop = new AbortController();
  const onHandle = (event: Event): boolean =>
    event.target instanceof Element && event.target.closest('.wg-fill') !== null;
  for (const layer of layers) {
    const listen = <K extends keyof HTMLElementEventMap>(
      type: K,
      act: (event: HTMLElementEventMap[K]) => void,
    ) => layer.addEventListener(type, (event) => onHandle(event) && act(event), { signal: stop.signal });
    listen('pointerdown', (event) => {
      if (event.button === 0) dragFill(grid, event);
    });
    listen('mousedown', (event) => event.preventDefault());
    listen('dblclick', () => void fillToNeighbour(grid));
  }
  return () => stop.abort();
}

/** Drags the fill handle: outlines the target cells, and fills them on release. */
function dragFill(grid: GridController, start: PointerEvent): void {
  const { selection } = grid.state;
  if (selection === null) return;
  grid.focus();
  const source = rangeOf(selection);
  let target: FillTarget | null = null;
  dragOverCells(grid, start, {
    fromHeld: source.columns[1] < grid.state.columns.held,
    onPlace: (place) => {
      target = fillTarget(source, place);
      grid.mark({ filling: target?.range ?? null });
    },
    onEnd: (event, cancelled) => {
      grid.mark({ filling: null });
      if (target === null || cancelled) return;
      const mode = event?.ctrlKey || event?.altKey || event?.metaKey ? 'other' : 'usual';
      void fill(grid, source, target, mode);
    },
  });
}

/** Continues the series of a range into the target cells, as one step of undo. */
async function fill(grid: GridController, source: Range, target: FillTarget, mode: FillMode): Promise<void> {
  const { way, range } = target;
  const rows = filledRange(source, target).rows;
  const { list } = grid.state.columns;
  const fieldsOf = ([from, to]: Range['columns']) => list.slice(from, to + 1).map(({ field }) => field);
  if (refuseManyLinks(grid, fieldsOf(range.columns), rows[1] - rows[0] + 1)) return;
  const records = await recordsOf(grid, rows);
  if (records === null) return;
  const recordsAt = ([from, to]: Range['rows']) => records.slice(from - rows[0], to - rows[0] + 1);
  const plan: FillSource = {
    way,
    mode,
    records: recordsAt(source.rows),
    fields: fieldsOf(source.columns),
    env: grid.env,
    isEditable: grid.isWritten,
  };
  const edits =
    way === 'down' || way === 'up'
      ? fillRecords(plan, recordsAt(range.rows))
      : fillFields(plan, fieldsOf(range.columns));
  writeCells(grid, edits);
  const fields = fieldsOf(way === 'down' || way === 'up' ? source.columns : range.columns);
  const refused = refusedText(fields.filter((field) => !grid.isWritten(field)));
  if (refused !== '') grid.props.onNotice(`Not filled: ${refused}.`);
  const filled = filledRange(source, target);
  // The selection begins where the source does, whichever way it was filled.
  const [row, lastRow] = way === 'up' ? filled.rows.toReversed() : filled.rows;
  const [column, lastColumn] = way === 'left' ? filled.columns.toReversed() : filled.columns;
  if (row === undefined || lastRow === undefined || column === undefined || lastColumn === undefined) return;
  grid.select(selectRange({ row, column }, { row: lastRow, column: lastColumn }), false);
}

/** Ctrl+D and Ctrl+R: copies the first row or column of the selection over the rest, or the one before into it. */
export function fillFromEdge(grid: GridController, way: 'down' | 'right'): boolean {
  const { selection } = grid.state;
  if (selection === null || !grid.canEdit) return false;
  const range = rangeOf(selection);
  const [from, to] = way === 'down' ? range.rows : range.columns;
  const edge = from === to ? from - 1 : from;
  if (edge < 0) return true;
  const source =
    way === 'down' ? { ...range, rows: [edge, edge] as const } : { ...range, columns: [edge, edge] as const };
  void fill(grid, source, beyond(source, way, to - edge), 'copy').then(() => grid.select(selection, false));
  return true;
}

/** Records per read while searching for the end of the neighbouring column. */
const step = 200;

/** A double press on the corner: fills down as far as the column beside the selection is filled. */
async function fillToNeighbour(grid: GridController): Promise<void> {
  const { selection } = grid.state;
  if (selection === null || !grid.canEdit) return;
  const source = rangeOf(selection);
  const first = source.rows[1] + 1;
  const beside = [source.columns[0] - 1, source.columns[1] + 1].flatMap((index) => grid.column(index) ?? []);
  const { rows } = grid.extent;
  let end = first;
  let neighbour = beside[0]?.field.id;
  for (let from = first; from < rows; from += step) {
    const records = await recordsOf(grid, [from, Math.min(from + step, rows) - 1]);
    if (records === null) return;
    const isGap = (record: BaseRecord | undefined) =>
      record === undefined || neighbour === undefined || !isFilled(record, neighbour);
    // The column before counts; where it is empty right away, the one after.
    if (from === first && isGap(records[0])) neighbour = beside.at(-1)?.field.id;
    const gap = records.findIndex(isGap);
    end = from + (gap === -1 ? records.length : gap);
    if (gap !== -1) break;
  }
  if (end > first) await fill(grid, source, beyond(source, 'down', end - first), 'usual');
}
