import { gridKind } from '../fields/grid-kinds.ts';
import { dragSelection } from './drag-cells.ts';
import { beginEdit, openRecord, pressCell, toggleBoxes, viewFiles } from './edits.ts';
import type { GridController } from './grid-controller.ts';
import { extendTo, type Place, samePlace, selectCell } from './model/selection.ts';

const cellEdge = 8;

/** Handles mouse, pen and touch on the cells. Returns the clean-up. */
export function followPointer(grid: GridController, cells: HTMLElement): () => void {
  const stop = new AbortController();
  const listen = <K extends keyof HTMLElementEventMap>(
    type: K,
    listener: (event: HTMLElementEventMap[K]) => void,
  ) => cells.addEventListener(type, listener, { signal: stop.signal });
  let wasActive = false;
  let touched = false;

  listen('pointerdown', (event) => {
    if (event.button !== 0 || isCheck(event.target) || isOpen(event.target)) return;
    const place = grid.placeAt(event.clientX, event.clientY);
    const { selection: before } = grid.state;
    wasActive = before !== null && samePlace(before.active, place);
    if (event.pointerType === 'touch') return;
    grid.focus();
    grid.mark({ grips: false });
    const { selection } = grid.state;
    if (event.shiftKey && selection) grid.select(extendTo(selection, place), false);
    else grid.select(selectCell(place));
    dragSelection(grid, event, grid.state.selection?.anchor.column ?? 0);
  });

  // Keeps the focus in the proxy; by default the browser would move it to the page.
  listen('mousedown', (event) => event.preventDefault());

  listen('click', (event) => {
    if (isCheck(event.target)) return;
    const place = grid.placeAt(event.clientX, event.clientY);
    if (isOpen(event.target)) return void openRecord(grid, place.row);
    touched = event instanceof PointerEvent && event.pointerType === 'touch';
    const link = event.target instanceof Element ? event.target.closest('a') : null;
    // A link opens from the cell that was active already, or at once with Ctrl.
    if (link && !wasActive && !event.ctrlKey && !event.metaKey) event.preventDefault();
    // The second press of a double one opens the files of the cell instead.
    if (link?.classList.contains('wg-file') && event.detail > 1) event.preventDefault();
    if (touched) {
      grid.mark({ grips: false });
      grid.select(selectCell(place));
    }
    if (event.target instanceof Element && event.target.closest('.wg-box')) return void toggleBoxes(grid);
    // Stars in a cell are too small for a finger: its second tap opens the larger ones.
    if (wasActive && !touched && pressInCell(grid, event, place)) return;
    if (touched && wasActive && !link) {
      // On a phone the record's name is its door: there is no room for more than a name and a column beside it.
      const isName = grid.state.columns.check === 0 && place.column === 0;
      if (isName && openRecord(grid, place.row)) return;
      grid.focus();
      if (!toggleBoxes(grid) && !beginEdit(grid)) viewFiles(grid);
    }
  });

  listen('dblclick', (event) => {
    // What two taps do was done by the second.
    if (touched) return;
    if (isCheck(event.target) || isOpen(event.target)) return;
    if (event.target instanceof Element && event.target.closest('.wg-box')) return;
    const place = grid.placeAt(event.clientX, event.clientY);
    const field = grid.column(place.column)?.field;
    if (field && gridKind(field.type).press === undefined && !beginEdit(grid)) viewFiles(grid);
  });

  return () => stop.abort();
}

/** What is pressed in front of the cells is no cell (row-boxes.ts). */
const isCheck = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('.wg-check') !== null;

const isOpen = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('.wg-open') !== null;

/** Has the cell take a press at its place in it, as stars do. */
function pressInCell(grid: GridController, event: MouseEvent, place: Place): boolean {
  const rect = grid.viewport.rectOf(place);
  const content = grid.elements?.content.getBoundingClientRect();
  if (!rect || !content) return false;
  const scrolled = place.column < grid.state.columns.held ? (grid.elements?.scroller.scrollLeft ?? 0) : 0;
  return pressCell(grid, place, event.clientX - content.left - scrolled - rect.left - cellEdge);
}
