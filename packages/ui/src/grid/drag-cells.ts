import type { GridController } from './grid-controller.ts';
import { extendTo, type Place, samePlace } from './model/selection.ts';
import { headerHeight } from './view/geometry.ts';

/** Pixels from the window's edge within which a drag auto-scrolls; also the most it scrolls in one frame. */
const edge = 24;
const fastest = 40;

export interface CellDrag {
  /** Whether the drag began over a held column: then it scrolls at the window's own edge. */
  readonly fromHeld: boolean;
  /** The cell under the pointer, each time it may be another one; `y` is the pointer's, in pixels of the window. */
  readonly onPlace: (place: Place, y: number) => void;
  /** The pointer was let go; `cancelled` when it was taken away, or Escape was pressed. */
  readonly onEnd?: (event: PointerEvent | null, cancelled: boolean) => void;
}

/** Follows a drag over the cells until its release; auto-scrolls at the edges. */
export function dragOverCells(grid: GridController, start: PointerEvent, drag: CellDrag): void {
  const { scroller } = grid.elements ?? {};
  if (!scroller) return;
  const stop = new AbortController();
  const { signal } = stop;
  const { pointerId } = start;
  let at = { x: start.clientX, y: start.clientY };
  let frame = 0;
  const tell = () => drag.onPlace(grid.placeAt(at.x, at.y), at.y);
  const scroll = () => {
    const box = scroller.getBoundingClientRect();
    const by = {
      x: pull(at.x, drag.fromHeld ? box.left : box.left + grid.state.columns.frozen, box.right),
      y: pull(at.y, box.top + headerHeight, box.bottom),
    };
    if (by.x !== 0 || by.y !== 0) {
      scroller.scrollBy(by.x, by.y);
      tell();
    }
    frame = requestAnimationFrame(scroll);
  };
  const finish = (event: PointerEvent | null, cancelled: boolean) => {
    cancelAnimationFrame(frame);
    stop.abort();
    drag.onEnd?.(event, cancelled);
  };
  const listen = (type: 'pointermove' | 'pointerup' | 'pointercancel', act: (event: PointerEvent) => void) =>
    addEventListener(type, (event) => event.pointerId === pointerId && act(event), { signal });
  listen('pointermove', (event) => {
    at = { x: event.clientX, y: event.clientY };
    if (frame === 0) frame = requestAnimationFrame(scroll);
    tell();
  });
  listen('pointerup', (event) => finish(event, false));
  listen('pointercancel', (event) => finish(event, true));
  if (drag.onEnd)
    addEventListener('keydown', (event) => event.key === 'Escape' && finish(null, true), {
      signal,
      capture: true,
    });
}

/** The range grows with a pointer until it is let go; the drag begins over a column. */
export function dragSelection(grid: GridController, start: PointerEvent, column: number): void {
  dragOverCells(grid, start, {
    fromHeld: column < grid.state.columns.held,
    onPlace: (place) => {
      const { selection } = grid.state;
      if (selection && !samePlace(selection.head, place)) grid.select(extendTo(selection, place), false);
    },
  });
}

/** Pixels to scroll in this frame for a pointer near or beyond an edge. */
function pull(at: number, from: number, to: number): number {
  if (at < from) return -Math.min(fastest, from - at);
  if (at > to - edge) return Math.min(fastest, at - (to - edge));
  return 0;
}
