import {
  anyFieldType,
  type BaseRecord,
  type CellValue,
  type Field,
  type Filter,
  isLinkField,
  isLookupField,
  type LinkField,
  lookedUpFields,
  type RecordData,
  type Table,
  withLookups,
} from '@weft/core';
import { allowedRows, fieldsByRow, readableFields, type Sight, tableOf } from './sight.ts';

/** A record that a link shows. */
interface ShownLink {
  readonly id: string;
  readonly name: string;
}

export interface ShownCell {
  readonly field: Field;
  /** Links that somebody may not read are left out of links, and what they hold out of lookups. */
  readonly value: CellValue;
  /** Of a link, or a lookup that shows links. */
  readonly links: readonly ShownLink[];
  /** A text that does not fit its field. */
  readonly raw: string | null;
}

export interface ShownRow {
  readonly id: string;
  /** In the order of the block's fields. */
  readonly cells: readonly ShownCell[];
}

/** Records read by their ids with one statement. */
const idsAtOnce = 1_000;

const idsIn = (value: CellValue | undefined): readonly string[] => (value ?? []) as readonly string[];

interface Seen {
  readonly cells: RecordData;
  readonly name: string;
}

/** Of these records of a table those that somebody may read, with the cells of fields that they may read. */
async function seenRecords(
  sight: Sight,
  tableId: string,
  ids: readonly string[],
  fieldIds: readonly string[],
): Promise<ReadonlyMap<string, Seen>> {
  const seen = new Map<string, Seen>();
  const table = tableOf(sight, tableId);
  const rows = table && allowedRows(sight, table, 'read');
  if (table === null || rows === null || ids.length === 0) return seen;
  const readable = new Map(readableFields(sight, table).map((field) => [field.id, field]));
  const primary = readable.get(table.primaryFieldId);
  const wanted = [...new Set([...(primary === undefined ? [] : [primary.id]), ...fieldIds])].filter((id) =>
    readable.has(id),
  );
  const distinct = [...new Set(ids)];
  const { env } = sight.visitor;
  for (let at = 0; at < distinct.length; at += idsAtOnce) {
    const named = { fieldId: '$id', operator: 'is_any_of', value: distinct.slice(at, at + idsAtOnce) };
    const items: Filter['items'] = rows === 'all' ? [named] : [named, rows];
    const { records } = await sight.store.list(
      {
        ...{ tableId, filter: { conjunction: 'and', items }, fieldIds: wanted, limit: idsAtOnce },
        ...readerOf(sight),
      },
      sight.runScan,
    );
    const told = await fieldsByRow(
      sight,
      table,
      records.map(({ id }) => id),
    );
    for (const { id, data } of records) {
      const may = (fieldId: string) => fieldId in data && (told === null || told(id).has(fieldId));
      // More than was asked for may have been read.
      const cells = Object.fromEntries(wanted.flatMap((one) => (may(one) ? [[one, data[one] ?? null]] : [])));
      const value = primary === undefined ? null : (cells[primary.id] ?? null);
      const name =
        primary && value !== null ? anyFieldType(primary.type).format(value, primary.template, env) : '';
      seen.set(id, { cells, name });
    }
  }
  return seen;
}

/** How values are read for whoever looks. */
export const readerOf = ({ visitor: { env } }: Sight) => ({
  timeZone: env.timeZone,
  locale: env.locale,
  now: env.now ?? new Date(0).toISOString(),
});

/** The fields of a table that a read of some fields takes: lookups are read by way of their links. */
export function fieldsToRead(table: Table, shown: readonly Field[]): readonly string[] {
  const links = shown
    .filter(isLookupField)
    .map(({ template }) => template.linkedRecordFieldId)
    .filter((id) => table.fields.some((field) => field.id === id));
  return [...new Set([...shown.map(({ id }) => id), ...links])];
}

/** Records as somebody may see them: one statement for each link field, and one for each lookup that shows links. */
export async function shownRows(
  sight: Sight,
  table: Table,
  shown: readonly Field[],
  records: readonly BaseRecord[],
): Promise<readonly ShownRow[]> {
  const shownIds = new Set(shown.map(({ id }) => id));
  const lookups = lookedUpFields(table, sight.visitor.env.shownField ?? (() => null)).filter(({ lookup }) =>
    shownIds.has(lookup.id),
  );
  const through = new Set(lookups.map(({ lookup }) => lookup.template.linkedRecordFieldId));
  const links = table.fields.filter(isLinkField).filter(({ id }) => shownIds.has(id) || through.has(id));
  const seen = new Map<string, ReadonlyMap<string, Seen>>();
  for (const { id, template } of links) {
    const wanted = lookups.filter(({ lookup }) => lookup.template.linkedRecordFieldId === id);
    const ids = records.flatMap(({ data }) => idsIn(data[id]));
    seen.set(
      id,
      await seenRecords(
        sight,
        template.tableId,
        ids,
        wanted.map(({ shown: one }) => one.id),
      ),
    );
  }
  const cut = records.map((record) => {
    const data: { [fieldId: string]: CellValue } = { ...record.data };
    for (const { id } of links) data[id] = idsIn(data[id]).filter((linked) => seen.get(id)?.has(linked));
    return { ...record, data };
  });
  const whole = cut.map((record) => withSeenLookups(record, links, lookups, seen));
  const named = new Map<string, ReadonlyMap<string, Seen>>();
  for (const { lookup, shown: one } of lookups)
    if (isLinkField(one)) {
      const ids = whole
        .flatMap(({ data }) => (data[lookup.id] ?? []) as readonly (readonly string[])[])
        .flat();
      named.set(lookup.id, await seenRecords(sight, one.template.tableId, ids, []));
    }
  const told = await fieldsByRow(
    sight,
    table,
    records.map(({ id }) => id),
  );
  return whole.map(({ id, data, raw }) => ({
    id,
    cells: shown.map((field): ShownCell => {
      if (told !== null && !told(id).has(field.id)) return { field, value: null, links: [], raw: null };
      const found = isLinkField(field) ? seen.get(field.id) : named.get(field.id);
      const ids =
        found === undefined ? [] : [...new Set((data[field.id] as readonly string[] | undefined)?.flat())];
      const value = found === undefined || isLinkField(field) ? (data[field.id] ?? null) : null;
      return {
        field,
        value: Array.isArray(value) && value.length === 0 ? null : value,
        links: ids.flatMap((linked) => {
          const record = found?.get(linked);
          return record === undefined ? [] : [{ id: linked, name: record.name }];
        }),
        raw: raw?.[field.id] ?? null,
      };
    }),
  }));
}

/** Two link fields may lead to one table, and what one of them shows must not come through the other. */
function withSeenLookups(
  record: BaseRecord,
  links: readonly LinkField[],
  lookups: ReturnType<typeof lookedUpFields>,
  seen: ReadonlyMap<string, ReadonlyMap<string, Seen>>,
): BaseRecord {
  const bare: { [fieldId: string]: CellValue } = { ...record.data };
  for (const { lookup } of lookups) delete bare[lookup.id];
  let whole: BaseRecord = { ...record, data: bare };
  for (const { id } of links) {
    const own = lookups.filter(({ lookup }) => lookup.template.linkedRecordFieldId === id);
    whole = withLookups(whole, own, (linked) => seen.get(id)?.get(linked)?.cells);
  }
  return whole;
}
