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
import { type KnownFields, linkFieldOf } from './links.ts';

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

/** Links records to those that a text field names, both sides; a name of several records links to none. */
export function linkNamed(tables: Tables, records: Records, textId: string, link: LinkField): void {
  const { primary, others } = targetOf(tables, link);
  const { inverseFieldId = '' } = link.template;
  const byValue = Map.groupBy(others.values(), ({ data }) => JSON.stringify(data[primary.id] ?? null));
  const linkedBy = new Map<string, string[]>();
  for (const record of records.values()) {
    const ids = namesInCell(cellOf(record, textId), link.template).flatMap((name) => {
      const value = nameAsValue(primary, name);
      const [one, ...more] = value === null ? [] : (byValue.get(JSON.stringify(value)) ?? []);
      return one === undefined || more.length > 0 ? [] : [one.id];
    });
    const linked = [...new Set(ids)].sort();
    for (const id of linked) linkedBy.set(id, [...(linkedBy.get(id) ?? []), record.id]);
    const cells = { [link.id]: { value: linked.length === 0 ? null : linked } };
    records.set(record.id, withCells(record, cells, record.updatedAt));
  }
  for (const { id } of [...others.values()]) {
    const other = must(others.get(id));
    const by = linkedBy.get(id)?.toSorted() ?? null;
    others.set(id, withCells(other, { [inverseFieldId]: { value: by } }, other.updatedAt));
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

/** Ends what is left of the links of a record that goes: those of deleted fields. */
export function endLinksOf(
  fields: KnownFields,
  records: ReadonlyMap<string, Records>,
  tableId: string,
  record: BaseRecord,
): void {
  for (const fieldId of Object.keys(record.data)) {
    const field = linkFieldOf(fields, tableId, fieldId);
    if (field === undefined) continue;
    const { inverseFieldId = '', tableId: otherTableId } = field.template;
    const others = records.get(otherTableId);
    for (const id of linksOf(record, fieldId)) {
      const other = others?.get(id);
      if (other === undefined) continue;
      const left = linksOf(other, inverseFieldId).filter((one) => one !== record.id);
      const cells = { [inverseFieldId]: { value: left.length === 0 ? null : left } };
      others?.set(id, withCells(other, cells, other.updatedAt));
    }
  }
}
