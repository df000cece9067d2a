import {
  anyFieldType,
  type CellValue,
  type Field,
  type FieldKind,
  type FieldShape,
  fieldShape,
  isSelectKind,
  type Table,
} from '@weft/core';
import { deepEqual } from '@weft/std';
import type { Cell, Change, FieldTypeChange, RecordShape } from './change.ts';

/** The conversions after some log entry, oldest first. */
export type Since = readonly FieldTypeChange[];

type DeletedField = (tableId: string, fieldId: string) => Field | undefined;

export const isConversion = (change: Change): change is FieldTypeChange => change.kind === 'field-type';

/** No field's original cells: a conversion made them anew. */
const fresh = '';

/**
 * Which field's original cells an id holds after conversions, each of which swaps the cells of two ids. Hidden cells of
 * another kind than the field becomes do not come back: the shown ones are converted instead.
 */
function whoseCells(since: Since, tableId: string): (id: string) => string {
  const moved = new Map<string, string>();
  const hiddenKinds = new Map<string, FieldKind>();
  const whose = (id: string): string => moved.get(id) ?? id;
  for (const { tableId: of, fieldId, shadowId, before, after } of since) {
    if (of !== tableId) continue;
    const comesBack = (hiddenKinds.get(shadowId) ?? after.type) === after.type;
    const [shown, hidden] = [whose(fieldId), comesBack ? whose(shadowId) : fresh];
    moved.set(fieldId, hidden).set(shadowId, shown);
    hiddenKinds.set(shadowId, before.type);
  }
  return whose;
}

/**
 * The kind and settings a field had when something was written, after which these conversions came; null: its cells are
 * the same ones now, for no conversion was made, or all were taken back.
 */
function shapeThen(since: Since, tableId: string, fieldId: string): FieldShape | null {
  if (since.length === 0 || whoseCells(since, tableId)(fieldId) === fieldId) return null;
  return since.find((change) => change.tableId === tableId && change.fieldId === fieldId)?.before ?? null;
}

/**
 * A cell of the log as its field takes it now. Written when the field was what it is now, it comes back as it was, an
 * option that has gone since included. Written when the field was of another kind, its text is read, or kept.
 */
export function fittedCell(
  table: Table,
  fieldId: string,
  cell: Cell,
  since: Since,
  deletedField?: DeletedField,
): Cell {
  const field = table.fields.find(({ id }) => id === fieldId) ?? deletedField?.(table.id, fieldId);
  if (field === undefined || cell.value === null) return cell;
  const then = shapeThen(since, table.id, fieldId);
  return then === null ? cell : read(then, cell.value, fieldShape(field));
}

function read(then: FieldShape, value: NonNullable<CellValue>, now: FieldShape): Cell {
  const raw = anyFieldType(then.type).toText(value, then.template);
  if (raw === '') return { value: null };
  const type = anyFieldType(now.type);
  const parsed = type.readOnly ? null : type.fromText(raw, now.template);
  return parsed?.ok && parsed.value !== null ? { value: parsed.value } : { value: null, raw };
}

/** Whether a field's cell still holds what the log says. The value of an option and a text are never the same. */
export function stillHolds(table: Table, fieldId: string, cell: Cell, logged: Cell, since: Since): boolean {
  if (!deepEqual(cell, logged)) return false;
  const then = logged.value === null ? null : shapeThen(since, table.id, fieldId);
  const now = table.fields.find(({ id }) => id === fieldId);
  return then === null || now === undefined || !(isSelectKind(then.type) || isSelectKind(now.type));
}

/** A record of the log as its table takes it now, cells of deleted fields included. */
export function fittedShape(
  table: Table,
  shape: RecordShape,
  since: Since,
  deletedField?: DeletedField,
): RecordShape {
  if (since.length === 0) return shape;
  const data: { [fieldId: string]: CellValue } = {};
  const whose = whoseCells(since, table.id);
  const shadows = new Set(since.map(({ shadowId }) => shadowId));
  // Out of sight there may be cells of another kind now: what lay there is worth nothing.
  const isStale = (id: string): boolean => shadows.has(id) && whose(id) !== id;
  const raw: { [fieldId: string]: string } = {};
  for (const [fieldId, text] of Object.entries(shape.raw ?? {})) if (!isStale(fieldId)) raw[fieldId] = text;
  for (const [fieldId, value] of Object.entries(shape.data)) {
    if (isStale(fieldId)) continue;
    const cell = fittedCell(table, fieldId, { value }, since, deletedField);
    if (cell.raw === undefined) data[fieldId] = cell.value;
    else raw[fieldId] = cell.raw;
  }
  const { raw: _, ...rest } = shape;
  return { ...rest, data, ...(Object.keys(raw).length > 0 && { raw }) };
}
