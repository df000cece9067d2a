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
async function placesOf(tx: Sql, text: string): Promise<readonly { base: string; table: string }[]> {
  if (eachTable.test(text)) {
    const rows = await tx.query(
      `SELECT n.nspname::text, c.relname::text FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
       WHERE n.nspname ~ ${baseSchemaPattern} AND c.relkind = 'r' AND c.relname ~ '^tbl[0-9a-z]{21}$'`,
    );
    return rows.map(([base, table]) => ({ base: base as string, table: `${base}.${table}` }));
  }
  const bases = eachBase.test(text) ? await baseSchemas(tx) : [''];
  return bases.map((base) => ({ base, table: '' }));
}

/**
 * Brings the control schema and the bases up to date: numbered files, each once, all in one transaction, never edited.
 * Throws a sentence, and changes nothing, when a newer version has been here. `known` are the files of this version.
 */
export async function migrate(engine: Engine, known = migrationNames()): Promise<void> {
  await engine.transaction(async (tx) => {
    if (engine.kind === 'postgres') await tx.query('SELECT pg_advisory_xact_lock($1)', [lockKey]);
    await tx.query(
      'CREATE TABLE IF NOT EXISTS public.weft_migrations (name text PRIMARY KEY, done_at timestamptz NOT NULL DEFAULT now())',
    );
    const rows = await tx.query('SELECT name FROM public.weft_migrations');
    const done = new Set(rows.map(([name]) => name));
    if (rows.some(([name]) => !known.includes(String(name)))) throw newer();
    for (const name of known.filter((candidate) => !done.has(candidate))) {
      const text = readFileSync(new URL(name, migrationsFolder), 'utf8');
      for (const { base, table } of await placesOf(tx, text))
        for (const statement of statementsOf(text))
          await tx.query(statement.replaceAll('{base}', base).replaceAll('{table}', table));
      await tx.query('INSERT INTO public.weft_migrations (name) VALUES ($1)', [name]);
    }
  });
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
