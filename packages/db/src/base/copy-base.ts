import { type FieldKind, holdsFiles } from '@weft/core';
import { AppError } from '@weft/std';
import type { Sql } from '../engine/engine.ts';
import { createBaseSchema } from '../schema/create-base.ts';
import { columnOf, schemaOf, tableOf } from '../schema/names.ts';
import { isDerivedTable } from '../schema/search-table.ts';
import type { Place } from '../sharding.ts';

/** Where the copy is filled by hand: its log begins empty. */
const ownTables: ReadonlySet<string> = new Set([
  ...['_base', '_log', '_deleted_records', '_tables', '_links', '_lost_links'],
]);

/**
 * Copies a base into a new schema, in a transaction: tables, fields, views and records with their ids, so that links and
 * views go on pointing where they pointed. What was deleted stays behind, and so does the log: a copy has no past.
 * Writes to the base wait meanwhile. `files` names the copies of the files that cells hold.
 */
export async function copyBaseSchema(
  tx: Sql,
  { sourceId, copyId, place }: { readonly sourceId: string; readonly copyId: string; readonly place: Place },
  files: ReadonlyMap<string, string>,
): Promise<void> {
  const [from, to] = [schemaOf(sourceId), schemaOf(copyId)];
  await tx.query(`SELECT seq FROM ${from}._base FOR SHARE`);
  await createBaseSchema(tx, copyId, place);
  const own = new Set(await tablesOf(tx, to));
  await tx.query(`DELETE FROM ${to}._base`);
  await tx.query(`INSERT INTO ${to}._base SELECT * FROM ${from}._base`);
  await tx.query(`INSERT INTO ${to}._tables SELECT * FROM ${from}._tables WHERE deleted_at IS NULL`);
  const kept = new Set((await tx.query(`SELECT id FROM ${to}._tables`)).map(([id]) => String(id)));
  for (const name of await tablesOf(tx, from)) {
    if (
      ownTables.has(name) ||
      isDerivedTable(name) ||
      (name.startsWith('tbl') && !kept.has(name.slice(0, 24)))
    )
      continue;
    if (own.has(name)) await copyMetadata(tx, from, to, { name, tableIds: [...kept] });
    else await copyTable(tx, from, to, name);
  }
  const fieldIds = (await tx.query(`SELECT id FROM ${to}._fields`)).map(([id]) => String(id));
  await tx.query(`INSERT INTO ${to}._links SELECT * FROM ${from}._links WHERE relation = ANY($1)`, [
    fieldIds,
  ]);
  await nameFiles(tx, to, files);
}

const tablesOf = async (tx: Sql, schema: string): Promise<readonly string[]> =>
  (
    await tx.query(
      `SELECT c.relname::text FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
       WHERE n.nspname = $1 AND c.relkind = 'r' ORDER BY c.relname`,
      [schema],
    )
  ).map(([name]) => String(name));

/** Fields and views of tables that were left behind stay behind too. Two bases may lie on two servers: nothing is joined. */
async function copyMetadata(
  tx: Sql,
  from: string,
  to: string,
  { name, tableIds }: { readonly name: string; readonly tableIds: readonly string[] },
): Promise<void> {
  await tx.query(`INSERT INTO ${to}.${name} SELECT * FROM ${from}.${name} WHERE table_id = ANY($1)`, [
    tableIds,
  ]);
}

/** A table of records as it is, with its keys and indexes by their names, made once the rows are there. */
async function copyTable(tx: Sql, from: string, to: string, name: string): Promise<void> {
  await tx.query(
    `CREATE TABLE ${to}.${name} (LIKE ${from}.${name} INCLUDING DEFAULTS INCLUDING GENERATED INCLUDING STORAGE)`,
  );
  await tx.query(`INSERT INTO ${to}.${name} SELECT * FROM ${from}.${name}`);
  const rules = await tx.query(
    `SELECT r.conname::text, pg_get_constraintdef(r.oid) FROM pg_constraint r
     WHERE r.conrelid = $1::regclass AND r.contype IN ('p', 'u', 'c')`,
    [`${from}.${name}`],
  );
  for (const [rule, definition] of rules)
    await tx.query(`ALTER TABLE ${to}.${name} ADD CONSTRAINT "${rule}" ${definition}`);
  const indexes = await tx.query(
    `SELECT pg_get_indexdef(i.indexrelid) FROM pg_index i WHERE i.indrelid = $1::regclass AND i.indisvalid
       AND NOT EXISTS (SELECT 1 FROM pg_constraint r WHERE r.conindid = i.indexrelid)`,
    [`${from}.${name}`],
  );
  for (const [definition] of indexes)
    await tx.query(String(definition).replace(` ON ${from}.`, ` ON ${to}.`));
}

/** Lets the cells of the copy hold the copies of their files. */
async function nameFiles(tx: Sql, to: string, files: ReadonlyMap<string, string>): Promise<void> {
  const fields = await tx.query(`SELECT id, table_id, type, part, cells_in FROM ${to}._fields`);
  const names = JSON.stringify(Object.fromEntries(files));
  for (const [id, tableId, type, part, cellsIn] of fields) {
    if (!holdsFiles(type as FieldKind)) continue;
    const table = tableOf(to, String(tableId), Number(part));
    const column = columnOf(String(cellsIn ?? id));
    const [unknown] = await tx.query(
      `SELECT 1 FROM ${table}, jsonb_array_elements(${column}) AS file
       WHERE ${column} IS NOT NULL AND NOT $1::jsonb ? (file->>'filename') LIMIT 1`,
      [names],
    );
    if (unknown !== undefined)
      throw new AppError('conflict', 'A file was added while the copy was made: duplicate it again');
    await tx.query(
      `UPDATE ${table} SET ${column} = (
         SELECT jsonb_agg(jsonb_set(file, '{filename}', $1::jsonb->(file->>'filename')) ORDER BY place)
         FROM jsonb_array_elements(${column}) WITH ORDINALITY AS held (file, place))
       WHERE ${column} IS NOT NULL AND jsonb_array_length(${column}) > 0`,
      [names],
    );
  }
}
