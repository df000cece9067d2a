import { anyFieldType, type BaseRecord, isLinkField, type Table } from '@weft/core';
import { linksOf } from '@weft/history';
import { isId } from '@weft/std';
import type { Linked, LinkedRecord } from '../base/base-store.ts';
import type { OpenBase } from '../base/read-base.ts';
import type { Queries } from '../query/scan.ts';
import { readRecordsById } from './read.ts';

/** Names are texts for programs: people's own notation is a matter of the browser, which has the value. */
const plain = { timeZone: 'UTC', locale: 'en-US' };

/** Whether a cell of a record holds ids of records. */
export const mayHoldLinks = ({ data }: BaseRecord): boolean =>
  Object.values(data).some((value) => Array.isArray(value) && isId('rec', value[0]));

function namer({ fields, primaryFieldId }: Table): (record: BaseRecord) => LinkedRecord {
  const primary = fields.find(({ id }) => id === primaryFieldId);
  return ({ data }) => {
    const value = data[primaryFieldId] ?? null;
    if (primary === undefined || value === null) return { name: '', data: {} };
    const name = anyFieldType(primary.type).format(value, primary.template, plain);
    return { name, data: { [primaryFieldId]: value } };
  };
}

/** The primary cells of the records that these are linked to. */
export async function readLinked(
  sql: Queries,
  { metadata, layout }: OpenBase,
  tableId: string,
  records: readonly BaseRecord[],
): Promise<Linked> {
  const linked = new Map<string, ReadonlyMap<string, LinkedRecord>>();
  const table = metadata.tables.find(({ id }) => id === tableId);
  for (const field of table?.fields ?? []) {
    if (!isLinkField(field)) continue;
    const target = metadata.tables.find(({ id }) => id === field.template.tableId);
    const place = layout.tables.get(field.template.tableId);
    const ids = new Set(records.flatMap((record) => linksOf(record, field.id)));
    if (target === undefined || place === undefined || ids.size === 0) continue;
    const found = await readRecordsById(sql, place, [...ids], new Set([target.primaryFieldId]));
    const nameOf = namer(target);
    linked.set(field.id, new Map(found.map((record) => [record.id, nameOf(record)])));
  }
  return linked;
}
