import { dragSelection } from './drag-cells.ts';
import type { GridController } from './grid-controller.ts';
import { isWithin, rangeOf, selectCell, selectRange } from './model/selection.ts';

/** Long press: milliseconds, and pixels the finger may move meanwhile. */
const rest = 450;
const tremble = 10;

/**
 * Touch on the cells: a swipe scrolls, a long press selects and opens the menu, dragging on from it selects a range, whose
 * two grips can be dragged afterwards; a long press on the range opens the menu too. Returns the clean-up.
 */
export function followTouch(
  grid: GridController,
  cells: HTMLElement,
  layers: readonly HTMLElement[],
): () => void {
  const stop = new AbortController();
  const { signal } = stop;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let from = { x: 0, y: 0 };
  let touching = false;
  let selecting = false;

  const begin = (pointer: PointerEvent, target: EventTarget | null) => {
    const place = grid.placeAt(from.x, from.y);
    const { selection } = grid.state;
    selecting = true;
    if (selection !== null && grid.state.marks.grips && isWithin(selection, place)) {
      const { x: clientX, y: clientY } = from;
      const menu = new MouseEvent('contextmenu', { bubbles: true, cancelable: true, clientX, clientY });
      return void target?.dispatchEvent(menu);
    }
    grid.focus();
    grid.mark({ grips: true });
    grid.select(selectCell(place), false);
    dragSelection(grid, pointer, place.column);
    // Lifted where it rested, the finger has asked for what can be done there; dragged on, for a range.
    addEventListener('pointerup', (lifted) => openIfResting(lifted, target), { signal, once: true });
  };
  const openIfResting = (lifted: PointerEvent, target: EventTarget | null) => {
    const { clientX, clientY } = lifted;
    if (Math.hypot(clientX - from.x, clientY - from.y) > tremble) return;
    const menu = new MouseEvent('contextmenu', { bubbles: true, cancelable: true, clientX, clientY });
    target?.dispatchEvent(menu);
  };
  cells.addEventListener(
    'pointerdown',
    (event) => {
      touching = event.pointerType === 'touch';
      clearTimeout(timer);
      if (!touching || !event.isPrimary) return;
      from = { x: event.clientX, y: event.clientY };
      selecting = false;
      timer = setTimeout(() => begin(event, event.target), rest);
    },
    { signal },
  );
  const wait = (event: PointerEvent) => {
    if (Math.hypot(event.clientX - from.x, event.clientY - from.y) > tremble) clearTimeout(timer);
  };
  cells.addEventListener('pointermove', wait, { signal });
  for (const type of ['pointerup', 'pointercancel'] as const)
    cells.addEventListener(type, () => clearTimeout(timer), { signal });
  // Once a finger selects, the page no longer scrolls under it, and lifting it is no tap.
  const keep = (event: TouchEvent) => {
    if (selecting && event.cancelable) event.preventDefault();
  };
  cells.addEventListener('touchmove', keep, { signal, passive: false });
  cells.addEventListener('touchend', keep, { signal, passive: false });
  // Some browsers fire their own long press (contextmenu) a moment after ours.
  cells.addEventListener(
    'contextmenu',
    (event) => {
      if (!touching || !event.isTrusted) return;
      event.preventDefault();
      event.stopImmediatePropagation();
    },
    { signal, capture: true },
  );
  for (const layer of layers)
    layer.addEventListener('pointerdown', (event) => dragGrip(grid, event), { signal });
  return () => {
    clearTimeout(timer);
    stop.abort();
  };
}

/** A grip of the range is dragged: the corner across from it stays. */
function dragGrip(grid: GridController, event: PointerEvent): void {
  const grip = event.target instanceof Element ? event.target.closest('.wg-grip') : null;
  const { selection } = grid.state;
  if (grip === null || selection === null) return;
  event.preventDefault();
  const { rows, columns } = rangeOf(selection);
  const start = { row: rows[0], column: columns[0] };
  const end = { row: rows[1], column: columns[1] };
  const [anchor, head] = grip.classList.contains('is-end') ? [start, end] : [end, start];
  grid.select(selectRange(anchor, head), false);
  dragSelection(grid, event, head.column);
}
