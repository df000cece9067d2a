import type { BaseRecord } from '@weft/core';
import type { RecordPage, RecordQuery } from '../base/base-store.ts';
import type { OpenBase } from '../base/read-base.ts';
import type { Sql } from '../engine/engine.ts';
import { type Fragment, fragment, join } from '../fields/sql-field-type.ts';
import { selectList, toRecord } from '../records/read.ts';
import { type OrderKey, orderBy } from './compile-sort.ts';
import { readCursor, writeCursor } from './cursor.ts';
import { type ReadyQuery, readQuery, whereOf } from './read-query.ts';
import { statement } from './statement.ts';

/**
 * "Comes after this row": the first key that differs decides, NULL is last in both directions.
 * Written out per key, because directions mix and a row comparison knows no NULLs.
 */
function after(keys: readonly OrderKey[], last: readonly unknown[]): Fragment {
  const choices = keys.map((key, i): Fragment => {
    const same = keys
      .slice(0, i)
      .map((before, j) =>
        fragment(`${before.expression.text} IS NOT DISTINCT FROM ?`, ...before.expression.values, last[j]),
      );
    return join([...same, beyond(key, last[i])], ' AND ');
  });
  const { text, values } = join(
    choices.map(({ text: one, values: bound }) => ({ text: `(${one})`, values: bound })),
    ' OR ',
  );
  return { text: `(${text})`, values };
}

function beyond({ expression, descending }: OrderKey, value: unknown): Fragment {
  const { text, values } = expression;
  if (value === null) return fragment('false');
  return fragment(`(${text} ${descending ? '<' : '>'} ? OR ${text} IS NULL)`, ...values, value, ...values);
}

/** The keys of one record, as the order sees them; null when it is gone. */
async function keysOf(sql: Sql, ready: ReadyQuery, recordId: string): Promise<readonly unknown[] | null> {
  const columns = join(
    ready.keys.map((key) => key.expression),
    ', ',
  );
  const { text, params } = statement(
    join(
      [fragment(`SELECT ${columns.text} FROM ${ready.from} WHERE t.id = ?`, ...columns.values, recordId)],
      '',
    ),
  );
  const rows = await sql.query(text, params);
  return rows[0] ?? null;
}

/** Where the rows after a record begin: along the index in the table's own order, by all keys otherwise. */
function afterKeys(ready: ReadyQuery, last: readonly unknown[]): Fragment {
  const own = ready.keys.length === 2;
  return own ? fragment('(t.position, t.id) > (?::bigint, ?)', last[0], last[1]) : after(ready.keys, last);
}

/** One page after a row (or from the start), `limit` long. */
async function readPage(
  sql: Sql,
  ready: ReadyQuery,
  last: readonly unknown[] | null,
  limit: number,
): Promise<readonly BaseRecord[]> {
  const where = whereOf(ready, last === null ? null : afterKeys(ready, last));
  const order = orderBy(ready.keys);
  const { text, params } = statement({
    text: `SELECT ${selectList(ready.places)} FROM ${ready.from}${where.text} ORDER BY ${order.text} LIMIT ?`,
    values: [...where.values, ...order.values, limit],
  });
  const rows = await sql.query(text, params);
  return rows.map((row) => toRecord(row, ready.places));
}

async function countRecords(sql: Sql, ready: ReadyQuery): Promise<number> {
  const where = whereOf(ready);
  const { text, params } = statement({
    text: `SELECT count(*) FROM ${ready.from}${where.text}`,
    values: where.values,
  });
  const rows = await sql.query(text, params);
  return rows[0]?.[0] as number;
}

type ListQuery = RecordQuery & {
  readonly limit: number;
  readonly cursor?: string;
  readonly includeTotal?: boolean;
};

/** A page of a query, by key: never by offset (1.9 s against 12 ms at row 900,000 of a million). */
export async function listRecords(
  sql: Sql,
  base: OpenBase,
  query: ListQuery,
  version: number,
): Promise<RecordPage> {
  const ready = readQuery(base, query);
  const cursor = query.cursor === undefined ? null : readCursor(ready.identity, query.cursor);
  const last = cursor === null ? null : await keysOf(sql, ready, cursor.recordId);
  // The record a page ended with was deleted: its place is lost, so the list ends rather than begin again.
  if (cursor !== null && last === null) return { records: [], nextCursor: null, version };
  const records = await readPage(sql, ready, last, query.limit + 1);
  const shown = records.slice(0, query.limit);
  const final = shown.at(-1);
  return {
    records: shown,
    nextCursor:
      records.length > query.limit && final !== undefined ? writeCursor(ready.identity, final.id) : null,
    version,
    ...(query.includeTotal === true && { total: await countRecords(sql, ready) }),
  };
}

/** Every record of a query, a chunk at a time; each chunk is a statement of its own, so nothing is held open. */
export async function* streamRecords(
  sql: Sql,
  base: OpenBase,
  query: RecordQuery,
  chunk: number,
): AsyncGenerator<readonly BaseRecord[]> {
  const ready = readQuery(base, query);
  let last: readonly unknown[] | null = null;
  for (;;) {
    const records = await readPage(sql, ready, last, chunk);
    if (records.length > 0) yield records;
    const final = records.at(-1);
    if (records.length < chunk || final === undefined) return;
    last = ready.keys.length === 2 ? [final.position, final.id] : await keysOf(sql, ready, final.id);
    if (last === null) return;
  }
}
