import type { Field, Table, View } from '@weft/core';

/** Pixels (specification 2, section 9). */
export const columnWidths = { standard: 180, least: 100, most: 300 } as const;
/** The element after the last column, with the button for a new one. */
export const endWidth = 120;
/** A frozen column leaves a phone enough room to read beside it. */
export const phone = { below: 640, primary: 156 } as const;

export interface Column {
  readonly field: Field;
  /** 0 is the primary field. */
  readonly index: number;
  /** Pixels from the content's start; the frozen column stands right after the check column. */
  readonly left: number;
  readonly width: number;
}

export interface Columns {
  readonly list: readonly Column[];
  /** Width of the check column; 0 where there is none. */
  readonly check: number;
  /** How many leading columns stay when one scrolls sideways: the primary one at least. */
  readonly held: number;
  /** Width of the check column and the held ones. */
  readonly frozen: number;
  /** Everything, with the element at the end. */
  readonly width: number;
}

export const noColumns: Columns = { list: [], check: 0, held: 0, frozen: 0, width: 0 };

/** 33 px hold four digits; each further digit takes 7 more. */
export const checkWidth = (rowCount: number): number => 33 + 7 * Math.max(0, String(rowCount).length - 4);

/** A width a column may have. */
export const clampWidth = (width: number): number =>
  Math.min(columnWidths.most, Math.max(columnWidths.least, width));

/** The fields a view shows, the primary one first. */
export function shownFields(table: Table, view: View): readonly Field[] {
  const { hiddenFieldIds, orderedFieldIds } = view.config;
  const hidden = new Set(hiddenFieldIds);
  const byId = new Map(table.fields.map((field) => [field.id, field]));
  const ordered = orderedFieldIds.flatMap((id) => byId.get(id) ?? []);
  const named = new Set(ordered.map((field) => field.id));
  const all = [...ordered, ...table.fields.filter((field) => !named.has(field.id))];
  const primary = all.filter((field) => field.id === table.primaryFieldId);
  return [...primary, ...all.filter((field) => field.id !== table.primaryFieldId && !hidden.has(field.id))];
}

/** Where columns stand. `resizing` is the width under the pointer, not yet the view's. */
export function layoutColumns(
  table: Table,
  view: View,
  options: {
    readonly viewport: number;
    readonly rowCount: number;
    readonly resizing?: { readonly fieldId: string; readonly width: number } | undefined;
  },
): Columns {
  const narrow = options.viewport < phone.below;
  const check = narrow ? 0 : checkWidth(options.rowCount);
  let left = check;
  const list = shownFields(table, view).map((field, index): Column => {
    const { resizing } = options;
    const own = resizing?.fieldId === field.id ? resizing.width : view.config.fieldWidths[field.id];
    const wanted = clampWidth(own ?? columnWidths.standard);
    const width = narrow && index === 0 ? Math.min(wanted, phone.primary) : wanted;
    const column = { field, index, left, width };
    left += width;
    return column;
  });
  const held = narrow
    ? Math.min(1, list.length)
    : heldColumns(list, view.config.frozenCount, options.viewport);
  const last = list[held - 1];
  return { list, check, held, frozen: last ? last.left + last.width : check, width: left + endWidth };
}

/** Held columns leave the scrolled ones at least this much of the window. */
const leastScrolled = 200;

/** How many columns are held: as many as the view says, but only those that leave room for the others. */
function heldColumns(list: readonly Column[], wanted: number, viewport: number): number {
  let held = Math.min(1, list.length);
  while (held < Math.min(wanted, list.length)) {
    const next = list[held];
    if (!next || next.left + next.width > viewport - leastScrolled) break;
    held++;
  }
  return held;
}

/** The number of leading columns whose end stands nearest to a pixel of the content: at least the primary one. */
export function nearestHold({ list }: Columns, x: number): number {
  let best = 1;
  for (const [index, column] of list.entries()) {
    const end = column.left + column.width;
    const present = list[best - 1];
    if (present && Math.abs(end - x) < Math.abs(present.left + present.width - x)) best = index + 1;
  }
  return best;
}

/** The column a window's width from another, but the next one at least. */
export function columnAside({ list, frozen }: Columns, from: number, by: 1 | -1, viewport: number): number {
  const start = list[from]?.left ?? 0;
  const room = Math.max(0, viewport - frozen);
  let place = from + by;
  while (list[place + by] && Math.abs((list[place + by]?.left ?? 0) - start) <= room) place += by;
  return Math.min(Math.max(0, place), list.length - 1);
}

/** The scrolled columns that reach into pixels [from, to) of the content: [first, last + 1). */
export function columnsBetween(columns: Columns, from: number, to: number): readonly [number, number] {
  const { list } = columns;
  let first = columns.held;
  while (first < list.length && (list[first]?.left ?? 0) + (list[first]?.width ?? 0) <= from) first++;
  let end = first;
  while (end < list.length && (list[end]?.left ?? 0) < to) end++;
  return [first, end];
}
