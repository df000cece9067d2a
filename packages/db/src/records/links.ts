import type { LinkChange } from '@weft/history';
import { must } from '@weft/std';
import type { Sql } from '../engine/engine.ts';
import { type LinkPlace, partName, type TableLayout } from '../schema/layout.ts';
import type { OpenBase } from '../schema/read-base.ts';

interface Pairs {
  readonly relation: string;
  readonly from: string[];
  readonly to: string[];
}

/** The rows of changes, once where both sides name a link. */
function pairsOf(base: OpenBase, changes: readonly LinkChange[]): readonly Pairs[] {
  const relations = new Map<string, Map<string, readonly [string, string]>>();
  for (const { tableId, recordId, fieldId, before, after } of changes) {
    const table = must(base.layout.tables.get(tableId), 'the table of a link');
    const { relation, own } = must(table.columns.get(fieldId)?.link, 'a field that links');
    const pairs = relations.get(relation) ?? new Map();
    relations.set(relation, pairs);
    for (const id of [...before, ...after]) {
      const pair = own === 'from_id' ? [recordId, id] : [id, recordId];
      pairs.set(pair.join(), pair);
    }
  }
  return [...relations].map(([relation, pairs]) => ({
    relation,
    from: [...pairs.values()].map(([from]) => from),
    to: [...pairs.values()].map(([, to]) => to),
  }));
}

/** Makes links, or ends them: one statement a relation. All the changes do the same. */
export async function writeLinks(
  tx: Sql,
  base: OpenBase,
  changes: readonly LinkChange[],
  now: string,
  by: string,
): Promise<void> {
  const links = `${base.schema}._links`;
  const linking = changes.some(({ after }) => after.length > 0);
  for (const { relation, from, to } of pairsOf(base, changes)) {
    await tx.query(
      linking
        ? `INSERT INTO ${links} (relation, from_id, to_id)
           SELECT $1, v.from_id, v.to_id FROM unnest($2::text[], $3::text[]) AS v(from_id, to_id) ON CONFLICT DO NOTHING`
        : `DELETE FROM ${links} AS l USING unnest($2::text[], $3::text[]) AS v(from_id, to_id)
           WHERE l.relation = $1 AND l.from_id = v.from_id AND l.to_id = v.to_id`,
      [relation, from, to],
    );
  }
  for (const [tableId, of] of Map.groupBy(changes, (change) => change.tableId)) {
    const ids = of.map(({ recordId }) => recordId);
    await touchRecords(tx, must(base.layout.tables.get(tableId), 'the table of a link'), ids, now, by);
  }
}

/** Says when records were edited of which no cell was written. */
const touchRecords = (
  tx: Sql,
  table: TableLayout,
  ids: readonly string[],
  now: string,
  by: string,
): Promise<unknown> =>
  tx.query(
    `UPDATE ${partName(table)} SET updated_at = $2::timestamptz, updated_by = $3 WHERE id = ANY($1::text[])`,
    [ids, now, by],
  );

/** Ends what is left of the links of records that go, those of deleted fields, and remembers them. */
export async function deleteLinksOf(tx: Sql, table: TableLayout, ids: readonly string[]): Promise<void> {
  for (const { link } of table.columns.values()) {
    if (link === undefined) continue;
    await tx.query(
      `WITH ended AS (
         DELETE FROM ${link.schema}._links WHERE relation = $1 AND ${link.own} = ANY($2::text[]) RETURNING relation, from_id, to_id)
       INSERT INTO ${link.schema}._lost_links (relation, from_id, to_id) SELECT relation, from_id, to_id FROM ended
       ON CONFLICT DO NOTHING`,
      [link.relation, ids],
    );
  }
}

/** Links records again that have come back, as far as both are there: of a field that was hidden meanwhile. */
export async function restoreLostLinks(
  tx: Sql,
  link: LinkPlace,
  own: TableLayout,
  other: TableLayout,
): Promise<void> {
  await tx.query(
    `WITH lost AS (DELETE FROM ${link.schema}._lost_links l USING ${partName(own)} s, ${partName(other)} t
       WHERE l.relation = $1 AND s.id = l.${link.own} AND t.id = l.${link.other}
       RETURNING l.relation, l.from_id, l.to_id)
     INSERT INTO ${link.schema}._links (relation, from_id, to_id)
     SELECT relation, from_id, to_id FROM lost ON CONFLICT DO NOTHING`,
    [link.relation],
  );
}

/** Ends every link of a table whose records nobody can bring back. */
export async function deleteLinks(tx: Sql, table: TableLayout): Promise<void> {
  const relations = [...table.columns.values()].flatMap(({ link }) => link?.relation ?? []);
  for (const name of ['_links', '_lost_links'])
    await tx.query(`DELETE FROM ${table.schema}.${name} WHERE relation = ANY($1::text[])`, [relations]);
}
