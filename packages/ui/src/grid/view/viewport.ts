import type { Columns } from '../model/columns.ts';
import { ScrollMap } from '../model/scroll-map.ts';
import type { Place } from '../model/selection.ts';
import { type Geometry, headerHeight, placeRect } from './geometry.ts';

/** The window onto the grid: how large it is, where it is scrolled to, and what lies under a pointer. */
export class Viewport {
  readonly #map = new ScrollMap();
  #scroller: HTMLElement | null = null;
  // Read once for each scroll or resize: asking the element while it is being changed would lay it out each time.
  #scroll = { left: 0, top: 0 };
  #size = { width: 0, height: 0 };

  attach(scroller: HTMLElement | null): void {
    this.#scroller = scroller;
  }

  get width(): number {
    return this.#size.width;
  }

  /** Pixels of the window below the header. */
  get height(): number {
    return Math.max(0, this.#size.height - headerHeight);
  }

  /** Pixels the window is scrolled by. */
  get scroll(): { readonly left: number; readonly top: number } {
    return this.#scroll;
  }

  /** List pixels [from, to) of the rows in the window. */
  get rows(): { readonly from: number; readonly to: number } {
    return { from: this.#map.top, to: this.#map.top + this.height };
  }

  /** Content pixels the window shows. */
  get shown(): { readonly top: number; readonly bottom: number } {
    return { top: this.#scroll.top, bottom: this.#scroll.top + this.#size.height };
  }

  /** List pixel minus content pixel (see ScrollMap). */
  get offset(): number {
    return this.#map.offset;
  }

  /** Pixels the scrolled content has to be high. */
  get contentHeight(): number {
    return this.#map.height + headerHeight;
  }

  /** The scroller has another size. */
  measure(): void {
    const { clientWidth = 0, clientHeight = 0 } = this.#scroller ?? {};
    this.#size = { width: clientWidth, height: clientHeight };
  }

  /** The list has another height; the answer is the scrollTop that keeps the place, for `scrollTo`. */
  resizeList(height: number): number {
    return this.#map.resize(height, this.height);
  }

  scrollTo(scrollTop: number): void {
    if (!this.#scroller || this.#scroll.top === scrollTop) return;
    this.#scroller.scrollTop = scrollTop;
    this.#scroll = { ...this.#scroll, top: this.#scroller.scrollTop };
  }

  /** The scroller moved. */
  scrolled(): void {
    if (!this.#scroller) return;
    this.#scroll = { left: this.#scroller.scrollLeft, top: this.#scroller.scrollTop };
    this.#map.scrolled(this.#scroll.top);
  }

  /** Whether the scroller has moved without its event having come. */
  get behind(): boolean {
    const { left, top } = this.#scroll;
    return (
      this.#scroller !== null && (this.#scroller.scrollLeft !== left || this.#scroller.scrollTop !== top)
    );
  }

  /** True when the scrollbar is about to end although the list does not. */
  get cornered(): boolean {
    return this.#map.cornered;
  }

  /** Puts the scrollbar where it belongs; true when that moved it. */
  settle(): boolean {
    const scrollTop = this.#map.settle(this.#scroll.top);
    if (scrollTop === null) return false;
    this.scrollTo(scrollTop);
    return true;
  }

  toStart(): void {
    this.#map.moveTo(0);
    this.#scroll = { left: 0, top: 0 };
    this.#scroller?.scrollTo(0, 0);
  }

  /** Scrolls as little as shows a cell whole; true when it had to. */
  reveal(place: Place, geometry: Geometry): boolean {
    const rect = placeRect(geometry, place);
    if (!this.#scroller || !rect) return false;
    const top = place.row * geometry.rowHeight;
    const bottom = top + geometry.rowHeight;
    let moved = true;
    if (top < this.#map.top) this.#scroller.scrollTop = this.#map.moveTo(top);
    else if (bottom > this.rows.to) this.#scroller.scrollTop = this.#map.moveTo(bottom - this.height);
    else moved = false;
    const { held, frozen } = geometry.columns;
    if (place.column < held) return moved;
    const right = rect.left + rect.width - this.width;
    const { left } = this.#scroll;
    const start = rect.left - frozen;
    const wanted = start < left ? start : Math.min(Math.max(left, right), start);
    if (wanted === left) return moved;
    this.#scroller.scrollLeft = wanted;
    return true;
  }

  /** Scrolls to the first columns; the held ones are in sight wherever one is, so to reveal them moves nothing. */
  toLeft(): boolean {
    if (!this.#scroller || this.#scroll.left === 0) return false;
    this.#scroller.scrollLeft = 0;
    return true;
  }

  /** The place under a pointer, if the pointer is over the cells; beyond an edge the nearest. */
  placeAt(clientX: number, clientY: number, columns: Columns, rowHeight: number, rowCount: number): Place {
    const box = this.#scroller?.getBoundingClientRect();
    const x = clientX - (box?.left ?? 0);
    const contentX = x < columns.frozen ? x : x + this.#scroll.left;
    const y = clientY - (box?.top ?? 0) - headerHeight + this.#map.top;
    const column = columns.list.findLastIndex((each) => each.left <= contentX);
    return {
      row: Math.min(Math.max(0, Math.floor(y / rowHeight)), Math.max(0, rowCount - 1)),
      column: Math.max(0, column),
    };
  }
}
