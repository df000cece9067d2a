import type { Row, Sql } from '../engine/engine.ts';
import { baseSchemaPattern } from '../schema/names.ts';
import { derivedTablePattern } from '../schema/search-table.ts';

/** A column as PostgreSQL describes it; texts other than the name are SQL. */
interface ColumnShape {
  readonly name: string;
  readonly type: string;
  /** Null: the type's own. */
  readonly collation: string | null;
  readonly notNull: boolean;
  readonly default: string | null;
  readonly identity: 'ALWAYS' | 'BY DEFAULT' | null;
  readonly generated: string | null;
}

export interface TableShape {
  readonly schema: string;
  readonly name: string;
  readonly columns: readonly ColumnShape[];
  /** Keys and conditions, as the `ADD` of an ALTER TABLE. */
  readonly constraints: readonly string[];
  /** The same for foreign keys, which wait until every table is there. */
  readonly foreignKeys: readonly string[];
  /** Whole CREATE INDEX statements. */
  readonly indexes: readonly string[];
  /** By what its rows are divided among partitions, as SQL: it has none of its own. */
  readonly dividedBy?: string;
  readonly partition?: PartitionShape;
  /** PostgreSQL keeps no log of it, and empties it when it ends without warning: it is copied without its rows. */
  readonly unlogged?: true;
}

/** A table that is a partition of another of its schema; what it has from that one is not repeated. */
interface PartitionShape {
  readonly of: string;
  /** Which rows lie in it, as SQL. */
  readonly bound: string;
}

/** A sequence that numbers a column. */
interface SequenceShape {
  readonly schema: string;
  readonly name: string;
  readonly column: string;
  readonly table: string;
  /** Made with its identity column; the others are made before their tables. */
  readonly identity: boolean;
  readonly last: number | null;
}

/** Everything of ours in a database but the rows. Plain data: it is written into archives. */
export interface Structure {
  readonly schemas: readonly string[];
  readonly tables: readonly TableShape[];
  readonly sequences: readonly SequenceShape[];
}

/** The control schema, one schema per base, and the list of migrations done. */
const inOurs = `(n.nspname = 'weft' OR n.nspname ~ ${baseSchemaPattern})`;
/** Derived tables are built again where they are missed. */
const ours = `c.relname !~ ${derivedTablePattern} AND (${inOurs} OR (n.nspname = 'public' AND c.relname = 'weft_migrations'))`;

export const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;
export const tableName = ({ schema, name }: { readonly schema: string; readonly name: string }): string =>
  `${quoted(schema)}.${quoted(name)}`;

/** What a table is called where it travels. */
export const tableKey = ({ schema, name }: { readonly schema: string; readonly name: string }): string =>
  `${schema}.${name}`;

/** The schemas of ours that are there. */
export async function ownSchemas(sql: Sql): Promise<readonly string[]> {
  const rows = await sql.query(
    `SELECT nspname::text FROM pg_namespace WHERE nspname = 'weft' OR nspname ~ ${baseSchemaPattern} ORDER BY nspname`,
  );
  return rows.map(([name]) => String(name));
}

/** Describes everything of ours, as far as our migrations make it: see `refuseNotCarried` for the rest. */
export async function readStructure(sql: Sql): Promise<Structure> {
  const columns = Map.groupBy(await sql.query(columnsQuery), ([table]) => table);
  const constraints = Map.groupBy(await sql.query(constraintsQuery), ([table]) => table);
  const indexes = Map.groupBy(await sql.query(indexesQuery), ([table]) => table);
  // What is divided comes before its partitions.
  const tables = await sql.query(
    `SELECT c.oid::int8, n.nspname::text, c.relname::text, pg_get_partkeydef(c.oid), whole.relname::text,
       pg_get_expr(c.relpartbound, c.oid), c.relpersistence = 'u'
     FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
     LEFT JOIN pg_inherits h ON h.inhrelid = c.oid LEFT JOIN pg_class whole ON whole.oid = h.inhparent
     WHERE c.relkind IN ('r', 'p') AND ${ours} ORDER BY n.nspname, c.relispartition, c.relname`,
  );
  const sequences = await sql.query(sequencesQuery);
  return {
    schemas: await ownSchemas(sql),
    tables: tables.map(([oid, schema, name, dividedBy, whole, bound, unlogged]) => {
      const rules = constraints.get(oid) ?? [];
      const ruleTexts = (foreign: boolean) =>
        rules
          .filter(([, , kind]) => (kind === 'f') === foreign)
          .map(([, rule, , definition]) => `CONSTRAINT ${quoted(String(rule))} ${definition}`);
      return {
        schema: String(schema),
        name: String(name),
        columns: (columns.get(oid) ?? []).map(column),
        constraints: ruleTexts(false),
        foreignKeys: ruleTexts(true),
        indexes: (indexes.get(oid) ?? []).map(([, definition]) => String(definition)),
        ...(dividedBy !== null && { dividedBy: String(dividedBy) }),
        ...(bound !== null && { partition: { of: String(whole), bound: String(bound) } }),
        ...(unlogged === true && { unlogged }),
      };
    }),
    sequences: sequences.map(([schema, name, table, column, identity, last]) => ({
      schema: String(schema),
      name: String(name),
      table: String(table),
      column: String(column),
      identity: identity === true,
      last: last === null ? null : Number(last),
    })),
  };
}

function column([, name, type, collation, notNull, expression, identity, generated]: Row): ColumnShape {
  const text = expression === null ? null : String(expression);
  return {
    name: String(name),
    type: String(type),
    collation: collation === null ? null : String(collation),
    notNull: notNull === true,
    default: generated === 's' ? null : text,
    identity: identity === 'a' ? 'ALWAYS' : identity === 'd' ? 'BY DEFAULT' : null,
    generated: generated === 's' ? text : null,
  };
}

const columnsQuery = `
  SELECT c.oid::int8, a.attname::text, format_type(a.atttypid, a.atttypmod),
    CASE WHEN a.attcollation <> t.typcollation THEN l.collname::text END,
    a.attnotnull, pg_get_expr(d.adbin, d.adrelid), a.attidentity::text, a.attgenerated::text
  FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid JOIN pg_namespace n ON n.oid = c.relnamespace
  JOIN pg_type t ON t.oid = a.atttypid LEFT JOIN pg_collation l ON l.oid = a.attcollation
  LEFT JOIN pg_attrdef d ON d.adrelid = a.attrelid AND d.adnum = a.attnum
  WHERE c.relkind IN ('r', 'p') AND a.attnum > 0 AND NOT a.attisdropped AND ${ours} ORDER BY c.oid, a.attnum`;

/** Kind 'n', a constraint since PostgreSQL 18, says what a column's NOT NULL says. */
const constraintsQuery = `
  SELECT c.oid::int8, r.conname::text, r.contype::text, pg_get_constraintdef(r.oid)
  FROM pg_constraint r JOIN pg_class c ON c.oid = r.conrelid JOIN pg_namespace n ON n.oid = c.relnamespace
  WHERE c.relkind IN ('r', 'p') AND r.contype <> 'n' AND r.conparentid = 0 AND r.coninhcount = 0 AND ${ours} ORDER BY c.oid, r.contype = 'p' DESC, r.conname`;

const indexesQuery = `
  SELECT c.oid::int8, pg_get_indexdef(i.indexrelid)
  FROM pg_index i JOIN pg_class c ON c.oid = i.indrelid JOIN pg_namespace n ON n.oid = c.relnamespace
  WHERE c.relkind IN ('r', 'p') AND i.indisvalid AND ${ours}
    AND NOT EXISTS (SELECT 1 FROM pg_inherits h WHERE h.inhrelid = i.indexrelid)
    AND NOT EXISTS (SELECT 1 FROM pg_constraint r WHERE r.conindid = i.indexrelid AND r.conrelid = c.oid)
  ORDER BY c.oid, i.indexrelid`;

const sequencesQuery = `
  SELECT n.nspname::text, s.relname::text, c.relname::text, a.attname::text, d.deptype = 'i',
    pg_sequence_last_value(s.oid)::int8
  FROM pg_class s JOIN pg_depend d ON d.objid = s.oid AND d.classid = 'pg_class'::regclass AND d.refobjsubid > 0
  JOIN pg_class c ON c.oid = d.refobjid JOIN pg_namespace n ON n.oid = c.relnamespace
  JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum = d.refobjsubid
  WHERE s.relkind = 'S' AND d.deptype IN ('a', 'i') AND ${ours} ORDER BY 1, 2`;

/** The statement that makes a table without its keys and indexes: rows go in faster so. */
export function createTableText(table: TableShape): string {
  if (table.partition !== undefined) {
    const whole = tableName({ schema: table.schema, name: table.partition.of });
    return `CREATE TABLE ${tableName(table)} PARTITION OF ${whole} ${table.partition.bound}`;
  }
  const columns = table.columns.map((column) =>
    [
      quoted(column.name),
      column.type,
      column.collation === null ? '' : `COLLATE ${quoted(column.collation)}`,
      column.generated === null ? '' : `GENERATED ALWAYS AS (${column.generated}) STORED`,
      column.identity === null ? '' : `GENERATED ${column.identity} AS IDENTITY`,
      column.default === null ? '' : `DEFAULT ${column.default}`,
      column.notNull ? 'NOT NULL' : '',
    ]
      .filter((word) => word !== '')
      .join(' '),
  );
  const divided = table.dividedBy === undefined ? '' : ` PARTITION BY ${table.dividedBy}`;
  const kind = table.unlogged === true ? 'UNLOGGED TABLE' : 'TABLE';
  return `CREATE ${kind} ${tableName(table)} (${columns.join(', ')})${divided}`;
}

/** The columns whose values travel. */
export const copiedColumns = (table: TableShape): string =>
  table.columns
    .filter(({ generated }) => generated === null)
    .map(({ name }) => quoted(name))
    .join(', ');
