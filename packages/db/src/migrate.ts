import { readFileSync } from 'node:fs';
import { AppError } from '@weft/std';
import type { Engine, Sql } from './engine/engine.ts';
import { migrationNames, migrationsFolder } from './migration-files.ts';
import { baseSchemaPattern } from './schema/names.ts';

/** Any number of our own: two servers starting at once take turns. */
const lockKey = 7_202_611;

/** The first line of a migration of the bases: it runs once in the schema of each, named `{base}` in it. */
const eachBase = /^-- for each base$/m;

/** Of a migration of the tables of records: it runs once for each, named `{table}` in it, its base `{base}`. */
const eachTable = /^-- for each table of each base$/m;

async function baseSchemas(tx: Sql): Promise<readonly string[]> {
  const rows = await tx.query(`SELECT nspname::text FROM pg_namespace WHERE nspname ~ ${baseSchemaPattern}`);
  return rows.map(([name]) => name as string);
}

/** What a migration is run for: the names that it is to be given. */
interface Place {
  readonly base: string;
  readonly table: string;
}

/** Null: the control schema. */
async function placesOf(tx: Sql, text: string): Promise<readonly Place[] | null> {
  if (eachTable.test(text)) {
    const rows = await tx.query(
      `SELECT n.nspname::text, c.relname::text FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
       WHERE n.nspname ~ ${baseSchemaPattern} AND c.relkind = 'r' AND c.relname ~ '^tbl[0-9a-z]{21}$'`,
    );
    return rows.map(([base, table]) => ({ base: base as string, table: `${base}.${table}` }));
  }
  if (!eachBase.test(text)) return null;
  return (await baseSchemas(tx)).map((base) => ({ base, table: '' }));
}

/** A migration of bases or tables, and those it has not been run for. */
interface Divided {
  readonly name: string;
  readonly text: string;
  readonly places: readonly Place[];
}

/** What stands in the list of migrations while one is run place by place. */
const doneAt = (name: string, { base, table }: Place): string => `${name} ${table === '' ? base : table}`;

async function takeTurns(kind: Engine['kind'], tx: Sql): Promise<void> {
  if (kind === 'postgres') await tx.query('SELECT pg_advisory_xact_lock($1)', [lockKey]);
}

/** Whether a place is still there, and another server that starts has not been at it meanwhile. */
async function isLeft(tx: Sql, name: string, place: Place): Promise<boolean> {
  const [row] = await tx.query(
    `SELECT to_regnamespace($1) IS NOT NULL AND ($2 = '' OR to_regclass($2) IS NOT NULL)
       AND NOT EXISTS (SELECT 1 FROM public.weft_migrations WHERE name IN ($3, $4))`,
    [place.base, place.table, name, doneAt(name, place)],
  );
  return row?.[0] === true;
}

async function doneMigrations(
  { kind }: Engine,
  tx: Sql,
  known: readonly string[],
): Promise<ReadonlySet<string>> {
  await takeTurns(kind, tx);
  await tx.query(
    'CREATE TABLE IF NOT EXISTS public.weft_migrations (name text PRIMARY KEY, done_at timestamptz NOT NULL DEFAULT now())',
  );
  const rows = await tx.query('SELECT name FROM public.weft_migrations');
  const done = rows.map(([name]) => String(name));
  if (done.some((name) => !known.includes(name.replace(/ .*/, '')))) throw newer();
  return new Set(done);
}

const note = (tx: Sql, name: string): Promise<unknown> =>
  tx.query('INSERT INTO public.weft_migrations (name) VALUES ($1)', [name]);

async function runAt(tx: Sql, text: string, { base, table }: Place): Promise<void> {
  for (const statement of statementsOf(text))
    await tx.query(statement.replaceAll('{base}', base).replaceAll('{table}', table));
}

/** Runs migrations in their order, up to one that is to be divided. Null when there are no more. */
function migrateControl(engine: Engine, known: readonly string[]): Promise<Divided | null> {
  return engine.transaction(async (tx) => {
    const done = await doneMigrations(engine, tx, known);
    for (const name of known.filter((candidate) => !done.has(candidate))) {
      const text = readFileSync(new URL(name, migrationsFolder), 'utf8');
      const all = await placesOf(tx, text);
      if (all === null) await runAt(tx, text, { base: '', table: '' });
      else {
        const places = all.filter((place) => !done.has(doneAt(name, place)));
        if (places.length > 0) return { name, text, places };
        await tx.query('DELETE FROM public.weft_migrations WHERE starts_with(name, $1)', [`${name} `]);
      }
      await note(tx, name);
    }
    return null;
  });
}

/**
 * Brings the control schema and the bases up to date: numbered files, each once, never edited. Bases and their tables are
 * changed one by one, each in a transaction of its own: thousands are more than one transaction may lock. One that is
 * killed in between goes on at the next start. Throws a sentence, and changes nothing, when a newer version has been
 * here. `known` are the files of this version.
 */
export async function migrate(engine: Engine, known = migrationNames()): Promise<void> {
  for (;;) {
    const divided = await migrateControl(engine, known);
    if (divided === null) return;
    const { name, text, places } = divided;
    for (const place of places)
      await engine.transaction(async (tx) => {
        await takeTurns(engine.kind, tx);
        if (!(await isLeft(tx, name, place))) return;
        await runAt(tx, text, place);
        await note(tx, doneAt(name, place));
      });
  }
}

const newer = (): AppError =>
  new AppError(
    'conflict',
    'A newer version of Weft has worked on this database, and this one does not understand it. Nothing was changed: start the newer version, or restore a backup from before the upgrade.',
  );

/** Our migrations hold plain statements: no semicolon inside one. */
const statementsOf = (text: string): string[] =>
  text
    .replaceAll(/^\s*--.*$/gm, '')
    .split(';')
    .map((statement) => statement.trim())
    .filter((statement) => statement !== '');
