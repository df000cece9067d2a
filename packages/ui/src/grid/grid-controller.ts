import type { BaseRecord, Field, FieldEnv } from '@weft/core';
import { mayEditBase } from '@weft/core';
import { withoutUndefined } from '@weft/std';
import type { GridProps } from './grid-props.ts';
import { type Editing, type GridState, GridStore, type Marks, untouched } from './grid-store.ts';
import { isWritten } from './model/clipboard/link-cells.ts';
import type { Column, Columns } from './model/columns.ts';
import { groupHeights, RowTops } from './model/row-tops.ts';
import {
  type Extent,
  followColumns,
  followRow,
  type Place,
  rangeOf,
  type Selection,
  selectCell,
} from './model/selection.ts';
import type { PersonInCell } from './people.ts';
import { PlaceHold } from './place-hold.ts';
import { Drawing, type GridElements } from './view/drawing.ts';
import { rowHeights } from './view/geometry.ts';
import { LookKeeper } from './view/look-keeper.ts';
import { Viewport } from './view/viewport.ts';

const noPeople: readonly PersonInCell[] = [];

const idsOf = ({ list }: Columns): readonly string[] => list.map(({ field }) => field.id);

/**
 * The centre of a grid: keys, pointers and menus act through it, and it keeps state, viewport and drawing in sync with the
 * rows. Cells are drawn by `Drawing`; React draws the rest from `store`.
 */
export class GridController {
  readonly store = new GridStore();
  readonly viewport = new Viewport();
  readonly #looks = new LookKeeper();
  readonly #holds = new PlaceHold(
    (keep) => {
      const { selection } = this.state;
      return this.#props.source.hold(selection && rangeOf(selection).rows, keep);
    },
    () => this.layout(),
  );
  #props: GridProps;
  #elements: GridElements | null = null;
  #drawing: Drawing | null = null;
  /** A column's width while its edge is dragged. */
  #resizing: { readonly fieldId: string; readonly width: number } | undefined;
  #activeId: string | null = null;
  /** The headers of the groups as they are laid out. */
  #headers: readonly unknown[] = [];
  /** The cell under the pointer. */
  #pointed: Place | null = null;
  /** The active cell that was told last. */
  #told: { readonly recordId: string; readonly fieldId: string } | null = null;
  #frame = 0;
  #leave: () => void = () => {};

  constructor(props: GridProps) {
    this.#props = props;
  }

  get props(): GridProps {
    return this.#props;
  }

  get state(): GridState {
    return this.store.get();
  }

  get elements(): GridElements | null {
    return this.#elements;
  }

  get canEdit(): boolean {
    return mayEditBase(this.#props.context.role);
  }

  /** Whether records and fields are added here. */
  get canAdd(): boolean {
    return this.canEdit && this.#props.context.fixedFieldIds === undefined;
  }

  /** Whether cells of a field are written here. */
  readonly isWritten = (field: Field): boolean =>
    isWritten(field) && this.#props.context.fixedFieldIds?.has(field.id) !== true;

  get env(): FieldEnv {
    const { timeZone, locale, formatPhone, linked, shownField } = this.#props.context;
    return { timeZone, locale, ...withoutUndefined({ formatPhone, linked, shownField }) };
  }

  get extent(): Extent {
    return { rows: this.state.rowCount, columns: this.state.columns.list.length };
  }

  column(index: number): Column | undefined {
    return this.state.columns.list[index];
  }

  record(row: number): BaseRecord | undefined {
    return this.#props.source.row(row);
  }

  attach(elements: GridElements): () => void {
    const drawing = new Drawing(elements, this.viewport);
    this.#elements = elements;
    this.#drawing = drawing;
    const leaveHold = this.#holds.attach(elements.root);
    this.#follow();
    const leaveViewport = this.viewport.attach(elements.scroller, {
      resized: () => this.layout(),
      settled: () => this.#draw(false),
    });
    return () => {
      this.#leave();
      leaveHold();
      leaveViewport();
      cancelAnimationFrame(this.#frame);
      drawing.clear();
      this.#elements = null;
      this.#drawing = null;
    };
  }

  /** New table, view, source or settings from outside. */
  setProps(props: GridProps): void {
    const before = this.#props;
    this.#props = props;
    if (this.#elements === null) return;
    if (before.source !== props.source || before.remote !== props.remote || before.people !== props.people)
      this.#follow();
    if (before.source !== props.source) this.#restart();
    this.layout();
  }

  /** Recomputes columns and row heights, and redraws. */
  layout(): void {
    if (this.#drawing === null) return;
    const { viewport, canEdit, canAdd } = this;
    const { context, source } = this.#props;
    const { rowCount, countKnown } = source;
    const rowHeight = viewport.rowHeightFor(context.view.config.rowHeight);
    const look = this.#looks.look(context, this.env, {
      viewport: viewport.width,
      rowCount: source.groups.recordCount,
      resizing: this.#resizing,
      tall: rowHeight >= rowHeights.tall,
      canEdit,
    });
    const { columns } = look;
    const groupHeight = viewport.forThumbs ? groupHeights.coarse : groupHeights.usual;
    this.#headers = source.groups.headers;
    const tops = new RowTops(rowHeight, rowCount, source.groups.headers, groupHeight);
    const scrollTop = viewport.layOut(columns, tops, canAdd ? rowHeight : 0);
    this.#drawing.layOut(look);
    viewport.scrollTo(scrollTop);
    const { columns: before, selection: held } = this.state;
    const selection = held && followColumns(held, idsOf(before), idsOf(columns));
    this.store.set({ columns, rowCount, countKnown, selection, shown: viewport.shownColumns });
    this.#keepSelection();
    this.#draw(false);
  }

  /** Schedules one redraw before the next frame; repeated calls are merged. */
  schedule(): void {
    if (this.#frame !== 0) return;
    this.#frame = requestAnimationFrame(() => {
      this.#frame = 0;
      const { rowCount, countKnown } = this.state;
      const { source } = this.#props;
      if (source.rowCount !== rowCount || !countKnown || source.groups.headers !== this.#headers)
        return this.layout();
      this.#keepSelection();
      this.#draw(false);
    });
  }

  /** The scroller moved. */
  scrolled(): void {
    if (this.#drawing === null) return;
    this.viewport.scrolled();
    const { shown } = this.state;
    const [from, to] = this.viewport.shownColumns;
    if (from !== shown[0] || to !== shown[1]) this.store.set({ shown: [from, to] });
    this.#draw(true);
  }

  /** Scrolls as little as shows a cell whole. */
  reveal(place: Place): void {
    if (this.viewport.reveal(place)) this.scrolled();
  }

  revealColumn(index: number): void {
    if (this.viewport.revealColumn(index)) this.scrolled();
  }

  /** Scrolls sideways to where the table begins. */
  revealStart(): void {
    if (this.viewport.toLeft()) this.scrolled();
  }

  /** The place under a pointer, if the pointer is over the cells; beyond an edge the nearest. */
  placeAt(clientX: number, clientY: number): Place {
    // A press can arrive before the scroll event that precedes it.
    if (this.viewport.behind) this.scrolled();
    return this.viewport.placeAt(clientX, clientY);
  }

  select(selection: Selection | null, reveal = true): void {
    this.store.set({ selection });
    this.#activeId = selection ? (this.record(selection.active.row)?.id ?? null) : null;
    // Records held by the old selection may move now, and the new selection moves with its record.
    if (this.#holds.hold()) this.layout();
    const now = this.state.selection;
    if (now && reveal) this.reveal(now.head === now.anchor ? now.active : now.head);
    this.#drawing?.drawOverlay(this.state);
    this.#tellSelected();
  }

  /** Selects a cell of a column, in the row one is in. */
  selectColumn(column: number): void {
    const row = this.state.selection?.active.row ?? 0;
    if (this.extent.rows === 0) this.revealColumn(column);
    else this.select(selectCell({ row, column }));
  }

  mark(part: Partial<Marks>): void {
    this.store.set({ marks: { ...this.state.marks, ...part } });
    this.#drawing?.drawOverlay(this.state);
  }

  edit(editing: Editing | null): void {
    this.store.set({ editing });
  }

  view(viewing: GridState['viewing']): void {
    this.store.set({ viewing });
  }

  check(checked: ReadonlySet<string>): void {
    this.store.set({ checked });
    this.#draw(false);
  }

  /** A column's width while its edge is dragged; undefined when it is let go. */
  resize(resizing: { readonly fieldId: string; readonly width: number } | undefined): void {
    this.#resizing = resizing;
    this.layout();
  }

  focus(): void {
    this.#elements?.proxy.focus({ preventScroll: true });
  }

  /** The pointer is over a cell, or (null) over none. */
  pointAt(place: Place | null): void {
    this.#pointed = place;
    this.#drawPeople();
  }

  #draw(moved: boolean): void {
    this.#drawing?.draw(this.state, this.#props.source, moved);
    this.#drawPeople();
    this.#tellSelected();
  }

  #drawPeople(): void {
    const { people, source } = this.#props;
    this.#drawing?.drawPeople(people?.inCells() ?? noPeople, source, this.#pointed);
  }

  /** Tells which cell is active, where that is another one than before. */
  #tellSelected(): void {
    const { onSelectCell } = this.#props;
    if (onSelectCell === undefined) return;
    const active = this.state.selection?.active;
    const recordId = active && this.record(active.row)?.id;
    const fieldId = active && this.column(active.column)?.field.id;
    const cell = recordId === undefined || fieldId === undefined ? null : { recordId, fieldId };
    if (cell?.recordId === this.#told?.recordId && cell?.fieldId === this.#told?.fieldId) return;
    this.#told = cell;
    onSelectCell(cell);
  }

  /** Rows were inserted, removed or moved: the selection follows its record. */
  #keepSelection(): void {
    const { selection } = this.state;
    if (selection === null) return;
    const row = this.#activeId === null ? -1 : this.#props.source.indexOf(this.#activeId);
    const kept = followRow(selection, row, this.extent);
    if (kept !== selection) this.store.set({ selection: kept });
    if (row === -1 && kept) this.#activeId = this.record(kept.active.row)?.id ?? this.#activeId;
  }

  #follow(): void {
    this.#leave();
    const { source, remote } = this.#props;
    const leaveRows = source.subscribe(() => this.schedule());
    const leaveRemote = remote((recordIds) => {
      this.#drawing?.tint(recordIds);
      this.schedule();
    });
    const leavePeople = this.#props.people?.subscribe(() => this.schedule());
    this.#leave = () => {
      leavePeople?.();
      leaveRows();
      leaveRemote();
    };
  }

  /** Another source of rows: resets selection, editing and checks. */
  #restart(): void {
    this.#props.source.hold(null);
    this.#activeId = null;
    this.store.set(untouched);
    this.viewport.toStart();
  }
}
