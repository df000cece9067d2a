import { dragOverCells } from './drag-cells.ts';
import type { GridController } from './grid-controller.ts';
import { selectRange } from './model/selection.ts';
import { mayMoveRows, movedWith, moveRows } from './move-rows.ts';

/** Pixels a pointer moves before a press becomes a drag. */
const threshold = 5;

/** Drags rows by the cell before them, with its number and box, to another place. Returns the clean-up. */
export function followRowDrag(grid: GridController, rows: HTMLElement): () => void {
  const stop = new AbortController();
  rows.addEventListener(
    'pointerdown',
    (event) => {
      const pressed = event.target instanceof Element && event.target.closest('.wg-check') !== null;
      // Under a finger a swipe scrolls; there the menu moves rows.
      if (!pressed || event.button !== 0 || event.pointerType === 'touch' || !grid.canEdit) return;
      awaitDrag(grid, event);
    },
    { signal: stop.signal },
  );
  return () => stop.abort();
}

/** Begins the drag once the pointer has moved; let go before, the press checks the row. */
function awaitDrag(grid: GridController, start: PointerEvent): void {
  const stop = new AbortController();
  const { signal } = stop;
  const row = grid.placeAt(start.clientX, start.clientY).row;
  addEventListener(
    'pointermove',
    (event) => {
      if (Math.abs(event.clientY - start.clientY) < threshold) return;
      stop.abort();
      // Let go over a row's box, the pointer does not press it.
      const noClick = new AbortController();
      addEventListener('click', (click) => click.stopImmediatePropagation(), {
        capture: true,
        signal: noClick.signal,
      });
      addEventListener('pointerup', () => setTimeout(() => noClick.abort()), { once: true });
      if (mayMoveRows(grid)) drag(grid, event, row);
    },
    { signal },
  );
  for (const type of ['pointerup', 'pointercancel'] as const)
    addEventListener(type, () => stop.abort(), { signal });
}

function drag(grid: GridController, start: PointerEvent, row: number): void {
  const moved = movedWith(grid, row);
  const { root } = grid.elements ?? {};
  if (moved.ids === undefined) {
    const column = grid.extent.columns - 1;
    grid.select(
      selectRange({ row: moved.rows[0] ?? row, column: 0 }, { row: moved.rows.at(-1) ?? row, column }),
      false,
    );
  }
  grid.focus();
  root?.classList.add('is-moving');
  dragOverCells(grid, start, {
    fromHeld: true,
    onPlace: (place, y) => grid.mark({ dropGap: gapAt(grid, place.row, y) }),
    onEnd: (_event, cancelled) => {
      const gap = grid.state.marks.dropGap;
      root?.classList.remove('is-moving');
      grid.mark({ dropGap: null });
      if (!cancelled && gap !== null) void moveRows(grid, moved, gap);
    },
  });
}

/** The gap nearest to the pointer: above or below the row it is over. */
function gapAt(grid: GridController, row: number, y: number): number {
  const rect = grid.viewport.rectOf({ row, column: 0 });
  const content = grid.elements?.content.getBoundingClientRect();
  if (!rect || !content) return row;
  return y - content.top > rect.top + rect.height / 2 ? row + 1 : row;
}
