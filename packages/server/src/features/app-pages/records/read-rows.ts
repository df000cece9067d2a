import {
  type CellValue,
  type Field,
  type Filter,
  isLinkField,
  isLookupField,
  type Sort,
  type Tally,
} from '@weft/core';
import type { RecordQuery } from '@weft/db';
import {
  type Asked,
  type BlockQuery,
  mayGroup,
  type ReadyBlock,
  readyBlock,
  readyRecord,
} from './block-query.ts';
import { cellText } from './cell-text.ts';
import { fieldsToRead, readerOf, type ShownRow, shownRows } from './shown-rows.ts';
import { fieldsOfEach, type Sight } from './sight.ts';

/** Records of one page, whatever a block says. */
export const mostAtOnce = 200;

export interface RowPage {
  readonly fields: readonly Field[];
  readonly rows: readonly ShownRow[];
  readonly nextCursor: string | null;
  /** How many there are of all pages; null: nobody asked. */
  readonly total: number | null;
}

const queryOf = (sight: Sight, { table, filter, sort, shown }: ReadyBlock): RecordQuery => ({
  ...{ tableId: table.id, ...readerOf(sight) },
  fieldIds: fieldsToRead(table, shown),
  ...(filter !== null && { filter }),
  ...(sort.length > 0 && { sort }),
});

/** One page of what a block shows; null: nothing is to be seen of it. */
export async function readPage(
  sight: Sight,
  block: BlockQuery,
  {
    perPage,
    cursor,
    includeTotal,
    ...asked
  }: Asked & {
    readonly perPage: number;
    readonly cursor?: string | undefined;
    readonly includeTotal?: boolean;
  },
): Promise<RowPage | null> {
  const ready = readyBlock(sight, block, asked);
  if (ready === null || ready.shown.length === 0) return null;
  const page = await sight.store.list(
    {
      ...queryOf(sight, ready),
      limit: Math.max(1, Math.min(perPage, mostAtOnce)),
      ...(cursor !== undefined && { cursor }),
      ...(includeTotal === true && { includeTotal }),
    },
    sight.runScan,
  );
  return {
    fields: ready.shown,
    rows: await shownRows(sight, ready.table, ready.shown, page.records),
    nextCursor: page.nextCursor,
    total: page.total ?? null,
  };
}

/** One record as a block shows it; null: there is none, or none for this person. */
export async function readOne(sight: Sight, block: BlockQuery, recordId: string): Promise<ShownRow | null> {
  const ready = readyRecord(sight, block, recordId);
  if (ready === null) return null;
  const { records } = await sight.store.list({ ...queryOf(sight, ready), limit: 1 }, sight.runScan);
  const [row] = await shownRows(sight, ready.table, ready.shown, records);
  return row ?? null;
}

/** All records of a block, in pages. */
export async function* readAll(
  sight: Sight,
  block: BlockQuery,
  asked: Asked,
): AsyncGenerator<{ readonly fields: readonly Field[]; readonly rows: readonly ShownRow[] }> {
  const ready = readyBlock(sight, block, asked);
  if (ready === null || ready.shown.length === 0) return;
  const { table, shown } = ready;
  for await (const records of sight.store.stream(queryOf(sight, ready), mostAtOnce, sight.runScan))
    yield { fields: shown, rows: await shownRows(sight, table, shown, records) };
}

export interface RowGroup {
  /** Of the field they are put together by; null where they are not, and of the empty cell. */
  readonly key: CellValue;
  readonly count: number;
  readonly tally: Tally | null;
}

/** How many records a block has, in all or by a field, and what one field of them adds up to; null: nothing is to be seen. */
export async function readGroups(
  sight: Sight,
  block: BlockQuery,
  asked: Asked,
  { by, of }: { readonly by: string | null; readonly of: string | null },
): Promise<{ readonly groups: readonly RowGroup[]; readonly tooMany: boolean } | null> {
  const ready = readyBlock(sight, { ...block, sort: [] }, asked);
  if (ready === null) return null;
  // What many records come to is of fields that may be read of each of them.
  const ofEach = new Set(fieldsOfEach(sight, ready.table).map(({ id }) => id));
  const named = (id: string | null) => ready.shown.find((field) => field.id === id && ofEach.has(id));
  const [key, summed] = [named(by), named(of)];
  if (by !== null && (key === undefined || !mayGroup(key))) return null;
  // What several records add up to is no cell of links, and of no other record.
  if (of !== null && (summed === undefined || isLinkField(summed) || isLookupField(summed))) return null;
  const keys: Sort = key === undefined ? [] : [{ fieldId: key.id, direction: 'asc' }];
  const { sort: _, fieldIds: __, ...query } = queryOf(sight, ready);
  const { groups, tooMany } = await sight.store.groups(
    { ...query, groups: keys, summarised: summed === undefined ? [] : [summed.id] },
    sight.runScan,
  );
  return {
    tooMany,
    groups: groups.map((group) => ({
      key: group.key[0] ?? null,
      count: group.count,
      tally: summed === undefined ? null : (group.tallies[summed.id] ?? null),
    })),
  };
}

/** The first records of a table by their names, for whoever chooses one to link. */
export async function readOptions(
  sight: Sight,
  field: Field,
  {
    search,
    ids,
    filter,
  }: { readonly search?: string; readonly ids?: readonly string[]; readonly filter?: Filter },
): Promise<readonly { readonly id: string; readonly name: string }[]> {
  if (!isLinkField(field)) return [];
  const table = sight.metadata.tables.find(({ id }) => id === field.template.tableId);
  if (table === undefined) return [];
  const { primaryFieldId } = table;
  const named =
    ids === undefined ? [] : [{ fieldId: '$id', operator: 'is_any_of', value: [...ids] } as const];
  const items = [...named, ...(filter === undefined ? [] : [filter])];
  const page = await readPage(
    sight,
    {
      tableId: table.id,
      filter: items.length === 0 ? undefined : { conjunction: 'and', items },
      fieldIds: [primaryFieldId],
      sort: [{ fieldId: primaryFieldId, direction: 'asc' }],
    },
    { perPage: mostAtOnce, search },
  );
  const { env } = sight.visitor;
  return (page?.rows ?? []).map(({ id, cells: [cell] }) => ({
    id,
    name: cell === undefined ? '' : cellText(cell, env),
  }));
}
