import { getRandomValues } from 'node:crypto';
import { emptyViewConfig, type Field, type Table } from '@weft/core';
import { sampleField } from '@weft/core/testing';
import type { Action, ActionInputs, ActionType } from '@weft/history';
import { idMaker, must } from '@weft/std';
import { emptyDatabase, isOnCitus, migratedDatabase, preparedDatabase } from '@weft/testkit';
import { describe } from 'vitest';
import type { BaseStore } from './base/base-store.ts';
import { Bases } from './bases.ts';
import { openInMemory } from './engine/embedded-engine.ts';
import type { Engine } from './engine/engine.ts';
import { openPostgres } from './engine/open.ts';
import type { PostgresOptions } from './engine/postgres-options.ts';
import { migrate } from './migrate.ts';

/** The moment at which tests happen that need none of their own. */
export const testNow = '2026-11-21T09:00:00.000Z';

export const newId = idMaker(
  () => Date.parse(testNow),
  (bytes) => getRandomValues(bytes),
);

/** A table of these fields with one view; the first field is its primary one. */
export const newTable = (name: string, fields: readonly Field[]): Omit<Table, 'order'> => ({
  id: newId('tbl'),
  name,
  primaryFieldId: must(fields[0]).id,
  fields,
  views: [{ id: newId('viw'), name: 'Grid', type: 'grid', order: 0, config: emptyViewConfig }],
});

/** An engine of a test's own; its disposal removes what it left. */
export interface TestEngine extends AsyncDisposable {
  readonly engine: Engine;
}

/** An empty database in memory, before any migration. */
export async function openEmpty(): Promise<Engine> {
  return openInMemory((await preparedDatabase()).image);
}

/** A database in memory with the migrations of this version. */
export async function openMigrated(): Promise<Engine> {
  return openInMemory((await migratedDatabase()).image);
}

/** What a test's database begins with: nothing at all, or (unless it says so) the migrations of this version. */
type Beginning = 'empty' | 'migrated';

async function embedded(beginning: Beginning): Promise<TestEngine> {
  const engine = await (beginning === 'empty' ? openEmpty() : openMigrated());
  return { engine, [Symbol.asyncDispose]: () => engine.close() };
}

async function postgres(beginning: Beginning): Promise<TestEngine> {
  const { url, drop } = await emptyDatabase();
  const engine = await openPostgres(url, testOptions());
  if (beginning === 'migrated') await migrate(engine);
  return {
    engine,
    [Symbol.asyncDispose]: async () => {
      await engine.close();
      await drop();
    },
  };
}

/** How a test's own engine is opened. */
export const testOptions = (): PostgresOptions => (isOnCitus() ? { sharding: 'citus' } : {});

type EngineSuite = (open: (beginning?: Beginning) => Promise<TestEngine>) => void;

/** Runs a suite on the embedded engine, and on PostgreSQL where `TEST_DATABASE_URL` names a server. */
export function describeEngines(name: string, suite: EngineSuite): void {
  describe(`${name} (embedded)`, () => suite((beginning = 'migrated') => embedded(beginning)));
  describePostgres(name, suite);
}

/** What only happens where several processes work on a database. */
export function describePostgres(name: string, suite: EngineSuite): void {
  const server = process.env.TEST_DATABASE_URL;
  describe.skipIf(server === undefined)(`${name} (PostgreSQL)`, () =>
    suite((beginning = 'migrated') => postgres(beginning)),
  );
}

/** The bases of a database; their clock stands still unless the test brings one. */
export const basesOf = (engine: Engine, now = () => testNow): Bases =>
  new Bases(engine, { now, newActionId: () => newId('act') });

/** The bases of a new database. */
export async function openBases({ engine }: Pick<TestEngine, 'engine'>, now?: () => string): Promise<Bases> {
  await migrate(engine);
  return basesOf(engine, now);
}

/** A new base among them. */
export async function openStore(bases: Bases): Promise<BaseStore> {
  const baseId = newId('bas');
  await bases.create(baseId, async () => {});
  return bases.get(baseId);
}

/** Submits actions to a base; by Ann unless it says by whom. */
export const actOn =
  (store: BaseStore) =>
  <T extends ActionType>(type: T, input: ActionInputs[T], person = 'ann', groupId?: string) =>
    store.submit(person, {
      ...{ id: newId('act'), type, input },
      ...(groupId !== undefined && { groupId }),
    } as unknown as Action);

/** Makes a table of texts: its columns with a text for each record, the first of them the primary one. */
export async function textTable(
  act: ReturnType<typeof actOn>,
  name: string,
  columns: readonly (readonly [name: string, texts: readonly (string | null)[]])[],
) {
  const fields = columns.map(([title], order) =>
    sampleField('single_line_text', {}, { id: newId('fld'), name: title, order }),
  );
  const table = newTable(name, fields);
  await act('CREATE_TABLE', { table, records: [] });
  const ids = must(columns[0])[1]
    .map(() => newId('rec'))
    .sort();
  for (let at = 0; at < ids.length; at += 1_000)
    await act('CREATE_RECORD', {
      tableId: table.id,
      records: ids.slice(at, at + 1_000).map((id, i) => ({
        id,
        cells: Object.fromEntries(
          fields.map((field, column) => [field.id, { value: columns[column]?.[1][at + i] ?? null }]),
        ),
      })),
    });
  return { tableId: table.id, fields: fields.map(({ id }) => id), ids, viewId: must(table.views[0]).id };
}
