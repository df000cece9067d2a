import type { Sql } from '../engine/engine.ts';
import type { LinkPlace } from '../schema/layout.ts';

/** A link field that begins with the links of another. */
export interface LinksCopy {
  readonly from: LinkPlace;
  readonly to: LinkPlace;
}

/** A link, seen from the field's own side. */
export interface LinkPair {
  readonly own: string;
  readonly other: string;
}

export const firstPair: LinkPair = { own: '', other: '' };

/** The next links of a side behind one, in the order of its index. */
const next = ({ schema, own, other }: LinkPlace, count: number): string =>
  `next AS MATERIALIZED (SELECT l.${own} AS own, l.${other} AS other FROM ${schema}._links l
     WHERE l.relation = $1 AND (l.${own}, l.${other}) > ($2::text, $3::text) ORDER BY l.${own}, l.${other} LIMIT ${count})`;

const lastOf =
  'SELECT own, other, (SELECT count(*) FROM next) FROM next ORDER BY own DESC, other DESC LIMIT 1';

async function step(
  tx: Sql,
  text: string,
  params: readonly unknown[],
  count: number,
): Promise<LinkPair | null> {
  const [row] = await tx.query(text, params);
  if (row === undefined || (row[2] as number) < count) return null;
  return { own: row[0] as string, other: row[1] as string };
}

/** Copies the next `count` links behind one; the answer is the last of them, null at the end. */
export const copyNextLinks = (
  tx: Sql,
  { from, to }: LinksCopy,
  after: LinkPair,
  count: number,
): Promise<LinkPair | null> =>
  step(
    tx,
    `WITH ${next(from, count)}, copied AS (
       INSERT INTO ${to.schema}._links (relation, ${to.own}, ${to.other}) SELECT $4, own, other FROM next ON CONFLICT DO NOTHING)
     ${lastOf}`,
    [from.relation, after.own, after.other, to.relation],
    count,
  );

/** Ends those of the next `count` copies behind one that are of no link any more; as `copyNextLinks`. */
export const endNextStale = (
  tx: Sql,
  { from, to }: LinksCopy,
  after: LinkPair,
  count: number,
): Promise<LinkPair | null> =>
  step(
    tx,
    `WITH ${next(to, count)}, ended AS (
       DELETE FROM ${to.schema}._links AS l USING next
       WHERE l.relation = $1 AND l.${to.own} = next.own AND l.${to.other} = next.other
         AND NOT EXISTS (SELECT 1 FROM ${from.schema}._links s
           WHERE s.relation = $4 AND s.${from.own} = next.own AND s.${from.other} = next.other))
     ${lastOf}`,
    [to.relation, after.own, after.other, from.relation],
    count,
  );

/** Copies the links of some records as they are now. */
export async function copyLinksOf(tx: Sql, { from, to }: LinksCopy, ids: readonly string[]): Promise<void> {
  await tx.query(
    `DELETE FROM ${to.schema}._links AS l WHERE l.relation = $1 AND l.${to.own} = ANY($2::text[])
       AND NOT EXISTS (SELECT 1 FROM ${from.schema}._links s
         WHERE s.relation = $3 AND s.${from.own} = l.${to.own} AND s.${from.other} = l.${to.other})`,
    [to.relation, ids, from.relation],
  );
  await tx.query(
    `INSERT INTO ${to.schema}._links (relation, ${to.own}, ${to.other})
     SELECT $1, s.${from.own}, s.${from.other} FROM ${from.schema}._links s
     WHERE s.relation = $3 AND s.${from.own} = ANY($2::text[]) ON CONFLICT DO NOTHING`,
    [to.relation, ids, from.relation],
  );
}

/** Copies all links, in the transaction that shows the field. */
export const copyAllLinks = (tx: Sql, { from, to }: LinksCopy): Promise<unknown> =>
  tx.query(
    `INSERT INTO ${to.schema}._links (relation, ${to.own}, ${to.other})
     SELECT $1, ${from.own}, ${from.other} FROM ${from.schema}._links WHERE relation = $2 ON CONFLICT DO NOTHING`,
    [to.relation, from.relation],
  );

/**
 * Copies those links of which either record was just inserted. `single`: records that hold another link in the copy keep
 * it alone.
 */
export async function copyLinksOfInserted(
  tx: Sql,
  { from, to }: LinksCopy,
  own: readonly string[],
  other: readonly string[],
  single: boolean,
): Promise<void> {
  if (own.length === 0 && other.length === 0) return;
  const free = `NOT EXISTS (SELECT 1 FROM ${to.schema}._links h WHERE h.relation = $1 AND h.${to.own} = s.${from.own})`;
  await tx.query(
    `INSERT INTO ${to.schema}._links (relation, ${to.own}, ${to.other})
     SELECT $1, s.${from.own}, s.${from.other} FROM ${from.schema}._links s
     WHERE s.relation = $2 AND (s.${from.own} = ANY($3::text[]) OR s.${from.other} = ANY($4::text[]))
       ${single ? `AND ${free}` : ''} ON CONFLICT DO NOTHING`,
    [to.relation, from.relation, own, other],
  );
}

/** Whether these are too many links for one transaction. */
export async function areManyLinks(tx: Sql, { schema, relation }: LinkPlace, most: number): Promise<boolean> {
  const rows = await tx.query(`SELECT 1 FROM ${schema}._links WHERE relation = $1 LIMIT ${most + 1}`, [
    relation,
  ]);
  return rows.length > most;
}
