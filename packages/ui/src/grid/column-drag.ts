import { sureWidth } from '../fields/painting/text-width.ts';
import type { GridController } from './grid-controller.ts';
import { type Column, clampWidth, nearestHold, shownFields } from './model/columns.ts';

/** Pixels a pointer moves before a press becomes a drag. */
const threshold = 5;
/** Pixels one press of 'Wider' or 'Narrower' makes. */
export const widthStep = 20;

/** The field's new place: in front of the column `before` of the view, or last. */
export function moveField(grid: GridController, fieldId: string, before: number): void {
  const { table, view } = grid.props.context;
  const shown = grid.state.columns.list.map((column) => column.field.id);
  const target = shown[before];
  if (target === fieldId) return;
  const rest = shown.filter((id) => id !== fieldId);
  const at = target === undefined ? rest.length : rest.indexOf(target);
  const order = rest.toSpliced(at, 0, fieldId);
  // Hidden fields keep their places behind; every field of the table is named.
  const hidden = table.fields.map((field) => field.id).filter((id) => !order.includes(id));
  const unchanged = shownFields(table, view).every((field, index) => field.id === order[index]);
  if (!unchanged) grid.props.actions.reorderFields([...order, ...hidden]);
}

export const widen = (grid: GridController, { field, width }: Column, by: number): void =>
  grid.props.actions.resizeField(field.id, clampWidth(width + by));

/** Pixels of a header beside its name: padding, type icon and menu. */
const besideName = 68;
/** Pixels of a cell beside its content: padding and border. */
const besideText = 17;

/** Autofits a column to its visible cells, as a double click on its edge does in spreadsheets. */
export function fitWidth(grid: GridController, { field, index }: Column): void {
  const { root } = grid.elements ?? {};
  const place = index + 1 + (grid.state.columns.check > 0 ? 1 : 0);
  const range = document.createRange();
  const widthOf = (content: HTMLElement) => {
    range.selectNodeContents(content);
    // So wide that its painter knows that it fits, and gives up nothing of it.
    const sure = sureWidth(content.dataset.whole ?? content.textContent);
    return Math.max(range.getBoundingClientRect().width, Number.isFinite(sure) ? sure : 0);
  };
  const widest = (selector: string) =>
    Math.max(0, ...[...(root?.querySelectorAll<HTMLElement>(selector) ?? [])].map(widthOf));
  const wanted = Math.max(
    besideName + widest(`.wg-head[aria-colindex="${place}"] .wg-head-name`),
    besideText + widest(`.wg-row:not(.is-out) .wg-cell[aria-colindex="${place}"]`),
  );
  grid.props.actions.resizeField(field.id, clampWidth(Math.ceil(wanted)));
}

/** Follows a pointer until its release. `end` is told whether the drag was cancelled, by the browser or by Escape. */
function follow(
  start: PointerEvent,
  move: (event: PointerEvent) => void,
  end: (event: PointerEvent, cancelled: boolean) => void,
): void {
  const stop = new AbortController();
  const { signal } = stop;
  let last = start;
  const finish = (cancelled: boolean) => (event: PointerEvent) => {
    stop.abort();
    end(event, cancelled);
  };
  addEventListener(
    'pointermove',
    (event) => {
      last = event;
      move(event);
    },
    { signal },
  );
  addEventListener(
    'keydown',
    (event) => {
      if (event.key !== 'Escape') return;
      event.preventDefault();
      event.stopPropagation();
      finish(true)(last);
    },
    { signal, capture: true },
  );
  addEventListener('pointerup', finish(false), { signal });
  addEventListener('pointercancel', finish(true), { signal });
}

/** A column's edge is dragged: its width follows, and is kept when it is let go. */
export function dragWidth(grid: GridController, { field, width }: Column, start: PointerEvent): void {
  const widthAt = (event: PointerEvent) => Math.round(clampWidth(width + event.clientX - start.clientX));
  follow(
    start,
    (event) => grid.resize({ fieldId: field.id, width: widthAt(event) }),
    (event, cancelled) => {
      const wanted = widthAt(event);
      if (!cancelled && wanted !== width) grid.props.actions.resizeField(field.id, wanted);
      grid.resize(undefined);
    },
  );
}

/** The border of the held columns is dragged: `onLine` hears where it would stand, in pixels of the window. */
export function dragFreeze(
  grid: GridController,
  start: PointerEvent,
  onLine: (left: number | null) => void,
): void {
  const { columns } = grid.state;
  const box = grid.elements?.scroller.getBoundingClientRect();
  let wanted = columns.held;
  follow(
    start,
    (event) => {
      const x = event.clientX - (box?.left ?? 0);
      // Left of the border the held columns are under the pointer, right of it the scrolled ones.
      wanted = nearestHold(columns, x < columns.frozen ? x : x + grid.viewport.scroll.left);
      const last = columns.list[wanted - 1];
      if (!last) return;
      const end = last.left + last.width;
      onLine(wanted <= columns.held ? end : end - grid.viewport.scroll.left);
    },
    (event, cancelled) => {
      onLine(null);
      const moved = Math.abs(event.clientX - start.clientX) >= threshold;
      if (!cancelled && moved && wanted !== columns.held) grid.props.actions.freezeColumns(wanted);
    },
  );
}

/** A header is pressed: `onClick` when it stays, else the field moves to where it is dropped. */
export function dragColumn(
  grid: GridController,
  { field, index }: Column,
  start: PointerEvent,
  on: { readonly drag: (before: number | null) => void; readonly click: () => void },
): void {
  let before: number | null = null;
  follow(
    start,
    (event) => {
      if (before === null && Math.abs(event.clientX - start.clientX) < threshold) return;
      // The primary field stays first, and nothing comes before it.
      if (index === 0 || !grid.canEdit) return;
      before = dropPlace(grid, event.clientX);
      on.drag(before);
    },
    (_event, cancelled) => {
      on.drag(null);
      if (cancelled) return;
      if (before === null) on.click();
      else moveField(grid, field.id, before);
    },
  );
}

/** The index at which a dropped column is inserted. */
function dropPlace(grid: GridController, clientX: number): number {
  const { scroller } = grid.elements ?? {};
  const { list, frozen } = grid.state.columns;
  const x = clientX - (scroller?.getBoundingClientRect().left ?? 0);
  const contentX = x < frozen ? x : x + (scroller?.scrollLeft ?? 0);
  const found = list.findIndex((column) => contentX < column.left + column.width / 2);
  return found === -1 ? list.length : Math.max(1, found);
}
