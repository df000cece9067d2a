import type { Sql } from '../engine/engine.ts';
import { type Fragment, fragment } from '../fields/sql-field-type.ts';
import { isOwnOrder, orderBy } from './compile-sort.ts';
import { type ReadyQuery, whereOf } from './read-query.ts';
import { statement } from './statement.ts';

/** Bytes of an id: ASCII, all of one length. */
const idBytes = 24;

/** The ids of a query's rows in order, packed: a million takes 24 MB, a window of it no time. */
export class OrderedIds {
  readonly #bytes: Buffer;
  readonly length: number;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
    this.length = bytes.length / idBytes;
  }

  get bytes(): number {
    return this.#bytes.length;
  }

  slice(start: number, count: number): string[] {
    const ids: string[] = [];
    const end = Math.min(start + count, this.length);
    for (let i = start; i < end; i++)
      ids.push(this.#bytes.toString('latin1', i * idBytes, (i + 1) * idBytes));
    return ids;
  }
}

const packed = (ids: readonly unknown[]): OrderedIds =>
  new OrderedIds(Buffer.concat(ids.map((some) => Buffer.from((some ?? '') as string, 'latin1'))));

export async function readOrderedIds(sql: Sql, ready: ReadyQuery): Promise<OrderedIds> {
  if (!ready.searches) return inOrder(sql, ready, whereOf(ready));
  const found = await searched(sql, ready);
  if (isOwnOrder(ready.keys) || found.length === 0) return found;
  return inOrder(sql, ready, fragment(' WHERE t.id = ANY(?::text[])', found.slice(0, found.length)));
}

/** Rows of one answer are aggregated into one text, so there are few rows to handle. */
async function inOrder(sql: Sql, ready: ReadyQuery, where: Fragment): Promise<OrderedIds> {
  const order = orderBy(ready.keys);
  const { text, params } = statement({
    text: `SELECT string_agg(id, '' ORDER BY n) FROM (
             SELECT t.id AS id, row_number() OVER (ORDER BY ${order.text}) AS n FROM ${ready.from}${where.text}
           ) AS ordered GROUP BY n / 50000 ORDER BY n / 50000`,
    values: [...order.values, ...where.values],
  });
  const rows = await sql.query(text, params);
  return packed(rows.map(([ids]) => ids));
}

/**
 * Rows looked into by one statement of a search: up to 20 µs each, 18 cells as a person sees them. The embedded
 * database has one connection, and nobody should wait long behind a search of a million rows.
 */
const lookedInto = 10_000;

/** The ids that a search finds, in the table's own order, a piece of the table at a time. */
async function searched(sql: Sql, ready: ReadyQuery): Promise<OrderedIds> {
  const found = ready.where ?? fragment('true');
  const pieces: unknown[] = [];
  let last: readonly unknown[] = [-1, ''];
  for (;;) {
    const { text, params } = statement({
      text: `WITH piece AS MATERIALIZED (
               SELECT t.id, t.position, ${found.text} AS found FROM ${ready.from}
               WHERE (t.position, t.id) > (?::bigint, ?) ORDER BY t.position, t.id LIMIT ?)
             SELECT string_agg(id, '' ORDER BY position, id) FILTER (WHERE found), count(*),
               (SELECT position FROM piece ORDER BY position DESC, id DESC LIMIT 1),
               (SELECT id FROM piece ORDER BY position DESC, id DESC LIMIT 1) FROM piece`,
      values: [...found.values, ...last, lookedInto],
    });
    const [row = []] = await sql.query(text, params);
    pieces.push(row[0]);
    if ((row[1] as number) < lookedInto) return packed(pieces);
    last = row.slice(2);
  }
}
