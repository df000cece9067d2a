import {
  type BaseRecord,
  type CellValue,
  type Field,
  fieldType,
  holdsFiles,
  isLinkField,
  isShownImage,
  mayEditBase,
  readWithOtherMark,
} from '@weft/core';
import type { CommitMove } from '../fields/cell-editor.ts';
import { cellOfText } from '../fields/cell-text-input.ts';
import type { EditorName } from '../fields/grid-kind.ts';
import { gridKind } from '../fields/grid-kinds.ts';
import type { GridController } from './grid-controller.ts';
import type { GridProps } from './grid-props.ts';
import type { CellEdit } from './grid-source.ts';
import { type Editing, maxAhead, maxRows } from './grid-store.ts';
import { maxLinkCells } from './model/clipboard/link-cells.ts';
import { type Place, type Range, rangeOf, selectCell, step } from './model/selection.ts';
import { continueInNewRecord, newRecord } from './new-record.ts';

/** Opens the editor on the active cell; `text` is what was typed and replaces it. */
export function beginEdit(grid: GridController, text?: string): boolean {
  const { selection } = grid.state;
  if (selection === null || !grid.canEdit) return false;
  const { active } = selection;
  const field = grid.column(active.column)?.field;
  const record = grid.record(active.row);
  if (!field || !record) return false;
  if (gridKind(field.type).editor === null || !grid.isWritten(field)) return false;
  grid.reveal(active);
  grid.edit({
    recordId: record.id,
    fieldId: field.id,
    kind: field.type,
    value: record.data[field.id] ?? null,
    raw: record.raw?.[field.id],
    initialText: text,
  });
  return true;
}

/** Opens the editor on the active cell where Space does that. False where Space is text to be typed. */
export function editBySpace(grid: GridController): boolean {
  const { selection } = grid.state;
  const field = selection ? grid.column(selection.active.column)?.field : undefined;
  return field !== undefined && gridKind(field.type).opensBySpace === true && beginEdit(grid);
}

/** Opens the record of a row in full, with the row selected: there one is back when it is closed. */
export function openRecord(grid: GridController, row: number): boolean {
  const record = grid.record(row);
  const open = grid.props.onOpenRecord;
  if (record === undefined || open === undefined) return false;
  const active = grid.state.selection?.active;
  grid.select(selectCell({ row, column: active?.row === row ? active.column : 0 }));
  grid.focus();
  open(record.id);
  return true;
}

/**
 * Shows the files of the active cell to whoever may not edit it: its images in full, or the record where it holds none.
 * False where the cell is of another kind.
 */
export function viewFiles(grid: GridController): boolean {
  const { selection } = grid.state;
  if (selection === null || grid.canEdit) return false;
  const { row, column } = selection.active;
  const field = grid.column(column)?.field;
  const record = grid.record(row);
  if (!field || !record || !holdsFiles(field.type)) return false;
  const cell = { recordId: record.id, fieldId: field.id };
  if (
    !grid.props.actions
      .cellFiles(cell)
      .items()
      .some(({ mimeType }) => isShownImage(mimeType))
  )
    return openRecord(grid, row);
  grid.view(cell);
  return true;
}

export interface CellName {
  readonly recordId: string;
  readonly fieldId: string;
}

export function activeCell(grid: GridController): CellName | null {
  const { selection } = grid.state;
  const record = selection ? grid.record(selection.active.row) : undefined;
  const field = selection ? grid.column(selection.active.column)?.field : undefined;
  return record && field ? { recordId: record.id, fieldId: field.id } : null;
}

/** Replaces a cell by a text as if it had been typed over it. */
export function writeText(grid: GridController, { recordId, fieldId }: CellName, text: string): void {
  const field = grid.state.columns.list.find((column) => column.field.id === fieldId)?.field;
  if (!field || !grid.canEdit || gridKind(field.type).editor === null || !grid.isWritten(field)) return;
  grid.props.actions.updateCell({ recordId, fieldId, ...cellOfText(field, text, grid.env) });
}

/** Why the open edit can no longer be saved, after a colleague's change; null while it can. */
export function whyEnded(
  { recordId, fieldId, kind }: Editing,
  { source, context }: Pick<GridProps, 'source' | 'context'>,
): string | null {
  if (!mayEditBase(context.role)) return 'You can no longer edit this database.';
  const field = context.table.fields.find(({ id }) => id === fieldId);
  if (field === undefined) return 'This field was deleted by someone else.';
  if (field.type !== kind)
    return `This field was made ${fieldType(field.type).label.toLowerCase()} by someone else.`;
  if (context.view.config.hiddenFieldIds.includes(fieldId)) return 'This field was hidden by someone else.';
  return source.has(recordId) ? null : 'This record was deleted by someone else.';
}

const sameCell = (a: CellValue, b: CellValue): boolean => a === b || JSON.stringify(a) === JSON.stringify(b);

/** Commits the editor's value and moves the selection. */
export function commitEdit(
  grid: GridController,
  cell: { readonly value: CellValue; readonly raw?: string },
  direction: Exclude<CommitMove, 'all'>,
): void {
  const { editing, selection } = grid.state;
  if (editing === null) return;
  grid.edit(null);
  const changed = !sameCell(cell.value, editing.value) || cell.raw !== editing.raw;
  if (changed) {
    const { recordId, fieldId } = editing;
    grid.props.actions.updateCell({ recordId, fieldId, before: editing.value, ...cell });
    askForMark(grid, { recordId, fieldId, raw: cell.raw });
  }
  if (selection === null || direction === 'stay') return;
  if (direction === 'new-record') return void newRecord(grid);
  const along = direction === 'left' || direction === 'right' ? 'row' : 'column';
  const by = direction === 'down' || direction === 'right' ? 1 : -1;
  if (by === 1 && continueInNewRecord(grid, selection, along)) return;
  grid.select(step(selection, along, by, grid.extent));
}

/** '4,50' where numbers have a decimal point stays a text, unless whoever typed it says that it is a number. */
function askForMark(
  grid: GridController,
  {
    recordId,
    fieldId,
    raw,
  }: { readonly recordId: string; readonly fieldId: string; readonly raw?: string | undefined },
): void {
  const field = grid.props.context.table.fields.find(({ id }) => id === fieldId);
  const value = field === undefined || raw === undefined ? null : readWithOtherMark(field, raw, grid.env);
  if (value === null) return;
  const onSelect = () => grid.props.actions.updateCell({ recordId, fieldId, before: null, value });
  grid.props.onNotice(`Kept as text: “${raw}” has another decimal mark than this column.`, '', {
    ...{ label: 'Read as a number', onSelect },
  });
}

/** Kinds of editors whose input holds the cell's text, and not a search in a list. */
const writtenAsText: ReadonlySet<EditorName | null> = new Set(['text', 'long-text', 'date', 'stars']);

/** Commits what is being typed in the open editor, without waiting for it; false where the cell is no longer there. */
export function commitTyped(grid: GridController, text: string): boolean {
  const { editing } = grid.state;
  if (editing === null || !grid.props.isOpen() || whyEnded(editing, grid.props) !== null) return false;
  const { fieldId } = editing;
  const field = grid.props.context.table.fields.find(({ id }) => id === fieldId);
  if (field === undefined || !writtenAsText.has(gridKind(field.type).editor)) return false;
  commitEdit(grid, cellOfText(field, text, grid.env), 'stay');
  return true;
}

/** The records of these rows; null unless all are loaded. */
export function recordsHere(grid: GridController, [from, to]: Range['rows']): readonly BaseRecord[] | null {
  const records: BaseRecord[] = [];
  for (let row = from; row <= to; row++) {
    const record = grid.record(row);
    if (!record) return null;
    records.push(record);
  }
  return records;
}

/**
 * The records of these rows, fetched where they are not loaded. Null, with a notice that ends in what has not been done,
 * when they are too many or cannot be fetched.
 */
export async function recordsOf(
  grid: GridController,
  [from, to]: Range['rows'],
  undone = 'Nothing was changed.',
): Promise<readonly BaseRecord[] | null> {
  if (to - from + 1 > maxRows) {
    const most = maxRows.toLocaleString(grid.env.locale);
    grid.props.onNotice(`That is possible with at most ${most} records at a time. ${undone}`);
    return null;
  }
  const here = recordsHere(grid, [from, to]);
  if (here !== null) return here;
  try {
    return await grid.props.source.read(from, to + 1);
  } catch {
    grid.props.onNotice(`Couldn’t read all selected records. ${undone}`);
    return null;
  }
}

export const isFilled = ({ data, raw }: BaseRecord, fieldId: string): boolean =>
  (data[fieldId] ?? null) !== null || raw?.[fieldId] !== undefined;

/** Whether these are more link cells than are written at a time; then the person is told. */
export function refuseManyLinks(grid: GridController, fields: readonly Field[], rows: number): boolean {
  if (fields.filter(isLinkField).length * rows <= maxLinkCells) return false;
  const most = maxLinkCells.toLocaleString(grid.env.locale);
  grid.props.onNotice(
    `That is possible with at most ${most} cells of linked records at a time. Nothing was changed.`,
  );
  return true;
}

/** Writes cells as one step of undo; one alone as if it had been typed. */
export function writeCells(grid: GridController, edits: readonly CellEdit[]): void {
  const [only] = edits;
  if (edits.length === 1 && only) grid.props.actions.updateCell(only);
  else if (edits.length > 0) grid.props.actions.pasteCells(edits, []);
}

/** The fields of some columns that can be written. */
const editableFields = (grid: GridController, [from, to]: Range['columns']) =>
  grid.state.columns.list
    .slice(from, to + 1)
    .map((column) => column.field)
    .filter(grid.isWritten);

/** Empties the selected cells, or those of a range: one step of undo. */
export async function clearCells(grid: GridController, cells?: Range): Promise<void> {
  const { selection } = grid.state;
  const range = cells ?? (selection && rangeOf(selection));
  if (range === null || !grid.canEdit) return;
  const fields = editableFields(grid, range.columns);
  if (refuseManyLinks(grid, fields, range.rows[1] - range.rows[0] + 1)) return;
  if (range.rows[1] - range.rows[0] >= maxAhead) {
    grid.props.actions.clearRows(
      range.rows,
      fields.map(({ id }) => id),
    );
    return;
  }
  const records = await recordsOf(grid, range.rows);
  if (records === null) return;
  const filled = records.flatMap((record) =>
    fields.filter(({ id }) => isFilled(record, id)).map(({ id }) => ({ recordId: record.id, fieldId: id })),
  );
  if (filled.length > 0) grid.props.actions.clearCells(filled);
}

/** Toggles the selected checkboxes to the opposite of the active one; false when the active cell is no checkbox. */
export function toggleBoxes(grid: GridController): boolean {
  const { selection } = grid.state;
  if (selection === null || !grid.canEdit) return false;
  const field = grid.column(selection.active.column)?.field;
  const record = grid.record(selection.active.row);
  if (!field || !record || !gridKind(field.type).toggles) return false;
  const value = record.data[field.id] !== true;
  void setBoxes(grid, rangeOf(selection), value);
  return true;
}

async function setBoxes(grid: GridController, range: Range, value: boolean): Promise<void> {
  const fields = editableFields(grid, range.columns).filter((field) => gridKind(field.type).toggles);
  const records = await recordsOf(grid, range.rows);
  if (records === null) return;
  writeCells(
    grid,
    records.flatMap((record) => fields.map(({ id }) => ({ recordId: record.id, fieldId: id, value }))),
  );
}

/** A press in the active cell, `x` pixels from where its content begins. False where its kind knows of none. */
export function pressCell(grid: GridController, { row, column }: Place, x: number): boolean {
  const field = grid.column(column)?.field;
  const record = grid.record(row);
  const press = field && gridKind(field.type).press;
  if (!press || !record || !grid.canEdit || !grid.isWritten(field)) return false;
  const value = press(x, record.data[field.id] ?? null, field.template);
  if (value !== undefined) grid.props.actions.updateCell({ recordId: record.id, fieldId: field.id, value });
  return true;
}
