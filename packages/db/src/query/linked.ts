import {
  anyFieldType,
  type BaseRecord,
  findShownField,
  isLinkField,
  lookedUpFields,
  type RecordData,
  type Table,
  withLookups,
} from '@weft/core';
import { linksOf } from '@weft/history';
import { isId, pick } from '@weft/std';
import { readRecordsById } from '../records/read.ts';
import type { OpenBase } from '../schema/read-base.ts';
import type { Linked, LinkedRecord } from './record-query.ts';
import type { Queries } from './scan.ts';

/** Names are texts for programs: people's own notation is a matter of the browser, which has the value. */
const plain = { timeZone: 'UTC', locale: 'en-US' };

/** Whether a cell of a record holds ids of records. */
export const mayHoldLinks = ({ data }: BaseRecord): boolean =>
  Object.values(data).some((value) => Array.isArray(value) && isId('rec', value[0]));

function presenter(
  { fields, primaryFieldId }: Table,
  shownIds: readonly string[],
): (record: BaseRecord) => LinkedRecord {
  const primary = fields.find(({ id }) => id === primaryFieldId);
  return ({ data: all }) => {
    const value = all[primaryFieldId] ?? null;
    const named = primary !== undefined && value !== null;
    const data: RecordData = pick(
      all,
      [primaryFieldId, ...shownIds].filter((id) => id in all),
    );
    return { name: named ? anyFieldType(primary.type).format(value, primary.template, plain) : '', data };
  };
}

type LinkedRecords = ReadonlyMap<string, LinkedRecord>;

/** Of records of a table their primary cells, and these others. */
async function readCells(
  sql: Queries,
  { metadata, layout }: OpenBase,
  tableId: string,
  ids: ReadonlySet<string>,
  shownIds: readonly string[],
): Promise<LinkedRecords> {
  const target = metadata.tables.find(({ id }) => id === tableId);
  const place = layout.tables.get(tableId);
  if (target === undefined || place === undefined || ids.size === 0) return new Map();
  const found = await readRecordsById(sql, place, [...ids], new Set([target.primaryFieldId, ...shownIds]));
  const present = presenter(target, shownIds);
  return new Map(found.map((record) => [record.id, present(record)]));
}

/**
 * What the records of a page are linked to, and what their lookups show: one statement for each link field, and one more
 * for each lookup that shows links itself.
 */
export async function readLinked(
  sql: Queries,
  base: OpenBase,
  tableId: string,
  records: readonly BaseRecord[],
): Promise<Linked> {
  const table = base.metadata.tables.find(({ id }) => id === tableId);
  const named = new Map<string, LinkedRecords>();
  if (table === undefined) return { named, records };
  const lookups = lookedUpFields(table, findShownField(base.metadata));
  const idsIn = (page: readonly BaseRecord[], fieldId: string) =>
    new Set(page.flatMap((record) => linksOf(record, fieldId)));
  const cells = new Map<string, RecordData>();
  for (const { id, template } of table.fields.filter(isLinkField)) {
    const through = lookups.filter(({ lookup }) => lookup.template.linkedRecordFieldId === id);
    const shownIds = [...new Set(through.map(({ shown }) => shown.id))];
    const found = await readCells(sql, base, template.tableId, idsIn(records, id), shownIds);
    if (found.size > 0) named.set(id, found);
    // Two link fields may lead to one table, each with lookups of its own.
    for (const [recordId, { data }] of found) cells.set(recordId, { ...cells.get(recordId), ...data });
  }
  const complete = records.map((record) => withLookups(record, lookups, (id) => cells.get(id)));
  for (const { lookup, shown } of lookups) {
    if (!isLinkField(shown)) continue;
    const ids = new Set(complete.flatMap(({ data }) => (data[lookup.id] ?? []) as string[][]).flat());
    const found = await readCells(sql, base, shown.template.tableId, ids, []);
    if (found.size > 0) named.set(lookup.id, found);
  }
  return { named, records: complete };
}
