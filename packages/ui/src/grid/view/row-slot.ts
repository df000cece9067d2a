import type { BaseRecord, CellValue, Field, FieldEnv } from '@weft/core';
import { fieldType, isQuietRaw } from '@weft/core';
import { gridKind } from '../../fields/grid-kinds.ts';
import { type CellPainter, make, setLine, setText } from '../../fields/painting/cell-painter.ts';
import { paintValue } from '../../fields/painting/paint-value.ts';
import type { Column, Columns } from '../model/columns.ts';

/** How the headers of groups look. */
interface GroupLook {
  /** The fields by which records are grouped, the outermost first. */
  readonly by: readonly Field[];
  /** The name of the summary of a column, by field id. */
  readonly summaries: { readonly [fieldId: string]: string };
}

export interface RowLook {
  readonly groups: GroupLook;
  readonly columns: Columns;
  readonly env: FieldEnv;
  readonly tall: boolean;
  readonly canEdit: boolean;
}

interface CellSlot {
  readonly element: HTMLElement;
  readonly column: Column;
  readonly painter: CellPainter;
  /** What is drawn; undefined when nothing is, and the row's record has not come. */
  value: CellValue | undefined;
  raw: string | undefined;
}

/** How long a colleague's change stays tinted; the same still frame with reduced motion. */
const tintTime = 600;

/** One row of elements, recycled for other records while the grid scrolls. */
export class RowSlot {
  readonly element = make('div', 'wg-row');
  readonly #frozen = make('div', 'wg-frozen');
  readonly #check = make('div', 'wg-check');
  readonly #number = make('span', 'wg-number');
  readonly #box = make('input', 'wg-row-box');
  readonly #open = make('button', 'wg-open');
  readonly #cells = new Map<number, CellSlot>();
  #look: RowLook | null = null;
  index = -1;
  recordId: string | null = null;

  constructor() {
    this.element.role = 'row';
    this.#check.role = 'gridcell';
    this.#check.ariaColIndex = '1';
    this.#box.type = 'checkbox';
    this.#box.tabIndex = -1;
    // For pointers: by key and by screen reader the menu of the cells opens the record.
    this.#open.type = 'button';
    this.#open.tabIndex = -1;
    this.#open.ariaHidden = 'true';
    this.#open.title = 'Open record';
    this.element.append(this.#frozen);
  }

  /** Recreates the cells: columns, their settings or the row height changed. */
  layout(look: RowLook): void {
    this.#look = look;
    this.#cells.clear();
    this.#frozen.replaceChildren();
    this.element.replaceChildren(this.#frozen);
    const { columns } = look;
    this.#frozen.style.width = `${columns.frozen}px`;
    if (columns.check > 0) {
      this.#check.style.width = `${columns.check}px`;
      this.#check.replaceChildren(this.#number, ...(look.canEdit ? [this.#box] : []));
      this.#frozen.append(this.#check);
    }
    const [primary] = columns.list;
    if (primary !== undefined) {
      this.#open.style.left = `${primary.left + primary.width}px`;
      this.#frozen.append(this.#open);
    }
    for (const column of columns.list.slice(0, columns.held)) this.#add(column, this.#frozen);
  }

  /** Takes the scrolled columns [from, to): drops the others, adds what is missing. */
  show(from: number, to: number): void {
    const held = this.#look?.columns.held ?? 0;
    for (const [index, cell] of this.#cells) {
      if (index < held || (index >= from && index < to)) continue;
      cell.element.remove();
      this.#cells.delete(index);
    }
    const list = this.#look?.columns.list ?? [];
    for (let index = from; index < to; index++) {
      const column = list[index];
      if (column && !this.#cells.has(index)) this.#add(column, this.element);
    }
  }

  place(index: number, top: number): void {
    if (this.index !== index) {
      this.index = index;
      this.element.ariaRowIndex = String(index + 2);
      setText(this.#number, String(index + 1));
      this.#box.ariaLabel = `Select record ${index + 1}`;
    }
    this.element.style.transform = `translateY(${top}px)`;
  }

  /** The slot has left the window: it is not updated, and redrawn when it is used again. */
  forget(): void {
    this.index = -1;
  }

  /** Draws a record, or the row's lines alone while it is not here. `tint`: what differs came from a colleague. */
  paint(record: BaseRecord | undefined, checked: boolean, tint: boolean): void {
    const look = this.#look;
    if (!look) return;
    const same = record?.id === this.recordId;
    this.recordId = record?.id ?? null;
    this.element.classList.toggle('is-checked', checked);
    this.element.ariaSelected = checked ? 'true' : null;
    if (this.#box.checked !== checked) this.#box.checked = checked;
    for (const cell of this.#cells.values()) {
      const changed = record === undefined ? blank(cell) : paintCell(cell, record, look);
      if (changed && tint && same) tintCell(cell.element);
    }
  }

  #add(column: Column, parent: HTMLElement): void {
    const painter = gridKind(column.field.type).painter;
    const element = make('div', `wg-cell ${painter.className}`);
    element.role = 'gridcell';
    element.ariaColIndex = String(column.index + 1 + (this.#look?.columns.check ? 1 : 0));
    element.style.left = `${column.left}px`;
    element.style.width = `${column.width}px`;
    parent.append(element);
    this.#cells.set(column.index, { element, column, painter, value: undefined, raw: undefined });
  }
}

function blank(cell: CellSlot): boolean {
  if (cell.value === undefined) return false;
  clear(cell);
  cell.value = undefined;
  return false;
}

function clear(cell: CellSlot): void {
  if (cell.element.firstElementChild === null) setText(cell.element, '');
  else cell.element.textContent = '';
  if (cell.element.ariaLabel !== null) cell.element.ariaLabel = null;
  if (cell.raw !== undefined) unfit(cell, undefined);
}

function unfit(cell: CellSlot, raw: string | undefined): void {
  cell.raw = raw;
  const { type } = cell.column.field;
  const marked = raw !== undefined && !isQuietRaw(type, raw);
  cell.element.classList.toggle('is-unfit', marked);
  cell.element.classList.toggle('is-missing', raw !== undefined && !marked);
  if (!marked) cell.element.removeAttribute('title');
  else cell.element.title = `Doesn’t fit ${fieldType(type).label}. Kept as text.`;
}

/** Draws what the record holds, unless that is drawn already; tells whether it was not. */
function paintCell(cell: CellSlot, record: BaseRecord, look: RowLook): boolean {
  const { field, width } = cell.column;
  const value = record.data[field.id] ?? null;
  const raw = record.raw?.[field.id];
  if (cell.value === value && cell.raw === raw) return false;
  const context = { field, env: look.env, width, tall: look.tall };
  if (raw !== undefined) {
    if (cell.element.ariaLabel !== null) cell.element.ariaLabel = null;
    setLine(cell.element, raw.slice(0, 500), context);
    unfit(cell, raw);
  } else {
    if (cell.raw !== undefined) clear(cell);
    if (value !== null) paintValue(cell.painter, cell.element, value, context);
    else if (cell.painter.paintEmpty) cell.painter.paintEmpty(cell.element, context);
    else clear(cell);
  }
  cell.value = value;
  return true;
}

function tintCell(element: HTMLElement): void {
  element.classList.add('is-remote');
  setTimeout(() => element.classList.remove('is-remote'), tintTime);
}
