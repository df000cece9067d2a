import {
  type BaseRecord,
  type Condition,
  type Field,
  type Filter,
  isCondition,
  type Table,
  type ViewConfig,
} from '@weft/core';

import type { TableCopy } from './change.ts';
import { copiedId } from './copied-ids.ts';

/** Keys such as `$createdAt` are every table's. */
const mapped = (ids: TableCopy['fieldIds'], fieldId: string): string | undefined =>
  fieldId.startsWith('$') ? fieldId : ids[fieldId];

function mapFilter(filter: Filter, ids: TableCopy['fieldIds']): Filter {
  const items = filter.items.flatMap((item): (Filter | Condition)[] => {
    if (!isCondition(item)) return [mapFilter(item, ids)];
    const fieldId = mapped(ids, item.fieldId);
    return fieldId === undefined ? [] : [{ ...item, fieldId }];
  });
  return { ...filter, items };
}

/** Settings of a view, of the fields of the copy; what they say of deleted fields is left behind. */
function mapConfig(config: ViewConfig, ids: TableCopy['fieldIds']): ViewConfig {
  const present = (fieldId: string) => mapped(ids, fieldId) ?? [];
  return {
    ...config,
    sorts: config.sorts.flatMap((sort) => {
      const fieldId = mapped(ids, sort.fieldId);
      return fieldId === undefined ? [] : [{ ...sort, fieldId }];
    }),
    fieldWidths: Object.fromEntries(
      Object.entries(config.fieldWidths).flatMap(([fieldId, width]) => {
        const copied = mapped(ids, fieldId);
        return copied === undefined ? [] : [[copied, width]];
      }),
    ),
    groups: config.groups.flatMap((key) => {
      const fieldId = mapped(ids, key.fieldId);
      return fieldId === undefined ? [] : [{ ...key, fieldId }];
    }),
    summaries: Object.fromEntries(
      Object.entries(config.summaries).flatMap(([fieldId, name]) => {
        const copied = mapped(ids, fieldId);
        return copied === undefined ? [] : [[copied, name]];
      }),
    ),
    hiddenFieldIds: config.hiddenFieldIds.flatMap(present),
    orderedFieldIds: config.orderedFieldIds.flatMap(present),
    filters: config.filters && mapFilter(config.filters, ids),
  };
}

/** A table like another, with ids of its own, and which field came of which. */
export function copiedTable(
  source: Table,
  tableId: string,
  name: string,
): { readonly table: Omit<Table, 'order'>; readonly fieldIds: TableCopy['fieldIds'] } {
  const fieldIds = Object.fromEntries(
    source.fields.map((field, i) => [field.id, copiedId('fld', tableId, i + 1)]),
  );
  const fields = source.fields.map((field, i): Field => ({ ...field, id: copiedId('fld', tableId, i + 1) }));
  const views = source.views.map((view, i) => ({
    ...view,
    id: copiedId('viw', tableId, i + 1),
    config: mapConfig(view.config, fieldIds),
  }));
  const primaryFieldId = fieldIds[source.primaryFieldId] ?? '';
  return { table: { id: tableId, name, primaryFieldId, fields, views }, fieldIds };
}

const mapKeys = <T>(
  cells: { readonly [fieldId: string]: T },
  fieldIds: TableCopy['fieldIds'],
): { readonly [fieldId: string]: T } =>
  Object.fromEntries(
    Object.entries(cells).flatMap(([fieldId, value]) => {
      const copied = fieldIds[fieldId];
      return copied === undefined ? [] : [[copied, value]];
    }),
  );

/** The n-th record of a table, from 1, as a copy of the table holds it: as new as the copy, in the same place. */
export function copiedRecord(
  record: BaseRecord,
  n: number,
  tableId: string,
  { fieldIds }: TableCopy,
  now: string,
): BaseRecord {
  const raw = mapKeys(record.raw ?? {}, fieldIds);
  return {
    id: copiedId('rec', tableId, n),
    position: record.position,
    createdAt: now,
    updatedAt: now,
    data: mapKeys(record.data, fieldIds),
    ...(Object.keys(raw).length > 0 && { raw }),
  };
}
