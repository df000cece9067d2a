import type { Engine, Sql } from '../engine/engine.ts';
import { folded } from '../fields/folded.ts';
import { type Fragment, fragment } from '../fields/sql-field-type.ts';
import { sqlFieldType } from '../fields/sql-field-types.ts';
import { columnRef, fromParts } from '../records/read.ts';
import type { ColumnPlace, TableLayout } from '../schema/layout.ts';
import { type OpenBase, readBase } from '../schema/read-base.ts';
import {
  createSearchTable,
  readSearchState,
  type SearchState,
  searchTable,
  writeSearchState,
} from '../schema/search-table.ts';
import { changedBetween, headSeq, wasImported } from './changed-since.ts';
import { placeKey } from './indexed-texts.ts';
import { Pace, rangesOf, within } from './scan.ts';
import { statement } from './statement.ts';

/** Records of one step while an index catches up. */
const changedStep = 200;
/** Bytes between two cells, so that no match reaches from one into the next: a control character. */
const separator = `E'\\x1f'`;

/** The columns whose texts are indexed, deleted fields left out. */
const textPlaces = (base: OpenBase, table: TableLayout): readonly ColumnPlace[] =>
  placesOf(base, table).filter(({ type }) => sqlFieldType(type).isIndexedText === true);

function placesOf(base: OpenBase, table: TableLayout): readonly ColumnPlace[] {
  const fields = base.metadata.tables.find(({ id }) => id === table.id)?.fields ?? [];
  return fields.flatMap(({ id }) => table.columns.get(id) ?? []);
}

/** `INSERT` of the texts of some records, those that do not fit their fields among them. */
function insert(base: OpenBase, table: TableLayout, which: Fragment | null): Fragment {
  const places = textPlaces(base, table);
  const texts = [
    ...places.map((place) => columnRef(place)),
    `(SELECT string_agg(cell, ${separator}) FROM jsonb_each_text(t.raw) AS r(kept_in, cell))`,
  ];
  // Not by `concat_ws`: Citus takes apart what calls a function that is not immutable, and writes SQL that is none.
  const whole = texts.map((text) => `coalesce(${text} || ${separator}, '')`).join(' || ');
  return {
    text: `INSERT INTO ${searchTable(table)} AS s (id, text)
      SELECT id, ${folded('row_text')} FROM (
        SELECT t.id AS id, ${whole} AS row_text
        FROM ${fromParts(table, places)}${which === null ? '' : ` WHERE ${which.text}`} OFFSET 0) AS cells
      ON CONFLICT (id) DO UPDATE SET text = EXCLUDED.text WHERE s.text <> EXCLUDED.text`,
    values: which?.values ?? [],
  };
}

/** Reads and writes the steps of a fill behind edits and pages. */
async function write(engine: Engine, { text, values }: Fragment): Promise<void> {
  const { text: sql, params } = statement({ text, values });
  await engine.load(async (tx) => {
    // What a crash takes away is built again.
    await tx.query('SET LOCAL synchronous_commit = off');
    await tx.query(sql, params);
  });
}

/** Makes trigrams available; false where the server has none, or its role may not. */
async function hasTrigrams(engine: Engine): Promise<boolean> {
  const [row] = await engine.query(
    `SELECT EXISTS (SELECT 1 FROM pg_extension WHERE extname = 'pg_trgm'),
       EXISTS (SELECT 1 FROM pg_available_extensions WHERE name = 'pg_trgm') AND has_database_privilege(current_database(), 'CREATE')`,
  );
  if (row?.[0] === true) return true;
  if (row?.[1] !== true) return false;
  await engine.exec('CREATE EXTENSION IF NOT EXISTS pg_trgm');
  return true;
}

/**
 * Builds the search index of a table, or brings it up to the log's end; false where the database has no trigrams. In
 * small steps, each a transaction of its own; one that is ended begins anew.
 */
export async function fillSearchIndex(
  engine: Engine,
  schema: string,
  tableId: string,
  signal: AbortSignal,
): Promise<boolean> {
  if (!(await hasTrigrams(engine))) return false;
  const [there] = await engine.query('SELECT to_regclass($1) IS NOT NULL', [`${schema}._base`]);
  if (there?.[0] !== true) return true;
  const base = await engine.transaction((tx: Sql) => readBase(tx, schema));
  const table = base.layout.tables.get(tableId);
  if (table === undefined || !base.metadata.tables.some(({ id }) => id === tableId)) return true;
  const fields = placesOf(base, table).map(placeKey);
  const { state } = await readSearchState(engine, table);
  const isCurrent = state?.filled === true && fields.every((field) => state.fields.includes(field));
  if (isCurrent && !(await wasImported(engine, table, state.seq)))
    await catchUp(engine, base, table, state, signal);
  else await build(engine, base, table, fields, signal);
  return true;
}

async function build(
  engine: Engine,
  base: OpenBase,
  table: TableLayout,
  fields: readonly string[],
  signal: AbortSignal,
): Promise<void> {
  // What is written from here on is what the log names after it.
  const state: SearchState = { fields, seq: await headSeq(engine, table.schema), filled: false };
  await engine.transaction((tx) => createSearchTable(tx, table, state));
  const steps = { worked: 0, isAlone: false };
  const pace = new Pace(steps, () => undefined);
  for await (const range of rangesOf({ sql: engine.scanner(signal), pace }, table)) {
    signal.throwIfAborted();
    const begun = performance.now();
    await write(engine, insert(base, table, within(range)));
    steps.worked += performance.now() - begun;
  }
  await engine.load(async (tx) => {
    await tx.exec(`ANALYZE ${searchTable(table)}`);
    await writeSearchState(tx, table, { ...state, filled: true });
  });
}

/** Writes the records anew that the log names since the index was up to date. */
async function catchUp(
  engine: Engine,
  base: OpenBase,
  table: TableLayout,
  state: SearchState,
  signal: AbortSignal,
): Promise<void> {
  const seq = await headSeq(engine, table.schema);
  const ids = await changedBetween(engine.scanner(signal), table, state.seq, seq);
  for (let at = 0; at < ids.length; at += changedStep) {
    signal.throwIfAborted();
    const some = ids.slice(at, at + changedStep);
    await write(engine, insert(base, table, fragment('t.id = ANY(?::text[])', some)));
  }
  await engine.load((tx) => writeSearchState(tx, table, { ...state, seq }));
}
