import { type BaseRecord, type FieldEnv, type FieldKind, fieldType } from '@weft/core';
import type { GridProps } from './grid-props.ts';
import type { Editing, GridState } from './grid-store.ts';
import { type Column, type Columns, columnsBetween, phone } from './model/columns.ts';
import { ScrollMap } from './model/scroll-map.ts';
import { clampSelection, type Extent, type Place, type Range, type Selection } from './model/selection.ts';
import { type Geometry, headerHeight, placeRect, rowHeights } from './view/geometry.ts';
import { LookKeeper } from './view/look-keeper.ts';
import { OverlayView } from './view/overlay-view.ts';
import type { RowLook } from './view/row-slot.ts';
import { RowsView } from './view/rows-view.ts';

/** The elements a grid is made of; React makes them, the controller fills them. */
export interface GridElements {
  readonly root: HTMLElement;
  readonly scroller: HTMLElement;
  readonly content: HTMLElement;
  readonly rows: HTMLElement;
  readonly overlay: HTMLElement;
  readonly frozenOverlay: HTMLElement;
  /** Where the row for a new record stands, if there is one. */
  readonly tail: HTMLElement;
  /** Holds the focus, so that typing, input methods, copy and paste arrive as in any text box. */
  readonly proxy: HTMLTextAreaElement;
}

/** Pixels beyond each side of the window within which columns are drawn. */
const beside = 80;

const noColumns: Columns = { list: [], check: 0, frozen: 0, width: 0 };

/**
 * The grid's state and its one frame: rows, overlay and scrolling are drawn here, outside React, so that scrolling
 * costs no rendering; React draws the header, the editor and the footer from `state`.
 */
export class GridController {
  readonly #listeners = new Set<() => void>();
  readonly #map = new ScrollMap();
  #props: GridProps;
  #elements: GridElements | null = null;
  #rows: RowsView | null = null;
  #overlay: OverlayView | null = null;
  readonly #looks = new LookKeeper();
  #look: RowLook | null = null;
  #resizing: { readonly fieldId: string; readonly width: number } | undefined;
  // Read once for each scroll or resize: asking the elements while they are being changed would lay them out each time.
  #scroll = { left: 0, top: 0 };
  #window = { width: 0, height: 0 };
  readonly #coarse = matchMedia('(pointer: coarse)').matches;
  #copied: Range | null = null;
  #activeId: string | null = null;
  #frame = 0;
  #settling: ReturnType<typeof setTimeout> | undefined;
  #leave: () => void = () => {};
  #state: GridState = {
    columns: noColumns,
    shown: [1, 1],
    selection: null,
    editing: null,
    checked: new Set(),
    rowCount: 0,
    countKnown: false,
  };

  constructor(props: GridProps) {
    this.#props = props;
  }

  get props(): GridProps {
    return this.#props;
  }

  get state(): GridState {
    return this.#state;
  }

  get canEdit(): boolean {
    return this.#props.context.role !== 'read';
  }

  /** Kinds that can be written into a cell here. */
  isEditable(kind: FieldKind): boolean {
    return !fieldType(kind).readOnly && kind !== 'attachments' && kind !== 'linked_record';
  }

  get env(): FieldEnv {
    const { timeZone, locale, formatPhone } = this.#props.context;
    return { timeZone, locale, ...(formatPhone && { formatPhone }) };
  }

  get extent(): Extent {
    return { rows: this.#state.rowCount, columns: this.#state.columns.list.length };
  }

  get rowHeight(): number {
    const own = rowHeights[this.#props.context.view.config.rowHeight];
    // Under a thumb rows are at least 40 high (look, section 8).
    const thumb = this.#coarse || this.#window.width < phone.below;
    return thumb ? Math.max(own, rowHeights.medium) : own;
  }

  /** Pixels the window is scrolled by. */
  get scrolledBy(): { readonly left: number; readonly top: number } {
    return this.#scroll;
  }

  get geometry(): Geometry {
    return { columns: this.#state.columns, rowHeight: this.rowHeight, offset: this.#map.offset };
  }

  get elements(): GridElements | null {
    return this.#elements;
  }

  /** Rows a page key moves by. */
  get pageRows(): number {
    return Math.max(1, Math.floor(this.#windowHeight / this.rowHeight) - 1);
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  getState = (): GridState => this.#state;

  attach(elements: GridElements): () => void {
    this.#elements = elements;
    this.#rows = new RowsView(elements.rows);
    this.#overlay = new OverlayView(elements.overlay, elements.frozenOverlay);
    const resized = new ResizeObserver(() => this.#resized());
    resized.observe(elements.scroller);
    this.#follow();
    this.#resized();
    return () => {
      this.#leave();
      resized.disconnect();
      cancelAnimationFrame(this.#frame);
      clearTimeout(this.#settling);
      elements.rows.replaceChildren();
      elements.overlay.replaceChildren();
      elements.frozenOverlay.replaceChildren();
      this.#elements = null;
    };
  }

  /** New table, view, source or settings from outside. */
  setProps(props: GridProps): void {
    const before = this.#props;
    this.#props = props;
    if (this.#elements === null) return;
    if (before.source !== props.source || before.remote !== props.remote) this.#follow();
    if (before.source !== props.source) this.#restart();
    this.layout();
  }

  /** Columns, heights and everything on them anew. */
  layout(): void {
    const { root, scroller, content } = this.#elements ?? {};
    if (!root || !scroller || !content) return;
    const { rowCount, countKnown } = this.#props.source;
    const look = this.#looks.look(this.#props.context, this.env, {
      viewport: this.#window.width,
      rowCount,
      resizing: this.#resizing,
      tall: this.rowHeight >= rowHeights.tall,
      canCheck: this.canEdit,
    });
    const { columns } = look;
    this.#look = look;
    const tailHeight = this.canEdit ? this.rowHeight : 0;
    const scrollTop = this.#map.resize(rowCount * this.rowHeight + tailHeight, this.#windowHeight);
    root.style.setProperty('--wg-row', `${this.rowHeight}px`);
    root.classList.toggle('is-tall', this.rowHeight >= rowHeights.tall);
    content.style.width = `${columns.width}px`;
    content.style.height = `${this.#map.height + headerHeight}px`;
    this.#scrollTo(scrollTop);
    this.#set({ columns, rowCount, countKnown, shown: this.#shownColumns(columns) });
    this.#keepSelection();
    this.draw(false);
  }

  /** Draws the window once, before the next frame, however often it is asked. */
  schedule(): void {
    if (this.#frame !== 0) return;
    this.#frame = requestAnimationFrame(() => {
      this.#frame = 0;
      if (this.#props.source.rowCount !== this.#state.rowCount || !this.#state.countKnown) this.layout();
      else {
        this.#keepSelection();
        this.draw(false);
      }
    });
  }

  /** The scroller moved. */
  scrolled(): void {
    const { scroller } = this.#elements ?? {};
    if (!scroller) return;
    const before = this.#scroll;
    this.#scroll = { left: scroller.scrollLeft, top: scroller.scrollTop };
    if (before.left > 0 !== this.#scroll.left > 0)
      this.#elements?.root.classList.toggle('is-scrolled', this.#scroll.left > 0);
    this.#map.scrolled(this.#scroll.top);
    if (this.#map.cornered) this.#settle();
    clearTimeout(this.#settling);
    this.#settling = setTimeout(() => this.#settle(), 150);
    const shown = this.#shownColumns(this.#state.columns);
    if (shown[0] !== this.#state.shown[0] || shown[1] !== this.#state.shown[1]) this.#set({ shown });
    this.draw(true);
  }

  draw(moved: boolean): void {
    const { tail } = this.#elements ?? {};
    if (!tail || !this.#look) return;
    const { geometry } = this;
    this.#rows?.render(
      {
        look: this.#look,
        geometry,
        source: this.#props.source,
        from: this.#map.top,
        to: this.#map.top + this.#windowHeight,
        shown: this.#state.shown,
        checked: this.#state.checked,
      },
      moved,
    );
    tail.style.transform = `translateY(${headerHeight + this.#state.rowCount * this.rowHeight - this.#map.offset}px)`;
    this.#drawOverlay();
  }

  select(selection: Selection | null, reveal = true): void {
    this.#set({ selection });
    this.#activeId = selection ? (this.#props.source.row(selection.active.row)?.id ?? null) : null;
    if (selection && reveal)
      this.reveal(selection.head === selection.anchor ? selection.active : selection.head);
    this.#drawOverlay();
  }

  /** Scrolls as little as shows a cell whole. */
  reveal(place: Place): void {
    const { scroller } = this.#elements ?? {};
    const rect = placeRect(this.geometry, place);
    if (!scroller || !rect) return;
    const top = place.row * this.rowHeight;
    const bottom = top + this.rowHeight;
    let moved = true;
    if (top < this.#map.top) scroller.scrollTop = this.#map.moveTo(top);
    else if (bottom > this.#map.top + this.#windowHeight)
      scroller.scrollTop = this.#map.moveTo(bottom - this.#windowHeight);
    else moved = false;
    if (place.column > 0) {
      const { frozen } = this.#state.columns;
      const right = rect.left + rect.width - this.#window.width;
      const left = this.#scroll.left;
      const wanted =
        rect.left - frozen < left ? rect.left - frozen : Math.min(Math.max(left, right), rect.left - frozen);
      if (wanted !== left) {
        scroller.scrollLeft = wanted;
        moved = true;
      }
    }
    if (moved) this.scrolled();
  }

  /** The place under a pointer, if the pointer is over the cells; beyond an edge the nearest. */
  placeAt(clientX: number, clientY: number): Place {
    const { scroller } = this.#elements ?? {};
    const box = scroller?.getBoundingClientRect();
    const { columns } = this.#state;
    const x = clientX - (box?.left ?? 0);
    const contentX = x < columns.frozen ? x : x + this.#scroll.left;
    const y = clientY - (box?.top ?? 0) - headerHeight + this.#map.top;
    const column = columns.list.findLastIndex((each) => each.left <= contentX);
    return {
      row: Math.min(Math.max(0, Math.floor(y / this.rowHeight)), Math.max(0, this.#state.rowCount - 1)),
      column: Math.max(0, column),
    };
  }

  column(index: number): Column | undefined {
    return this.#state.columns.list[index];
  }

  record(row: number): BaseRecord | undefined {
    return this.#props.source.row(row);
  }

  edit(editing: Editing | null): void {
    this.#set({ editing });
  }

  check(checked: ReadonlySet<string>): void {
    this.#set({ checked });
    this.draw(false);
  }

  markCopied(range: Range | null): void {
    this.#copied = range;
    this.#drawOverlay();
  }

  /** A column's width while its edge is dragged; undefined when it is let go. */
  resize(resizing: { readonly fieldId: string; readonly width: number } | undefined): void {
    this.#resizing = resizing;
    this.layout();
  }

  focus(): void {
    this.#elements?.proxy.focus({ preventScroll: true });
  }

  get #windowHeight(): number {
    return Math.max(0, this.#window.height - headerHeight);
  }

  #shownColumns(columns: Columns): readonly [number, number] {
    const { left } = this.#scroll;
    return columnsBetween(columns, left + columns.frozen - beside, left + this.#window.width + beside);
  }

  #drawOverlay(): void {
    const { left, top } = this.#scroll;
    this.#overlay?.render({
      geometry: this.geometry,
      selection: this.#state.selection,
      copied: this.#copied,
      scrollLeft: left,
      window: { top, bottom: top + this.#window.height },
    });
  }

  #resized(): void {
    const { clientWidth = 0, clientHeight = 0 } = this.#elements?.scroller ?? {};
    this.#window = { width: clientWidth, height: clientHeight };
    this.layout();
  }

  #scrollTo(scrollTop: number): void {
    const { scroller } = this.#elements ?? {};
    if (!scroller || this.#scroll.top === scrollTop) return;
    scroller.scrollTop = scrollTop;
    this.#scroll = { ...this.#scroll, top: scroller.scrollTop };
  }

  #settle(): void {
    const scrollTop = this.#map.settle(this.#scroll.top);
    if (scrollTop === null) return;
    this.#scrollTo(scrollTop);
    this.draw(false);
  }

  /** Rows come, go and move under the selection: it stays with its record. */
  #keepSelection(): void {
    const { selection } = this.#state;
    if (selection === null) return;
    const row = this.#activeId === null ? -1 : this.#props.source.indexOf(this.#activeId);
    const by = row === -1 ? 0 : row - selection.active.row;
    const moved = (place: Place): Place => (by === 0 ? place : { ...place, row: place.row + by });
    const { active, anchor, head } = selection;
    const kept = clampSelection(
      { active: moved(active), anchor: moved(anchor), head: moved(head) },
      this.extent,
    );
    if (JSON.stringify(kept) !== JSON.stringify(selection)) this.#set({ selection: kept });
    if (row === -1 && kept) this.#activeId = this.#props.source.row(kept.active.row)?.id ?? this.#activeId;
  }

  #follow(): void {
    this.#leave();
    const { source, remote } = this.#props;
    const leaveRows = source.subscribe(() => this.schedule());
    const leaveRemote = remote((recordIds) => {
      this.#rows?.tint(recordIds);
      this.schedule();
    });
    this.#leave = () => {
      leaveRows();
      leaveRemote();
    };
  }

  #restart(): void {
    this.#activeId = null;
    this.#copied = null;
    this.#set({ selection: null, editing: null, checked: new Set() });
    this.#map.moveTo(0);
    this.#scroll = { left: 0, top: 0 };
    this.#elements?.scroller.scrollTo(0, 0);
  }

  #set(part: Partial<GridState>): void {
    this.#state = { ...this.#state, ...part };
    for (const listener of this.#listeners) listener();
  }
}
