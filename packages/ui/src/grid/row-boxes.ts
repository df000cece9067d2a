import { runCommand } from './commands.ts';
import { recordsOf } from './edits.ts';
import { boxOf, toBox, toCell } from './focus.ts';
import type { GridController } from './grid-controller.ts';
import { boxCommandOf, pressOf } from './model/keys.ts';
import { selectCell } from './model/selection.ts';

const isBox = (target: EventTarget | null): target is HTMLInputElement =>
  target instanceof HTMLInputElement && target.matches('.wg-row-box');

const rowOf = (box: Element): number => Number(box.closest('.wg-row')?.ariaRowIndex) - 2;

/** Handles the checkboxes of rows, by pointer and by key. Returns the clean-up. */
export function followBoxes(grid: GridController, rows: HTMLElement, scroller: HTMLElement): () => void {
  const stop = new AbortController();
  const { signal } = stop;
  /** The row checked or unchecked before. */
  let last = 0;

  const checkedNone = () => grid.state.checked.size === 0;
  const check = async (row: number, on: boolean, sinceLast: boolean) => {
    const from = sinceLast && !checkedNone() ? Math.min(last, grid.extent.rows - 1) : row;
    last = row;
    const records = await recordsOf(grid, [Math.min(from, row), Math.max(from, row)]);
    const checked = new Set(grid.state.checked);
    for (const { id } of records ?? [])
      if (on) checked.add(id);
      else checked.delete(id);
    // Also where nothing has changed: a pressed box shows what it is not.
    grid.check(checked);
  };
  rows.addEventListener(
    'click',
    ({ target, shiftKey }) => isBox(target) && void check(rowOf(target), target.checked, shiftKey),
    { signal },
  );
  rows.addEventListener(
    'focusin',
    ({ target }) => {
      if (!isBox(target) || rowOf(target) === grid.state.selection?.active.row) return;
      grid.select(selectCell({ row: rowOf(target), column: 0 }), false);
    },
    { signal },
  );
  scroller.addEventListener(
    'scroll',
    () => {
      const { activeElement } = document;
      if (!isBox(activeElement) || !rows.contains(activeElement)) return;
      // The row has scrolled out and its element was recycled: the cells keep the focus.
      if (boxOf(grid, grid.state.selection?.active.row ?? -1) !== activeElement) grid.focus();
    },
    { signal },
  );
  rows.addEventListener(
    'keydown',
    (event) => {
      // The selection stays with its record, even where the checkbox's element was recycled.
      const row = grid.state.selection?.active.row;
      const command = boxCommandOf(pressOf(event));
      if (!isBox(event.target) || row === undefined || command === null) return;
      event.preventDefault();
      event.stopPropagation();
      if (command.type === 'check') {
        const id = grid.record(row)?.id;
        void check(row, id === undefined || !grid.state.checked.has(id), command.sinceLast);
        toBox(grid, row);
      } else if (command.type === 'to-cells' || (command.type === 'escape' && checkedNone()))
        toCell(grid, row, 0);
      else if (command.type === 'move' && row === 0 && command.rows === -1) {
        if (!event.repeat) toBox(grid, -1);
      } else {
        runCommand(grid, command);
        toBox(grid, grid.state.selection?.active.row ?? row);
      }
    },
    { signal },
  );
  // A box is turned over when Space is let go: here it was done already.
  rows.addEventListener('keyup', (event) => isBox(event.target) && event.preventDefault(), { signal });
  return () => stop.abort();
}
