import { sampleField } from '@weft/core/testing';
import { must } from '@weft/std';
import { emptyDatabase, isOnCitus } from '@weft/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Bases } from './bases.ts';
import { dump } from './dump/dump.ts';
import { Loader } from './dump/loader.ts';
import type { Engine } from './engine/engine.ts';
import { openPostgres } from './engine/open.ts';
import { moveBase, placement } from './sharding.ts';
import { actOn, newId, newTable, openBases, openMigrated, testOptions } from './testing.ts';

/** 40 MB in a base. */
const manyRows = (baseId: string): string =>
  `INSERT INTO ${baseId}._deleted_records SELECT 'tbl', 'rec' || n, repeat(md5(n::text), 10) FROM generate_series(1, 100000) AS n`;

// Run by scripts/citus-tests.mjs.
describe.skipIf(!isOnCitus())('bases on the workers of Citus', () => {
  let database: Awaited<ReturnType<typeof emptyDatabase>>;
  let engine: Engine;
  let bases: Bases;
  beforeAll(async () => {
    database = await emptyDatabase();
    engine = await openPostgres(database.url, testOptions());
    bases = await openBases({ engine });
  });
  afterAll(async () => {
    await engine.close();
    await database.drop();
  });

  it('lie on both, each whole on one, and the control schema on neither', async () => {
    const ids = Array.from({ length: 4 }, () => newId('bas'));
    for (const id of ids) await bases.create(id, async () => {});
    const { bases: placed, workers } = await placement(engine);
    expect(placed.map(({ baseId }) => baseId).sort()).toEqual(ids.toSorted());
    expect(new Set(placed.map(({ on }) => on)).size).toBe(workers.length);
    const control = `SELECT 1 FROM pg_dist_partition p JOIN pg_class c ON c.oid = p.logicalrelid
      JOIN pg_namespace n ON n.oid = c.relnamespace WHERE n.nspname = 'weft'`;
    expect(await engine.query(control)).toEqual([]);
  });

  it('are refused to a server that does not know where they lie', async () => {
    await bases.create(newId('bas'), async () => {});
    await expect(openPostgres(database.url)).rejects.toThrow("set DATABASE_SHARDING to 'citus'");
  });

  it('lie where there is less, once one worker holds more', async () => {
    const large = newId('bas');
    await bases.create(large, async () => {});
    await engine.query(manyRows(large));
    const full = must((await placement(engine)).bases.find(({ baseId }) => baseId === large)).on;
    // Another server, which has not looked at the workers yet.
    const other = await openPostgres(database.url, testOptions());
    const theirs = await openBases({ engine: other });
    const ids = Array.from({ length: 5 }, () => newId('bas'));
    for (const id of ids) await theirs.create(id, async () => {});
    await other.close();
    const placed = (await placement(engine)).bases.filter(({ baseId }) => ids.includes(baseId));
    expect(placed.map(({ on }) => on === full)).toEqual(ids.map(() => false));
  });

  it('lie where there is less as a restore or a move puts them in', async () => {
    const [large = '', ...others] = Array.from({ length: 6 }, () => newId('bas')).toSorted();
    const source = await openMigrated();
    const sourceBases = await openBases({ engine: source });
    for (const id of [large, ...others]) await sourceBases.create(id, async () => {});
    await source.query(manyRows(large));
    const filled = await emptyDatabase();
    const target = await openPostgres(filled.url, testOptions());
    try {
      const loader = await Loader.begin(target, { purpose: 'restore', replace: false });
      await dump(source, loader.take);
      await loader.finish();
      const { bases: placed } = await placement(target);
      expect(placed.map(({ baseId }) => baseId)).toEqual([large, ...others]);
      const full = must(placed[0]).on;
      expect(placed.map(({ on }) => on === full)).toEqual([true, ...others.map(() => false)]);
    } finally {
      await source.close();
      await target.close();
      await filled.drop();
    }
  });

  it('are moved while they are read and written, with every edit once', async () => {
    const baseId = newId('bas');
    await bases.create(baseId, async () => {});
    const store = bases.get(baseId);
    const act = actOn(store);
    const field = sampleField('single_line_text', {}, { id: newId('fld'), name: 'Name', order: 0 });
    const table = newTable('Table', [field]);
    await act('CREATE_TABLE', { table, records: [] });
    let written = 0;
    let isMoved = false;
    const write = async () => {
      const records = [{ id: newId('rec'), cells: { [field.id]: { value: `Name ${written}` } } }];
      await act('CREATE_RECORD', { tableId: table.id, records });
      written++;
    };
    const whileMoving = async (work: () => Promise<unknown>) => {
      while (!isMoved) await work();
    };
    for (let i = 0; i < 50; i++) await write();
    const { workers, bases: placed } = await placement(engine);
    const { on } = must(placed.find((base) => base.baseId === baseId));
    const to = must(workers.find(({ host, port }) => `${host}:${port}` !== on));
    const query = { tableId: table.id, timeZone: 'UTC', now: new Date(0).toISOString(), limit: 1 };
    await Promise.all([
      moveBase(engine, { baseId, to }).finally(() => {
        isMoved = true;
      }),
      whileMoving(write),
      whileMoving(() => store.list(query)),
    ]);
    const after = must((await placement(engine)).bases.find((base) => base.baseId === baseId));
    expect(after.on).toBe(`${to.host}:${to.port}`);
    await write();
    const { total } = await store.list({ ...query, includeTotal: true });
    expect(total).toBe(written);
    expect((await store.metadata()).version).toBe(written + 1);
  });

  it('are moved although whoever writes in one adds a field or a table, and is told to try again', async () => {
    const baseId = newId('bas');
    await bases.create(baseId, async () => {});
    const act = actOn(bases.get(baseId));
    const field = () => sampleField('single_line_text', {}, { id: newId('fld'), name: 'Name', order: 0 });
    const table = newTable('Table', [field()]);
    await act('CREATE_TABLE', { table, records: [] });
    const isOn = async () =>
      must(
        (await placement(engine)).bases.find((base) => base.baseId === baseId),
        'where the base lies',
      ).on;
    const other = async () => {
      const on = await isOn();
      return must((await placement(engine)).workers.find(({ host, port }) => `${host}:${port}` !== on));
    };
    await moveBase(engine, { baseId, to: await other() });
    const to = await other();
    let moved: Promise<void> = Promise.resolve();
    const another = newTable('Another', [field()]);
    const changed = engine.transaction(async (tx) => {
      await tx.query(`SELECT 1 FROM ${baseId}._tables FOR UPDATE`);
      moved = moveBase(engine, { baseId, to });
      const held = `SELECT 1 FROM pg_locks WHERE relation = '${baseId}.${table.id}'::regclass AND mode = 'RowExclusiveLock'`;
      await expect.poll(async () => (await engine.query(held)).length, { timeout: 10_000 }).toBe(1);
      const made = act('CREATE_TABLE', { table: another, records: [] });
      await expect(made).rejects.toThrow('Someone else is changing the same thing');
      await tx.query(`ALTER TABLE ${baseId}.${table.id} ADD COLUMN ${newId('fld')} text`);
    });
    await expect(changed).rejects.toThrow('Someone else is changing the same thing');
    await moved;
    expect(await isOn()).toBe(`${to.host}:${to.port}`);
    await act('CREATE_TABLE', { table: another, records: [] });
  });
});
