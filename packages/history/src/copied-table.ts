import {
  type BaseRecord,
  type Condition,
  type Field,
  type Filter,
  isCondition,
  isLinkField,
  isLookupField,
  type LinkField,
  type Table,
  type ViewConfig,
} from '@weft/core';

import type { TableCopy } from './change.ts';
import { copiedId } from './copied-ids.ts';
import { inverseOf } from './links.ts';

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

/** A new field on the other side of a copied link field, in the table that it links to. */
export interface CopiedInverse {
  readonly tableId: string;
  readonly fieldId: string;
  readonly template: LinkField['template'];
}

interface CopiedTable {
  readonly table: Omit<Table, 'order'>;
  /** Which field came of which. */
  readonly fieldIds: TableCopy['fieldIds'];
  readonly inverses: readonly CopiedInverse[];
}

/**
 * A table like another, with ids of its own. Its link fields link to the same tables as those of the source, by relations
 * of their own; one that links the source to itself links the copy to itself. Link fields whose table or other side is
 * gone stay behind, and so do lookups through them.
 */
export function copiedTable(
  source: Table,
  tables: readonly Table[],
  tableId: string,
  name: string,
): CopiedTable {
  const idOf = new Map(source.fields.map(({ id }, i) => [id, copiedId('fld', tableId, i + 1)]));
  const inverses: CopiedInverse[] = [];
  const copiedLink = (field: LinkField): LinkField | null => {
    const inverse = inverseOf({ tables }, field);
    if (inverse === undefined) return null;
    const id = idOf.get(field.id) ?? '';
    if (field.template.tableId === source.id)
      return { ...field, id, template: { ...field.template, tableId, ...otherSide(idOf, inverse.id) } };
    const inverseFieldId = copiedId('fld', tableId, source.fields.length + inverses.length + 1);
    const template = { ...inverse.template, tableId, inverseFieldId: id };
    inverses.push({ tableId: field.template.tableId, fieldId: inverseFieldId, template });
    return { ...field, id, template: { ...field.template, inverseFieldId } };
  };
  const copied = source.fields.map((field): Field | null => {
    const id = idOf.get(field.id) ?? '';
    return isLinkField(field) ? copiedLink(field) : { ...field, id };
  });
  const links = new Map(source.fields.map((field, i) => [field.id, copied[i]]));
  const fields = copied.flatMap((field): Field[] => {
    if (field === null || !isLookupField(field)) return field === null ? [] : [field];
    const { linkedRecordFieldId, lookupFieldId } = field.template;
    const link = links.get(linkedRecordFieldId) ?? undefined;
    if (!isLinkField(link)) return [];
    const ownId = link.template.tableId === tableId ? idOf.get(lookupFieldId) : undefined;
    const template = { linkedRecordFieldId: link.id, lookupFieldId: ownId ?? lookupFieldId };
    return [{ ...field, template }];
  });
  const present = new Set(fields.map(({ id }) => id));
  const fieldIds = Object.fromEntries([...idOf].filter(([, id]) => present.has(id)));
  const views = source.views.map((view, i) => ({
    ...view,
    id: copiedId('viw', tableId, i + 1),
    config: mapConfig(view.config, fieldIds),
  }));
  const primaryFieldId = fieldIds[source.primaryFieldId] ?? '';
  return { table: { id: tableId, name, primaryFieldId, fields, views }, fieldIds, inverses };
}

const otherSide = (idOf: ReadonlyMap<string, string>, inverseId: string) => {
  const inverseFieldId = idOf.get(inverseId);
  return inverseFieldId === undefined ? {} : { inverseFieldId };
};

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
