import { make } from '../../fields/painting/cell-painter.ts';
import type { Marks } from '../grid-store.ts';
import { isSingle, rangeOf, type Selection } from '../model/selection.ts';
import { type Geometry, gapRect, placeRect, rangeRect } from './geometry.ts';
import { Box, beyondEdge, type Edges, near, type Seen } from './overlay-box.ts';

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
    { top, bottom }: Seen,
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
  readonly window: Seen;
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
    window: Seen,
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
