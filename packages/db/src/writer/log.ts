import type { BaseRecord } from '@weft/core';
import {
  type ActionType,
  type Change,
  type LinkChange,
  linksLost,
  recordOf,
  type ViewUpdate,
} from '@weft/history';
import type { Reader, Sql, Transaction } from '../engine/engine.ts';
import { deletions } from './deletions.ts';
import type { FeedPayloadLimit } from './feed-payload-limit.ts';
import type { HistoryEntry, LogEntry } from './log-entry.ts';

/** An entry to be written, with all its changes. */
export interface NewEntry extends Omit<LogEntry, 'changes' | 'reload'> {
  readonly changes: readonly Change[];
  /** Whether the person can undo it. */
  readonly tracked: boolean;
}

const tablesOf = (changes: readonly Change[]): string[] => [
  ...new Set(changes.map((change) => change.tableId)),
];

/** Records an entry names; null when they are too many to list. */
function recordsOf(changes: readonly Change[]): string[] | null {
  const ids = new Set<string>();
  for (const change of changes) if ('recordId' in change) ids.add(change.recordId);
  return ids.size > 100 ? null : [...ids];
}

/** The entry as the feed carries it. */
const asRead = ({ tracked: _, changes, ...rest }: NewEntry, inFeed: boolean): LogEntry =>
  inFeed ? { ...rest, changes } : { ...rest, changes: null, reload: tablesOf(changes) };

/**
 * Appends entries and sets the base's seq, in one statement; returns them as the feed carries them. The caller holds the
 * lock of the base's row.
 */
export function appendEntries(
  tx: Pick<Transaction, 'send'>,
  { schema, metaVersion }: { readonly schema: string; readonly metaVersion: number },
  entries: readonly NewEntry[],
  metadataChanged: boolean,
  payloadLimit: FeedPayloadLimit,
): readonly LogEntry[] {
  const written = entries.map((entry) => {
    // Serialized once, for the row and for its size.
    const changes = JSON.stringify(entry.changes);
    return { entry, changes, inFeed: payloadLimit.admits(entry, changes.length) };
  });
  const rows = written.map(({ entry, changes, inFeed }) => {
    // The changes are JSON already: they are spliced in, not serialized again.
    const rest = JSON.stringify({
      seq: entry.seq,
      action_id: entry.id,
      group_id: entry.groupId ?? null,
      type: entry.type,
      label: entry.label,
      user_id: entry.userId,
      ts: entry.timestamp,
      is_undo: entry.isUndo,
      is_redo: entry.isRedo,
      reload: inFeed ? null : tablesOf(entry.changes),
      state: entry.tracked ? 'done' : null,
      table_ids: tablesOf(entry.changes),
      record_ids: recordsOf(entry.changes),
    });
    return `${rest.slice(0, -1)},"changes":${changes}}`;
  });
  tx.send(
    `WITH appended AS (INSERT INTO ${schema}._log (seq, action_id, group_id, type, label, user_id, ts, is_undo, is_redo, reload, state, table_ids, record_ids, changes)
     SELECT seq, action_id, group_id, type, label, user_id, ts, is_undo, is_redo, reload, state, table_ids, record_ids, changes
     FROM jsonb_to_recordset($1::jsonb) AS r(seq bigint, action_id text, group_id text, type text, label text, user_id text,
       ts timestamptz, is_undo boolean, is_redo boolean, reload text[], state text, table_ids text[], record_ids text[], changes jsonb))
     UPDATE ${schema}._base SET seq = seq + $2, meta_version = $3`,
    [`[${rows.join()}]`, entries.length, metaVersion + (metadataChanged ? 1 : 0)],
  );
  return written.map(({ entry, inFeed }) => asRead(entry, inFeed));
}

/** The columns of a log row, in the order `toEntry` reads them; without changes that the feed leaves out. */
const columns = `seq, action_id, type, label, user_id, ts, is_undo, is_redo, group_id,
  CASE WHEN reload IS NULL THEN changes END, reload`;

function toEntry(row: readonly unknown[]): LogEntry {
  const [seq, id, type, label, userId, timestamp, isUndo, isRedo, groupId, changes, reload] = row;
  return {
    seq: seq as number,
    id: id as string,
    type: type as ActionType,
    label: label as string,
    userId: userId as string,
    timestamp: timestamp as string,
    isUndo: isUndo as boolean,
    isRedo: isRedo as boolean,
    ...(typeof groupId === 'string' && { groupId }),
    changes: changes as readonly Change[] | null,
    ...(Array.isArray(reload) && { reload: reload as string[] }),
  };
}

/** The entries that exist under these action ids. */
export async function entriesById(
  tx: Sql,
  schema: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, LogEntry>> {
  const rows = await tx.query(`SELECT ${columns} FROM ${schema}._log WHERE action_id = ANY($1::text[])`, [
    ids,
  ]);
  return new Map(rows.map((row) => [row[1] as string, toEntry(row)]));
}

/** The next entries after a seq, oldest first. */
export async function entriesAfter(
  sql: Sql,
  schema: string,
  seq: number,
  limit: number,
): Promise<readonly LogEntry[]> {
  const rows = await sql.query(`SELECT ${columns} FROM ${schema}._log WHERE seq > $1 ORDER BY seq LIMIT $2`, [
    seq,
    limit,
  ]);
  return rows.map(toEntry);
}

/** Changes of an entry that the history tells of, in stored bytes: a page of entries stays a page. */
const maxTold = 16 * 1024;
/** How far back the entry is looked for that another one builds upon. */
const nearby = 1_000;

const historyColumns = `l.seq, l.action_id, l.type, l.label, l.user_id, l.ts, l.is_undo, l.is_redo, l.group_id,
  CASE WHEN l.reload IS NULL AND pg_column_size(l.changes) <= ${maxTold} THEN l.changes END, l.reload, l.table_ids, l.state`;

export interface HistoryQuery {
  readonly before: number | null;
  readonly tableId?: string;
  readonly userId?: string;
  readonly since?: string;
  readonly until?: string;
  readonly trash?: boolean;
  readonly limit: number;
}

const toHistoryEntry = (row: readonly unknown[]): HistoryEntry => {
  const [tableIds, state, dependency] = row.slice(11);
  return {
    ...toEntry(row),
    tableIds: tableIds as readonly string[],
    stands: state === 'done',
    dependencies: typeof dependency === 'string' ? [dependency] : [],
  };
};

/** Entries that one statement looks at for those that a filter keeps. */
const filterStep = 20_000;

export const isFiltered = ({ tableId, userId, since, until, trash = false }: HistoryQuery): boolean =>
  trash || [tableId, userId, since, until].some((condition) => condition !== undefined);

/** The history a person reads: newest first, of a table, a person or a time when asked; such a filter may go through the log. */
export async function listEntries(
  sql: Reader,
  schema: string,
  query: HistoryQuery,
): Promise<readonly HistoryEntry[]> {
  const { limit } = query;
  if (!isFiltered(query)) return entriesBetween(sql, schema, query, 0, limit);
  const [ends] = await sql.query(`SELECT min(seq), max(seq) + 1 FROM ${schema}._log`);
  const [oldest, end] = (ends ?? []) as readonly (number | null)[];
  const found: HistoryEntry[] = [];
  let before = Math.min(query.before ?? Number.POSITIVE_INFINITY, end ?? 0);
  while (found.length < limit && before > (oldest ?? before)) {
    const from = before - filterStep;
    found.push(...(await entriesBetween(sql, schema, { ...query, before }, from, limit - found.length)));
    before = from;
  }
  return found;
}

async function entriesBetween(
  sql: Reader,
  schema: string,
  { before, tableId, userId, since, until, trash = false }: HistoryQuery,
  from: number,
  limit: number,
): Promise<readonly HistoryEntry[]> {
  const rows = await sql.query(
    `SELECT ${historyColumns}, (SELECT p.action_id FROM ${schema}._log p
       WHERE p.seq < l.seq AND p.seq >= l.seq - ${nearby} AND p.table_ids && l.table_ids ORDER BY p.seq DESC LIMIT 1)
     FROM ${schema}._log l
     WHERE ($1::bigint IS NULL OR l.seq < $1) AND l.seq >= $9 AND ($2::text IS NULL OR $2 = ANY(l.table_ids))
       AND ($4::text IS NULL OR l.user_id = $4) AND ($5::timestamptz IS NULL OR l.ts >= $5)
       AND ($6::timestamptz IS NULL OR l.ts < $6) AND (NOT $7 OR l.state = 'done' AND l.type = ANY($8::text[]))
     ORDER BY l.seq DESC LIMIT $3`,
    [before, tableId ?? null, limit, userId ?? null, since ?? null, until ?? null, trash, deletions, from],
  );
  return rows.map(toHistoryEntry);
}

/** Most entries one page of a record's history looks at: the log has no index by record, which every edit would pay for. */
const lookedAt = 20_000;
/** Entries of many records that one statement looks through: of a thousand records each, some 50 ms embedded. */
const largeAtOnce = 10;
/** Most statements of one page. */
const maxSteps = 200;

interface RecordHistoryQuery {
  readonly before: number | null;
  readonly tableId?: string;
  readonly recordId: string;
  readonly limit: number;
}

/** Where a step that begins before `before` ends: after `largeAtOnce` large entries, or at `floor`. */
async function endOfStep(
  sql: Reader,
  schema: string,
  {
    before,
    floor,
    tableId,
  }: { readonly before: number; readonly floor: number; readonly tableId: string | null },
): Promise<number> {
  const [row] = await sql.query(
    `SELECT count(*)::int, min(seq) FROM (SELECT seq FROM ${schema}._log
       WHERE seq < $1 AND seq >= $2 AND record_ids IS NULL AND ($3::text IS NULL OR $3 = ANY(table_ids))
       ORDER BY seq DESC LIMIT ${largeAtOnce}) AS large`,
    [before, floor, tableId],
  );
  const [count, oldest] = (row ?? []) as readonly number[];
  return count === largeAtOnce && oldest !== undefined ? oldest : floor;
}

/**
 * What was done to one record, newest first, with the changes of that record alone. `next`: where the page after it
 * begins, also where this one found less than `limit`; null at the beginning of the log.
 */
export async function recordEntries(
  sql: Reader,
  schema: string,
  query: RecordHistoryQuery,
): Promise<{ readonly entries: readonly LogEntry[]; readonly next: number | null }> {
  const { tableId = null, recordId, limit } = query;
  const newest = query.before === null ? await sql.query(`SELECT seq + 1 FROM ${schema}._base`) : [];
  let before = query.before ?? (newest[0]?.[0] as number);
  const floor = Math.max(1, before - lookedAt);
  const found: LogEntry[] = [];
  for (let step = 0; step < maxSteps && before > floor; step++) {
    const from = await endOfStep(sql, schema, { before, floor, tableId });
    // An entry of many records does not list them: its changes are looked through.
    const rows = await sql.query(
      `SELECT seq, action_id, type, label, user_id, ts, is_undo, is_redo, group_id,
         jsonb_path_query_array(changes, '$[*] ? (@.recordId == $id)', jsonb_build_object('id', $3::text)), NULL
       FROM ${schema}._log
       WHERE seq < $1 AND seq >= $2 AND ($4::text IS NULL OR $4 = ANY(table_ids))
         AND ($3 = ANY(record_ids)
           OR record_ids IS NULL AND changes @> jsonb_build_array(jsonb_build_object('recordId', $3::text)))
       ORDER BY seq DESC LIMIT $5`,
      [before, from, recordId, tableId, limit + 1 - found.length],
    );
    found.push(...rows.map(toEntry));
    const last = found[limit - 1];
    if (found.length > limit && last !== undefined) return { entries: found.slice(0, limit), next: last.seq };
    before = from;
  }
  return { entries: found, next: before > 1 ? before : null };
}

/** What the views of a table lost when a field was deleted last. */
export async function lostViews(
  tx: Sql,
  schema: string,
  tableId: string,
  fieldId: string,
): Promise<readonly ViewUpdate[]> {
  const rows = await tx.query(
    `SELECT changes FROM ${schema}._log WHERE $1 = ANY(table_ids) AND changes @> $2::jsonb ORDER BY seq DESC LIMIT 1`,
    [tableId, JSON.stringify([{ kind: 'field', fieldId, after: null }])],
  );
  const changes = (rows[0]?.[0] as readonly Change[] | undefined) ?? [];
  return changes.filter((change) => change.kind === 'view-update');
}

/** A place in the log: an entry, and a change in it. */
export interface LogPlace {
  readonly seq: number;
  readonly change: number;
}

/** A deleted record, where the log says that it went, and what it was linked to, by field. */
interface Gone {
  readonly record: BaseRecord;
  readonly at: LogPlace;
  readonly links: ReturnType<typeof linksLost>;
}

/** The last known shape of hard-deleted records of a table, by id, and where the log says that they went. */
export async function deletedRecords(
  tx: Sql,
  schema: string,
  tableId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Gone>> {
  const rows = await tx.query(
    `SELECT DISTINCT ON (change->>'recordId') change->>'recordId', change->'before', ts, seq, place
     FROM ${schema}._log, jsonb_array_elements(changes) WITH ORDINALITY AS c(change, place)
     WHERE change->>'kind' = 'record' AND change->'after' = 'null'::jsonb AND change->>'recordId' = ANY($1::text[])
       AND $2 = ANY(table_ids) AND change->>'tableId' = $2
     ORDER BY change->>'recordId', seq DESC`,
    [ids, tableId],
  );
  const unlinked = await tx.query(
    `SELECT seq, change FROM ${schema}._log, jsonb_array_elements(changes) AS change
     WHERE seq = ANY($1::bigint[]) AND change->>'kind' = 'links' AND change->>'tableId' = $2 AND change->>'recordId' = ANY($3::text[])`,
    [rows.map((row) => row[3]), tableId, ids],
  );
  const lost = Map.groupBy(unlinked, ([seq, change]) => `${seq}/${(change as LinkChange).recordId}`);
  return new Map(
    rows.map(([id, before, ts, seq, place]) => [
      id as string,
      {
        links: linksLost((lost.get(`${seq}/${id}`) ?? []).map(([, change]) => change as LinkChange)),
        record: recordOf(id as string, before as Parameters<typeof recordOf>[1], ts as string),
        at: { seq: seq as number, change: place as number },
      },
    ]),
  );
}

/** The records that entries after `from`, up to `to`, made or gave another cell of a field. */
export async function changedRecords(
  sql: Sql,
  schema: string,
  { tableId, fieldId }: { readonly tableId: string; readonly fieldId: string },
  from: number,
  to: number,
): Promise<readonly string[]> {
  const rows = await sql.query(
    `SELECT DISTINCT change->>'recordId' FROM ${schema}._log, jsonb_array_elements(changes) AS change
     WHERE seq > $1 AND seq <= $2 AND $3 = ANY(table_ids) AND change->>'tableId' = $3
       AND (change->>'kind' = 'record' OR change->>'kind' = 'cells' AND change->'after' ? $4
         OR change->>'kind' = 'links' AND change->>'fieldId' = $4)`,
    [from, to, tableId, fieldId],
  );
  return rows.map(([id]) => id as string);
}
