import type { Sql } from '../engine/engine.ts';
import { orderBy } from './compile-sort.ts';
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

/** Rows of one answer while the ids are read; each is one aggregated text, so there are few rows to handle. */
export async function readOrderedIds(sql: Sql, ready: ReadyQuery): Promise<OrderedIds> {
  const where = whereOf(ready);
  const order = orderBy(ready.keys);
  const { text, params } = statement({
    text: `SELECT string_agg(id, '' ORDER BY n) FROM (
             SELECT t.id AS id, row_number() OVER (ORDER BY ${order.text}) AS n FROM ${ready.from}${where.text}
           ) AS ordered GROUP BY n / 50000 ORDER BY n / 50000`,
    values: [...order.values, ...where.values],
  });
  const rows = await sql.query(text, params);
  return new OrderedIds(Buffer.concat(rows.map(([ids]) => Buffer.from(ids as string, 'latin1'))));
}
