import type { BaseRecord, FieldEnv } from '@weft/core';
import type { GridProps } from './grid-props.ts';
import type { Editing, GridState } from './grid-store.ts';
import { type Column, type Columns, columnsBetween, phone } from './model/columns.ts';
import {
  type Extent,
  followRow,
  type Place,
  type Range,
  rangeOf,
  type Selection,
} from './model/selection.ts';
import { PlaceHold } from './place-hold.ts';
import { type Geometry, headerHeight, rowHeights } from './view/geometry.ts';
import { LookKeeper } from './view/look-keeper.ts';
import { OverlayView } from './view/overlay-view.ts';
import type { RowLook } from './view/row-slot.ts';
import { RowsView } from './view/rows-view.ts';
import { Viewport } from './view/viewport.ts';

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

const noColumns: Columns = { list: [], check: 0, held: 0, frozen: 0, width: 0 };

/**
 * The grid's state and its one frame: rows, overlay and scrolling are drawn here, outside React, so that scrolling
 * costs no rendering; React draws the header, the editor and the footer from `state`.
 */
export class GridController {
  readonly #listeners = new Set<() => void>();
  readonly #view = new Viewport();
  #props: GridProps;
  #elements: GridElements | null = null;
  #rows: RowsView | null = null;
  #overlay: OverlayView | null = null;
  readonly #looks = new LookKeeper();
  readonly #holds = new PlaceHold(
    (keep) => {
      const { selection } = this.#state;
      return this.#props.source.hold(selection && rangeOf(selection).rows, keep);
    },
    () => this.layout(),
  );
  #look: RowLook | null = null;
  #resizing: { readonly fieldId: string; readonly width: number } | undefined;
  readonly #coarse = matchMedia('(pointer: coarse)').matches;
  #copied: Range | null = null;
  /** What a drag of the selection's corner would fill. */
  #filling: Range | null = null;
  /** Whether the range can be dragged by its corners, as a finger that rested on the cells has it. */
  #grips = false;
  #activeId: string | null = null;
  #frame = 0;
  #settling: ReturnType<typeof setTimeout> | undefined;
  #leave: () => void = () => {};
  #state: GridState = {
    columns: noColumns,
    shown: [0, 0],
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
    const thumb = this.#coarse || this.#view.width < phone.below;
    return thumb ? Math.max(own, rowHeights.medium) : own;
  }

  /** Pixels the window is scrolled by. */
  get scrolledBy(): { readonly left: number; readonly top: number } {
    return this.#view.scroll;
  }

  get geometry(): Geometry {
    return { columns: this.#state.columns, rowHeight: this.rowHeight, offset: this.#view.offset };
  }

  get elements(): GridElements | null {
    return this.#elements;
  }

  /** Pixels of the window. */
  get width(): number {
    return this.#view.width;
  }

  /** Rows a page key moves by. */
  get pageRows(): number {
    return Math.max(1, Math.floor(this.#view.height / this.rowHeight) - 1);
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  getState = (): GridState => this.#state;

  attach(elements: GridElements): () => void {
    this.#elements = elements;
    this.#view.attach(elements.scroller);
    this.#rows = new RowsView(elements.rows);
    this.#overlay = new OverlayView(elements.overlay, elements.frozenOverlay);
    const resized = new ResizeObserver(() => this.#resized());
    resized.observe(elements.scroller);
    const leaveHold = this.#holds.attach(elements.root);
    this.#follow();
    this.#resized();
    return () => {
      this.#leave();
      leaveHold();
      resized.disconnect();
      cancelAnimationFrame(this.#frame);
      clearTimeout(this.#settling);
      elements.rows.replaceChildren();
      elements.overlay.replaceChildren();
      elements.frozenOverlay.replaceChildren();
      this.#view.attach(null);
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
    const { root, content } = this.#elements ?? {};
    if (!root || !content) return;
    const { rowCount, countKnown } = this.#props.source;
    const look = this.#looks.look(this.#props.context, this.env, {
      viewport: this.#view.width,
      rowCount,
      resizing: this.#resizing,
      tall: this.rowHeight >= rowHeights.tall,
      canCheck: this.canEdit,
    });
    const { columns } = look;
    this.#look = look;
    const tailHeight = this.canEdit ? this.rowHeight : 0;
    const scrollTop = this.#view.resizeList(rowCount * this.rowHeight + tailHeight);
    root.style.setProperty('--wg-row', `${this.rowHeight}px`);
    root.classList.toggle('is-tall', this.rowHeight >= rowHeights.tall);
    content.style.width = `${columns.width}px`;
    content.style.height = `${this.#view.contentHeight}px`;
    this.#view.scrollTo(scrollTop);
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
    const { root } = this.#elements ?? {};
    if (!root) return;
    this.#view.scrolled();
    root.classList.toggle('is-scrolled', this.#view.scroll.left > 0);
    if (this.#view.cornered) this.#settle();
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
        ...this.#view.rows,
        shown: this.#state.shown,
        checked: this.#state.checked,
      },
      moved,
    );
    tail.style.transform = `translateY(${headerHeight + this.#state.rowCount * this.rowHeight - this.#view.offset}px)`;
    this.#drawOverlay();
  }

  select(selection: Selection | null, reveal = true): void {
    this.#set({ selection });
    this.#activeId = selection ? (this.#props.source.row(selection.active.row)?.id ?? null) : null;
    // What was edited where one has been may move now, and this selection with its record.
    if (this.#holds.hold()) this.layout();
    const now = this.#state.selection;
    if (now && reveal) this.reveal(now.head === now.anchor ? now.active : now.head);
    this.#drawOverlay();
  }

  /** Scrolls as little as shows a cell whole. */
  reveal(place: Place): void {
    if (this.#view.reveal(place, this.geometry)) this.scrolled();
  }

  /** Scrolls sideways to where the table begins. */
  revealStart(): void {
    if (this.#view.toLeft()) this.scrolled();
  }

  /** The place under a pointer, if the pointer is over the cells; beyond an edge the nearest. */
  placeAt(clientX: number, clientY: number): Place {
    // A press can come before the event of the scroll it follows: it means what is under it now.
    if (this.#view.behind) this.scrolled();
    return this.#view.placeAt(clientX, clientY, this.#state.columns, this.rowHeight, this.#state.rowCount);
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

  get grips(): boolean {
    return this.#grips;
  }

  showGrips(on: boolean): void {
    if (this.#grips === on) return;
    this.#grips = on;
    this.#drawOverlay();
  }

  markFilling(range: Range | null): void {
    this.#filling = range;
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

  #shownColumns(columns: Columns): readonly [number, number] {
    const { left } = this.#view.scroll;
    return columnsBetween(columns, left + columns.frozen - beside, left + this.#view.width + beside);
  }

  #drawOverlay(): void {
    this.#overlay?.render({
      geometry: this.geometry,
      selection: this.#state.selection,
      copied: this.#copied,
      filling: this.#filling,
      corner: this.canEdit && !this.#coarse && !this.#grips,
      grips: this.#grips,
      scrollLeft: this.#view.scroll.left,
      window: this.#view.shown,
    });
  }

  #resized(): void {
    this.#view.measure();
    this.layout();
  }

  #settle(): void {
    if (this.#view.settle()) this.draw(false);
  }

  /** Rows come, go and move under the selection: it stays with its record. */
  #keepSelection(): void {
    const { selection } = this.#state;
    if (selection === null) return;
    const row = this.#activeId === null ? -1 : this.#props.source.indexOf(this.#activeId);
    const kept = followRow(selection, row, this.extent);
    if (kept !== selection) this.#set({ selection: kept });
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
    this.#props.source.hold(null);
    this.#activeId = null;
    this.#copied = null;
    this.#grips = false;
    this.#set({ selection: null, editing: null, checked: new Set() });
    this.#view.toStart();
  }

  #set(part: Partial<GridState>): void {
    this.#state = { ...this.#state, ...part };
    for (const listener of this.#listeners) listener();
  }
}
