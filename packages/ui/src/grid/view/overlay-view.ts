import { make } from '../../fields/painting/cell-painter.ts';
import type { Marks } from '../grid-store.ts';
import { isSingle, rangeOf, type Selection } from '../model/selection.ts';
import { type Geometry, gapRect, placeRect, type Rect, rangeRect } from './geometry.ts';

/** One box of the overlay in both layers: over the scrolled columns, and over the frozen ones. */
class Box {
  readonly #parts: readonly [HTMLElement, HTMLElement];

  constructor(className: string, scrolled: HTMLElement, frozen: HTMLElement) {
    this.#parts = [make('div', className), make('div', className)];
    scrolled.append(this.#parts[0]);
    frozen.append(this.#parts[1]);
  }

  /** Shows the box where it is; the part over frozen columns and the part beyond meet without a line between. */
  put(rect: Rect | null, { frozen, scrollLeft }: Edges, hole: Rect | null = null): void {
    const [scrolledPart, frozenPart] = this.#parts;
    const inFrozen = rect !== null && rect.left < frozen;
    const beyond = rect !== null && rect.left + rect.width > frozen;
    frozenPart.hidden = !inFrozen;
    scrolledPart.hidden = !beyond;
    if (rect === null) return;
    const cut = inFrozen && beyond;
    if (beyond) {
      const left = cut ? frozen : rect.left;
      // What lies under the frozen columns is cut off.
      place(
        scrolledPart,
        { ...rect, left, width: rect.left + rect.width - left },
        scrollLeft + frozen - left,
        hole,
      );
      scrolledPart.style.borderLeftWidth = cut ? '0' : '';
    }
    if (inFrozen) {
      place(frozenPart, { ...rect, width: Math.min(rect.width, frozen - rect.left) }, 0, hole);
      frozenPart.style.borderRightWidth = cut ? '0' : '';
    }
  }
}

/** A point of the overlay that can be pressed, in the layer of the column it belongs to. */
class Dot {
  readonly #parts: readonly [HTMLElement, HTMLElement];

  constructor(className: string, scrolled: HTMLElement, frozen: HTMLElement) {
    this.#parts = [make('div', className), make('div', className)];
    scrolled.append(this.#parts[0]);
    frozen.append(this.#parts[1]);
  }

  /** Shows the point where it is, unless it is out of the window or under the frozen columns. */
  put(
    at: { readonly x: number; readonly y: number; readonly held: boolean } | null,
    { frozen, scrollLeft }: Edges,
    { top, bottom }: OverlayFrame['window'],
  ): void {
    const here = at !== null && at.y >= top && at.y < bottom + beyondEdge ? at : null;
    const held = here?.held === true;
    const [scrolledPart, frozenPart] = this.#parts;
    frozenPart.hidden = !held;
    scrolledPart.hidden = here === null || held || here.x - scrollLeft < frozen;
    if (here === null) return;
    const { style } = held ? frozenPart : scrolledPart;
    style.left = `${here.x}px`;
    style.top = `${here.y}px`;
  }
}

interface Edges {
  /** Width of the frozen columns. */
  readonly frozen: number;
  /** Pixels scrolled sideways. */
  readonly scrollLeft: number;
}

function place({ style }: HTMLElement, rect: Rect, hidden: number, hole: Rect | null): void {
  style.left = `${rect.left}px`;
  style.top = `${rect.top}px`;
  style.width = `${rect.width}px`;
  style.height = `${rect.height}px`;
  const from = Math.max(0, hidden);
  if (hole === null) {
    style.clipPath = from === 0 ? '' : `inset(0 0 0 ${from}px)`;
    return;
  }
  const [x0, y0] = [Math.max(from, hole.left - rect.left), hole.top - rect.top];
  const [x1, y1] = [Math.max(from, hole.left - rect.left + hole.width), y0 + hole.height];
  const hollow = `${x0}px ${y0}px, ${x1}px ${y0}px, ${x1}px ${y1}px, ${x0}px ${y1}px, ${x0}px ${y0}px`;
  style.clipPath = `polygon(evenodd, ${from}px 0, 100% 0, 100% 100%, ${from}px 100%, ${from}px 0, ${hollow})`;
}

/** A range may be higher than a browser can draw: only what the window may show of it is drawn. */
function near(rect: Rect | null, { top, bottom }: OverlayFrame['window']): Rect | null {
  if (rect === null) return null;
  const from = Math.max(rect.top, top - beyondEdge);
  const to = Math.min(rect.top + rect.height, bottom + beyondEdge);
  return to <= from ? null : { ...rect, top: from, height: to - from };
}

const beyondEdge = 500;
/** A grip at the window's left edge is seen whole. */
const gripInset = 7;

export interface OverlayFrame {
  readonly geometry: Geometry;
  readonly selection: Selection | null;
  readonly marks: Marks;
  /** Whether the selection has a corner to fill from. */
  readonly corner: boolean;
  /** Pixels scrolled sideways. */
  readonly scrollLeft: number;
  /** Content pixels the window shows. */
  readonly window: { readonly top: number; readonly bottom: number };
}

/** What is drawn over the cells: the active cell's ring, the selected range, what was copied. */
export class OverlayView {
  readonly #range: Box;
  readonly #active: Box;
  readonly #copied: Box;
  readonly #filling: Box;
  readonly #drop: Box;
  readonly #corner: Dot;
  readonly #grips: readonly [Dot, Dot];
  #empty = false;

  constructor(layer: HTMLElement, frozen: HTMLElement) {
    this.#copied = new Box('wg-copied', layer, frozen);
    this.#range = new Box('wg-range', layer, frozen);
    this.#active = new Box('wg-active', layer, frozen);
    this.#filling = new Box('wg-filling', layer, frozen);
    this.#drop = new Box('wg-drop', layer, frozen);
    this.#corner = new Dot('wg-fill', layer, frozen);
    this.#grips = [new Dot('wg-grip', layer, frozen), new Dot('wg-grip is-end', layer, frozen)];
  }

  render({ geometry, selection, marks, corner, scrollLeft, window }: OverlayFrame): void {
    const { copied, filling, dropGap, grips } = marks;
    const nothing = selection === null && copied === null && dropGap === null;
    if (nothing && this.#empty) return;
    this.#empty = nothing;
    const edges = { frozen: geometry.columns.frozen, scrollLeft };
    const active = near(selection && placeRect(geometry, selection.active), window);
    const range = selection && !isSingle(selection) ? rangeRect(geometry, rangeOf(selection)) : null;
    this.#active.put(active, edges);
    this.#range.put(near(range, window), edges, active);
    this.#copied.put(near(copied && rangeRect(geometry, copied), window), edges);
    this.#filling.put(near(filling && rangeRect(geometry, filling), window), edges);
    this.#drop.put(near(dropGap === null ? null : gapRect(geometry, dropGap), window), edges);
    this.#putDots(geometry, selection, { corner, grips }, edges, window);
  }

  #putDots(
    geometry: Geometry,
    selection: Selection | null,
    { corner, grips }: { readonly corner: boolean; readonly grips: boolean },
    edges: Edges,
    window: OverlayFrame['window'],
  ): void {
    const { held } = geometry.columns;
    const range = selection && rangeOf(selection);
    const rect = range && (corner || grips) ? rangeRect(geometry, range) : null;
    const start = rect &&
      range && { x: Math.max(rect.left, gripInset), y: rect.top, held: range.columns[0] < held };
    const end = rect &&
      range && { x: rect.left + rect.width, y: rect.top + rect.height, held: range.columns[1] < held };
    this.#corner.put(corner ? end : null, edges, window);
    this.#grips[0].put(grips ? start : null, edges, window);
    this.#grips[1].put(grips ? end : null, edges, window);
  }
}
