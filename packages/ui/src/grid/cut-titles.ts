import type { GridController } from './grid-controller.ts';
import { shownText } from './shown-text.ts';

const maxTold = 1_000;

const isCut = (cell: HTMLElement): boolean =>
  cell.scrollWidth > cell.clientWidth ||
  cell.scrollHeight > cell.clientHeight ||
  cell.matches('[data-whole], :has(.wg-more, .wg-chip.is-cut)');

/**
 * Shows the full value as a title on a truncated cell. Only on mouse movement: cells that scroll under a resting mouse are
 * not measured. Returns the clean-up.
 */
export function followCut(grid: GridController, rows: HTMLElement, scroller: HTMLElement): () => void {
  const stop = new AbortController();
  const { signal } = stop;
  let over: HTMLElement | null = null;
  const leave = () => {
    // One that does not fit its type has a title of its own.
    if (over?.classList.contains('is-unfit') === false) over.removeAttribute('title');
    over = null;
  };
  rows.addEventListener(
    'pointermove',
    ({ target, clientX, clientY }) => {
      const cell = target instanceof Element ? target.closest<HTMLElement>('.wg-cell') : null;
      if (cell !== over) leave();
      over = cell;
      if (cell === null || cell.classList.contains('is-unfit') || !isCut(cell)) return;
      const { row, column } = grid.placeAt(clientX, clientY);
      const field = grid.column(column)?.field;
      if (field) cell.title = shownText(field, grid.record(row), grid.env).slice(0, maxTold);
    },
    { signal },
  );
  scroller.addEventListener('scroll', leave, { signal, passive: true });
  return () => stop.abort();
}
