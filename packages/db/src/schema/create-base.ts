import type { Sql } from '../engine/engine.ts';
import type { Place } from '../sharding.ts';
import { schemaOf } from './names.ts';

/** Where a base lies in the end when the turns of others came between: `rebalance` moves it. */
const mostTurns = 20;

/** The worker of Citus that a table lies on, as `host:port`. */
async function workerOf(tx: Sql, table: string): Promise<string> {
  const [row] = await tx.query(
    `SELECT n.nodename || ':' || n.nodeport FROM pg_dist_shard s JOIN pg_dist_placement p ON p.shardid = s.shardid
     JOIN pg_dist_node n ON n.groupid = p.groupid AND n.noderole = 'primary'
     WHERE s.logicalrelid = $1::regclass`,
    [table],
  );
  return String(row?.[0]);
}

/** What a transaction makes is told to no worker. */
const onCoordinator = `SELECT set_config(name, 'off', true)
  FROM unnest(ARRAY['citus.enable_schema_based_sharding', 'citus.enable_ddl_propagation']) AS name`;

/** A new schema with its first table: Citus places schemas in turn, so until it is the turn of a worker that holds little. */
export async function createPlacedSchema(
  tx: Sql,
  schema: string,
  table: { readonly name: string; readonly text: string },
  place: Place,
): Promise<void> {
  const both = [`CREATE SCHEMA ${schema}`, table.text];
  if (place === 'coordinator') await tx.query(onCoordinator);
  await Promise.all(both.map((statement) => tx.query(statement)));
  const isThere = async () => typeof place === 'string' || place.has(await workerOf(tx, table.name));
  for (let turns = 1; turns < mostTurns && !(await isThere()); turns++)
    await Promise.all([`DROP SCHEMA ${schema} CASCADE`, ...both].map((statement) => tx.query(statement)));
}

/**
 * The schema of a base: its metadata, its log and, later, its tables. The one row of `_base` is locked by every
 * write, so the seq it hands out is the order of commits (a sequence is not).
 */
export async function createBaseSchema(tx: Sql, baseId: string, place: Place): Promise<void> {
  const schema = schemaOf(baseId);
  const name = `${schema}._base`;
  const text = `CREATE TABLE ${name} (seq bigint NOT NULL, meta_version bigint NOT NULL)`;
  await createPlacedSchema(tx, schema, { name, text }, place);
  const statements = [
    `INSERT INTO ${schema}._base VALUES (0, 0)`,
    `CREATE TABLE ${schema}._tables (
      id text COLLATE "C" PRIMARY KEY, name text NOT NULL, ord double precision NOT NULL,
      primary_field_id text COLLATE "C" NOT NULL, deleted_at timestamptz, purged_at timestamptz)`,
    `CREATE TABLE ${schema}._fields (
      id text COLLATE "C" PRIMARY KEY, table_id text COLLATE "C" NOT NULL, name text NOT NULL, type text NOT NULL,
      template jsonb NOT NULL, ord double precision NOT NULL, part integer NOT NULL, place integer NOT NULL, deleted_at timestamptz,
      cells_in text COLLATE "C", shadow_of text COLLATE "C", as_of_seq bigint, beside text COLLATE "C",
      last_number integer NOT NULL DEFAULT 0)`,
    `CREATE TABLE ${schema}._views (
      id text COLLATE "C" PRIMARY KEY, table_id text COLLATE "C" NOT NULL, name text NOT NULL, type text NOT NULL,
      ord double precision NOT NULL, config jsonb NOT NULL, deleted_at timestamptz)`,
    `CREATE TABLE ${schema}._log (
      seq bigint PRIMARY KEY, action_id text COLLATE "C" NOT NULL UNIQUE, group_id text COLLATE "C", type text NOT NULL,
      label text NOT NULL, user_id text COLLATE "C" NOT NULL, ts timestamptz NOT NULL, is_undo boolean NOT NULL,
      is_redo boolean NOT NULL, state text, undone_seq bigint, reload text[], table_ids text[] NOT NULL,
      record_ids text[], changes jsonb NOT NULL, answer jsonb)`,
    `CREATE TABLE ${schema}._deleted_records (
      table_id text COLLATE "C", id text COLLATE "C", created_by text, PRIMARY KEY (table_id, id))`,
    // One row a link, for both of its sides: the field with the smaller id names the relation, and its records are `from_id`.
    `CREATE TABLE ${schema}._links (
      relation text COLLATE "C" REFERENCES ${schema}._fields, from_id text COLLATE "C", to_id text COLLATE "C",
      PRIMARY KEY (relation, from_id, to_id))`,
    `CREATE INDEX ON ${schema}._links (relation, to_id, from_id)`,
    // What hidden fields linked records to that went: both may come back.
    `CREATE TABLE ${schema}._lost_links (
      relation text COLLATE "C", from_id text COLLATE "C", to_id text COLLATE "C", PRIMARY KEY (relation, from_id, to_id))`,
    // The two lookups of undo and redo; entries that are neither done nor undone by a person are in none.
    `CREATE INDEX ON ${schema}._log (user_id, seq DESC) WHERE state = 'done'`,
    `CREATE INDEX ON ${schema}._log (user_id, undone_seq DESC) WHERE state = 'undone'`,
  ];
  // One by one: Citus sends what it is given in one text to a worker as one statement.
  await Promise.all(statements.map((statement) => tx.query(statement)));
}

export async function dropBaseSchema(tx: Sql, baseId: string): Promise<void> {
  await tx.query(`DROP SCHEMA IF EXISTS ${schemaOf(baseId)} CASCADE`);
}
