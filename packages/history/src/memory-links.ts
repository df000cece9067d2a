import {
  type BaseMetadata,
  type BaseRecord,
  type Field,
  type LinkField,
  nameAsValue,
  namesAsCell,
  namesInCell,
  recordName,
} from '@weft/core';
import { must } from '@weft/std';
import { cellOf, linksOf, withCells } from './apply.ts';
import { copiedId } from './copied-ids.ts';
import { difference, type KnownFields, linkFieldOf } from './links.ts';

type Records = Map<string, BaseRecord>;

interface Tables {
  readonly metadata: BaseMetadata;
  readonly records: ReadonlyMap<string, Records>;
}

/** The records of the table that a field links to, and the field that names them. */
function targetOf({ metadata, records }: Tables, { template }: LinkField) {
  const target = must(metadata.tables.find((table) => table.id === template.tableId));
  const primary = must(target.fields.find((one) => one.id === target.primaryFieldId));
  return { primary, others: records.get(target.id) ?? new Map<string, BaseRecord>() };
}

/** Fills a text field with the names of the records that a field links to. */
export function nameLinks(tables: Tables, records: Records, link: LinkField, field: Field): void {
  const { primary, others } = targetOf(tables, link);
  for (const record of records.values()) {
    const linked = linksOf(record, link.id).flatMap((one) => others.get(one) ?? []);
    const names = linked.map((one) => recordName(primary, cellOf(one, primary.id)));
    const cells = { [field.id]: namesAsCell(names, field) };
    records.set(record.id, withCells(record, cells, record.updatedAt));
  }
}

/** Finds the record of a name; undefined for a name of none, or of several. */
function finder(tables: Tables, link: LinkField): (name: string) => string | undefined {
  const { primary, others } = targetOf(tables, link);
  const byValue = Map.groupBy(others.values(), ({ data }) => JSON.stringify(data[primary.id] ?? null));
  return (name) => {
    const value = nameAsValue(primary, name);
    const [one, ...more] = value === null ? [] : (byValue.get(JSON.stringify(value)) ?? []);
    return more.length > 0 ? undefined : one?.id;
  };
}

/** Links a record to another, or ends that link, in one of the fields of a relation. */
function setLink(
  of: Records | undefined,
  recordId: string,
  fieldId: string,
  id: string,
  linked: boolean,
): void {
  const record = of?.get(recordId);
  if (record === undefined) return;
  const left = linksOf(record, fieldId).filter((one) => one !== id);
  const ids = linked ? [...left, id].sort() : left;
  const cells = { [fieldId]: { value: ids.length === 0 ? null : ids } };
  of?.set(recordId, withCells(record, cells, record.updatedAt));
}

/** Links records to those that a text field names, both sides; a name of several records links to none. */
export function linkNamed(tables: Tables, records: Records, textId: string, link: LinkField): void {
  const find = finder(tables, link);
  const { tableId: otherTableId, inverseFieldId = '' } = link.template;
  for (const record of [...records.values()])
    for (const name of namesInCell(cellOf(record, textId), link.template)) {
      const id = find(name);
      if (id === undefined) continue;
      setLink(records, record.id, link.id, id, true);
      setLink(tables.records.get(otherTableId), id, inverseFieldId, record.id, true);
    }
}

/** What a field of links that texts became is to remember while it is hidden. */
export interface HiddenLinks {
  /** The names in the texts when it was hidden, by record. */
  readonly names: ReadonlyMap<string, readonly string[]>;
  /** The links of records that went since. */
  readonly lost: { readonly recordId: string; readonly ids: readonly string[] }[];
}

/** A field of links that texts became is hidden. */
export const hiddenLinks = (records: Records, textId: string, { template }: LinkField): HiddenLinks => ({
  names: new Map([...records].map(([id, record]) => [id, namesInCell(cellOf(record, textId), template)])),
  lost: [],
});

/**
 * Shows such a field again with the links that it had, those of records that have come back among them, and what the texts
 * have got and lost of names since.
 */
export function linkAgain(
  tables: Tables,
  records: Records,
  textId: string,
  link: LinkField,
  { names, lost }: HiddenLinks,
): void {
  const find = finder(tables, link);
  const { tableId: otherTableId, inverseFieldId = '' } = link.template;
  const others = tables.records.get(otherTableId);
  const set = (recordId: string, id: string | undefined, linked: boolean) => {
    if (id === undefined || !records.has(recordId) || others?.has(id) !== true) return;
    setLink(records, recordId, link.id, id, linked);
    setLink(others, id, inverseFieldId, recordId, linked);
  };
  for (const { recordId, ids } of lost) for (const id of ids) set(recordId, id, true);
  for (const record of [...records.values()]) {
    const before = names.get(record.id) ?? [];
    const after = namesInCell(cellOf(record, textId), link.template);
    for (const name of difference(before, after)) set(record.id, find(name), false);
    for (const name of difference(after, before)) set(record.id, find(name), true);
  }
}

/** Copies those links of a field, both sides, of which either record has just been inserted. */
export function copyLinks(
  { records }: Tables,
  tableId: string,
  sourceId: string,
  { id: fieldId, template }: LinkField,
  isInserted: (tableId: string, recordId: string) => boolean,
): void {
  const { inverseFieldId = '', tableId: otherTableId, allowMultiple } = template;
  const add = (of: string, recordId: string, linkId: string, to: string) => {
    const table = must(records.get(of));
    const record = must(table.get(recordId));
    const value = [...new Set([...linksOf(record, linkId), to])].sort();
    table.set(recordId, withCells(record, { [linkId]: { value } }, record.updatedAt));
  };
  for (const record of [...must(records.get(tableId)).values()]) {
    if (!allowMultiple && linksOf(record, fieldId).length > 0) continue;
    for (const id of linksOf(record, sourceId)) {
      if (!isInserted(tableId, record.id) && !isInserted(otherTableId, id)) continue;
      add(tableId, record.id, fieldId, id);
      add(otherTableId, id, inverseFieldId, record.id);
    }
  }
}

/** Links of a table's copy are seen from the other side too, and those of a table to itself are among the copies. */
export function linkCopies(
  records: ReadonlyMap<string, Records>,
  originals: readonly BaseRecord[],
  tableId: string,
  { id, template }: LinkField,
): void {
  const copied = must(records.get(tableId));
  const copyIds = new Map(originals.map((record, i) => [record.id, copiedId('rec', tableId, i + 1)]));
  for (const record of copied.values()) {
    const ids = linksOf(record, id);
    if (ids.length === 0) continue;
    if (template.tableId === tableId) {
      const own = ids.map((one) => must(copyIds.get(one))).sort();
      copied.set(record.id, { ...record, data: { ...record.data, [id]: own } });
      continue;
    }
    const others = must(records.get(template.tableId));
    for (const otherId of ids) {
      const other = must(others.get(otherId));
      const inverseId = template.inverseFieldId ?? '';
      const held = [...linksOf(other, inverseId), record.id].sort();
      others.set(otherId, { ...other, data: { ...other.data, [inverseId]: held } });
    }
  }
}

/** Ends what is left of the links of a record that goes, those of deleted fields; returns them, for both fields. */
export function endLinksOf(
  fields: KnownFields,
  records: ReadonlyMap<string, Records>,
  tableId: string,
  record: BaseRecord,
): readonly { readonly fieldId: string; readonly recordId: string; readonly ids: readonly string[] }[] {
  return Object.keys(record.data).flatMap((fieldId) => {
    const field = linkFieldOf(fields, tableId, fieldId);
    const ids = linksOf(record, fieldId);
    if (field === undefined || ids.length === 0) return [];
    const { inverseFieldId = '', tableId: otherTableId } = field.template;
    for (const id of ids) setLink(records.get(otherTableId), id, inverseFieldId, record.id, false);
    const seen = ids.map((id) => ({ fieldId: inverseFieldId, recordId: id, ids: [record.id] }));
    return [{ fieldId, recordId: record.id, ids }, ...seen];
  });
}
