import type { BaseMetadata, BaseRecord, CellValue, Field, Table, View } from '@weft/core';
import { cellAfterTypeChange } from './cell-after-type-change.ts';
import type {
  Cell,
  Change,
  FieldProps,
  FieldTypeChange,
  LinkChange,
  RecordShape,
  ViewProps,
} from './change.ts';

/** Two items may have the same order, when one was restored after the rest was reordered: the older id goes first. */
const byOrder = <T extends { readonly id: string; readonly order: number }>(
  items: readonly T[],
): readonly T[] => items.toSorted((a, b) => a.order - b.order || (a.id < b.id ? -1 : 1));

const without = <T extends { readonly id: string }>(items: readonly T[], id: string): readonly T[] =>
  items.filter((item) => item.id !== id);

/** Puts, replaces or (with null) removes an item, keeping the list in order. */
function put<T extends { readonly id: string; readonly order: number }>(
  items: readonly T[],
  id: string,
  item: T | null,
): readonly T[] {
  return item === null ? without(items, id) : byOrder([...without(items, id), item]);
}

function patchField(field: Field, props: FieldProps): Field {
  // The template was validated by the field's type before, so type and template still match.
  return { ...field, ...props } as Field;
}

function patchView(view: View, props: ViewProps): View {
  const { config, widths, ...rest } = props;
  const fieldWidths = { ...view.config.fieldWidths };
  for (const [fieldId, width] of Object.entries(widths ?? {})) {
    if (width === null) delete fieldWidths[fieldId];
    else fieldWidths[fieldId] = width;
  }
  return { ...view, ...rest, config: { ...view.config, ...config, fieldWidths } };
}

function inTable(metadata: BaseMetadata, tableId: string, edit: (table: Table) => Table): BaseMetadata {
  return { tables: byOrder(metadata.tables.map((table) => (table.id === tableId ? edit(table) : table))) };
}

const inFields = (
  metadata: BaseMetadata,
  { tableId }: Change,
  edit: (fields: Table['fields']) => Table['fields'],
): BaseMetadata => inTable(metadata, tableId, (table) => ({ ...table, fields: edit(table.fields) }));

const inViews = (
  metadata: BaseMetadata,
  { tableId }: Change,
  edit: (views: Table['views']) => Table['views'],
): BaseMetadata => inTable(metadata, tableId, (table) => ({ ...table, views: edit(table.views) }));

const patched = <T extends { readonly id: string }>(
  items: readonly T[],
  id: string,
  patch: (item: T) => T,
): readonly T[] => items.map((item) => (item.id === id ? patch(item) : item));

/** The metadata after a change; changes of records leave it as it is. */
export function applyToMetadata(metadata: BaseMetadata, change: Change): BaseMetadata {
  switch (change.kind) {
    case 'table':
      return { tables: put(metadata.tables, change.tableId, change.after) };
    case 'table-update':
      return inTable(metadata, change.tableId, (table) => ({ ...table, ...change.after }));
    case 'field':
      return inFields(metadata, change, (fields) => put(fields, change.fieldId, change.after));
    case 'field-update':
      return inFields(metadata, change, (fields) =>
        byOrder(patched(fields, change.fieldId, (field) => patchField(field, change.after))),
      );
    case 'field-type':
      return inFields(metadata, change, (fields) =>
        patched(fields, change.fieldId, ({ id, name, order }) => ({ id, name, order, ...change.after })),
      );
    case 'view':
      return inViews(metadata, change, (views) => put(views, change.viewId, change.after));
    case 'view-update':
      return inViews(metadata, change, (views) =>
        byOrder(patched(views, change.viewId, (view) => patchView(view, change.after))),
      );
    case 'record':
    case 'cells':
    case 'links':
    case 'move':
      return metadata;
  }
}

/** What a cell of a record holds. */
export function cellOf(record: BaseRecord, fieldId: string): Cell {
  const raw = record.raw?.[fieldId];
  return raw === undefined ? { value: record.data[fieldId] ?? null } : { value: null, raw };
}

/** A record with some cells replaced; `updatedAt` is ISO 8601 UTC. */
export function withCells(
  record: BaseRecord,
  cells: { readonly [fieldId: string]: Cell },
  updatedAt: string,
): BaseRecord {
  const data: { [fieldId: string]: CellValue } = { ...record.data };
  const raw: { [fieldId: string]: string } = { ...record.raw };
  for (const [fieldId, cell] of Object.entries(cells)) {
    // Only existing keys are deleted: `delete` makes an object slow from then on.
    if (cell.raw === undefined && cell.value !== null) data[fieldId] = cell.value;
    else if (fieldId in data) delete data[fieldId];
    if (cell.raw !== undefined) raw[fieldId] = cell.raw;
    else if (fieldId in raw) delete raw[fieldId];
  }
  const { raw: _, ...rest } = record;
  return { ...rest, data, updatedAt, ...(Object.keys(raw).length > 0 && { raw }) };
}

export function recordOf(id: string, shape: RecordShape, updatedAt: string): BaseRecord {
  return { id, updatedAt, ...shape };
}

export function shapeOf(record: BaseRecord): RecordShape {
  const { id: _id, updatedAt: _updatedAt, ...shape } = record;
  return shape;
}

/** The record after a field changed its type: the field's cell and its shadow are swapped. */
function withFieldType(record: BaseRecord, change: FieldTypeChange): BaseRecord {
  const cell = cellOf(record, change.fieldId);
  const shadow = cellAfterTypeChange(change, cell, cellOf(record, change.shadowId));
  // Nobody edited the record: `updatedAt` stays.
  return withCells(record, { [change.fieldId]: shadow, [change.shadowId]: cell }, record.updatedAt);
}

/** The ids of the records that a record is linked to in a field, in their own order. */
export const linksOf = (record: BaseRecord, fieldId: string): readonly string[] =>
  (record.data[fieldId] ?? []) as readonly string[];

function withLinks(record: BaseRecord, { fieldId, before, after }: LinkChange, now: string): BaseRecord {
  const lost = new Set(before);
  const kept = linksOf(record, fieldId).filter((id) => !lost.has(id));
  // By id alone: whoever applies the same changes in another order has the same cell.
  const links = [...new Set([...kept, ...after])].sort();
  return withCells(record, { [fieldId]: { value: links.length === 0 ? null : links } }, now);
}

/** The record after a change of it; undefined is no record. Changes of anything else leave it as it is. */
export function applyToRecord(
  record: BaseRecord | undefined,
  change: Change,
  now: string,
): BaseRecord | undefined {
  if (change.kind === 'record')
    return change.after === null ? undefined : recordOf(change.recordId, change.after, now);
  if (change.kind === 'cells') return record === undefined ? undefined : withCells(record, change.after, now);
  if (change.kind === 'links') return record && withLinks(record, change, now);
  // Moving is no edit: `updatedAt` stays.
  if (change.kind === 'move') return record && { ...record, position: change.after };
  if (change.kind === 'field-type') return record === undefined ? undefined : withFieldType(record, change);
  return record;
}
