import { isOwnOrder, orderBy } from './compile-sort.ts';
import { narrowed, whereOf } from './read-query.ts';
import type { ReadyQuery } from './ready-query.ts';
import { type Queries, rangesOf, type Scan, within } from './scan.ts';
import { idBytes, sortedInSteps } from './sorted-runs.ts';
import { statement } from './statement.ts';

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

/** Ids, one or several in a text. */
export const packedIds = (ids: readonly unknown[]): OrderedIds =>
  new OrderedIds(Buffer.concat(ids.map((some) => Buffer.from((some ?? '') as string, 'latin1'))));

/** All ids of a query in its order; in steps where the scan has a pace. */
export async function readOrderedIds(given: Scan, asked: ReadyQuery): Promise<OrderedIds> {
  const { scan, ready } = await narrowed(given, asked);
  if (scan.pace === null) return inOneGo(scan.sql, ready);
  if (!isOwnOrder(ready.keys)) return new OrderedIds(await sortedInSteps(scan, ready));
  const pieces: unknown[] = [];
  for await (const range of rangesOf(scan, ready.layout)) {
    const where = whereOf(ready, within(range));
    const { text, params } = statement({
      text: `SELECT string_agg(t.id, '' ORDER BY t.position, t.id) FROM ${ready.from}${where.text}`,
      values: where.values,
    });
    const [row] = await scan.sql.query(text, params);
    pieces.push(row?.[0]);
  }
  return packedIds(pieces);
}

/** Rows of one answer are aggregated into one text, so there are few rows to handle. */
async function inOneGo(sql: Queries, ready: ReadyQuery): Promise<OrderedIds> {
  const order = orderBy(ready.keys);
  const where = whereOf(ready);
  const { text, params } = statement({
    text: `SELECT string_agg(id, '' ORDER BY n) FROM (
             SELECT t.id AS id, row_number() OVER (ORDER BY ${order.text}) AS n FROM ${ready.from}${where.text}
           ) AS ordered GROUP BY n / 50000 ORDER BY n / 50000`,
    values: [...order.values, ...where.values],
  });
  const rows = await sql.query(text, params);
  return packedIds(rows.map(([ids]) => ids));
}
