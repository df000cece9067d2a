import { type Columns, columnsBetween, noColumns, phone } from '../model/columns.ts';
import { RowTops } from '../model/row-tops.ts';
import { ScrollMap } from '../model/scroll-map.ts';
import type { Place } from '../model/selection.ts';
import { type Geometry, headerHeight, placeRect, type Rect, rowHeights } from './geometry.ts';

/** Pixels beyond each side of the window within which columns are drawn. */
const beside = 80;
/** Milliseconds without a scroll event after which scrolling has ended (debounce). */
const scrollEnd = 150;

/** The visible part of the grid: its size, its scroll position, and the rows and columns in it. */
export class Viewport {
  /** Whether a finger points: rows are higher then, and what is too small for one is not there. */
  readonly coarse = matchMedia('(pointer: coarse)').matches;
  readonly #map = new ScrollMap();
  #scroller: HTMLElement | null = null;
  // Read once for each scroll or resize: asking the element while it is being changed would lay it out each time.
  #scroll = { left: 0, top: 0 };
  #size = { width: 0, height: 0 };
  #columns = noColumns;
  #tops = new RowTops(rowHeights.short, 0);
  #resting: ReturnType<typeof setTimeout> | undefined;
  #settled: () => void = () => {};

  /** Looks through an element. `resized` hears of another size, `settled` that the scrollbar was put right. */
  attach(scroller: HTMLElement, on: { readonly resized: () => void; readonly settled: () => void }) {
    this.#scroller = scroller;
    this.#settled = on.settled;
    const measure = () => {
      this.#size = { width: scroller.clientWidth, height: scroller.clientHeight };
      on.resized();
    };
    const observer = new ResizeObserver(measure);
    observer.observe(scroller);
    measure();
    return () => {
      observer.disconnect();
      clearTimeout(this.#resting);
      this.#scroller = null;
    };
  }

  get width(): number {
    return this.#size.width;
  }

  /** Pixels of the window below the header. */
  get #height(): number {
    return Math.max(0, this.#size.height - headerHeight);
  }

  get rowHeight(): number {
    return this.#tops.rowHeight;
  }

  /** Pixels the window is scrolled by. */
  get scroll(): { readonly left: number; readonly top: number } {
    return this.#scroll;
  }

  /** List pixels [from, to) of the rows in the window. */
  get rows(): { readonly from: number; readonly to: number } {
    return { from: this.#map.top, to: this.#map.top + this.#height };
  }

  /** Content pixels the window shows. */
  get shown(): { readonly top: number; readonly bottom: number } {
    return { top: this.#scroll.top, bottom: this.#scroll.top + this.#size.height };
  }

  /** Scrolled columns [from, to) that are drawn. */
  get shownColumns(): readonly [number, number] {
    const { left } = this.#scroll;
    return columnsBetween(
      this.#columns,
      left + this.#columns.frozen - beside,
      left + this.#size.width + beside,
    );
  }

  get geometry(): Geometry {
    return { columns: this.#columns, tops: this.#tops, offset: this.#map.offset };
  }

  /** Pixels the scrolled content has to be high. */
  get contentHeight(): number {
    return this.#map.height + headerHeight;
  }

  /** Rows a page key moves by. */
  get pageRows(): number {
    return Math.max(1, Math.floor(this.#height / this.rowHeight) - 1);
  }

  rectOf(place: Place): Rect | null {
    return placeRect(this.geometry, place);
  }

  /** Pixels of all rows, with the headers between them. */
  get listHeight(): number {
    return this.#tops.height;
  }

  /** Whether targets are as large as a thumb needs them. */
  get forThumbs(): boolean {
    return this.coarse || this.width < phone.below;
  }

  /** How high rows are that a view wants so: under a thumb at least 40 (look, section 8). */
  rowHeightFor(wanted: keyof typeof rowHeights): number {
    const own = rowHeights[wanted];
    return this.forThumbs ? Math.max(own, rowHeights.medium) : own;
  }

  /** Columns and rows stand otherwise, with `tail` pixels after the last; the answer is for `scrollTo`: it keeps the place. */
  layOut(columns: Columns, tops: RowTops, tail: number): number {
    this.#columns = columns;
    this.#tops = tops;
    return this.#map.resize(tops.height + tail, this.#height);
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
    if (this.#map.cornered) this.#settle();
    clearTimeout(this.#resting);
    this.#resting = setTimeout(() => this.#settle(), scrollEnd);
  }

  /** Puts the scrollbar where it belongs. */
  #settle(): void {
    const scrollTop = this.#map.settle(this.#scroll.top);
    if (scrollTop === null) return;
    this.scrollTo(scrollTop);
    this.#settled();
  }

  /** Whether the scroller has moved without its event having come. */
  get behind(): boolean {
    const { left, top } = this.#scroll;
    return (
      this.#scroller !== null && (this.#scroller.scrollLeft !== left || this.#scroller.scrollTop !== top)
    );
  }

  toStart(): void {
    this.#map.moveTo(0);
    this.#scroll = { left: 0, top: 0 };
    this.#scroller?.scrollTo(0, 0);
  }

  /** Scrolls as little as shows a cell whole; true when it had to. */
  reveal({ row, column }: Place): boolean {
    const aside = this.revealColumn(column);
    if (!this.#scroller || this.#columns.list[column] === undefined) return false;
    const top = this.#tops.top(row);
    const bottom = top + this.rowHeight;
    const { covered } = this.#tops;
    if (top - covered < this.#map.top) this.#scroller.scrollTop = this.#map.moveTo(top - covered);
    else if (bottom > this.rows.to) this.#scroller.scrollTop = this.#map.moveTo(bottom - this.#height);
    else return aside;
    return true;
  }

  /** Scrolls sideways as little as shows a column whole; true when it had to. */
  revealColumn(index: number): boolean {
    const { list, held, frozen } = this.#columns;
    const column = list[index];
    if (!this.#scroller || !column || index < held) return false;
    const right = column.left + column.width - this.width;
    const { left } = this.#scroll;
    const start = column.left - frozen;
    const wanted = start < left ? start : Math.min(Math.max(left, right), start);
    if (wanted === left) return false;
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
  placeAt(clientX: number, clientY: number): Place {
    const box = this.#scroller?.getBoundingClientRect();
    const x = clientX - (box?.left ?? 0);
    const contentX = x < this.#columns.frozen ? x : x + this.#scroll.left;
    const y = clientY - (box?.top ?? 0) - headerHeight + this.#map.top;
    const column = this.#columns.list.findLastIndex((each) => each.left <= contentX);
    return {
      row: this.#tops.rowAt(y),
      column: Math.max(0, column),
    };
  }
}
