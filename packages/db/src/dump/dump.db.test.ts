import { randomBytes } from 'node:crypto';
import { sampleField } from '@weft/core/testing';
import { firstIdAt, must } from '@weft/std';
import { emptyDatabase } from '@weft/testkit';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { addDelivery, Deliveries } from '../control/deliveries.ts';
import type { Engine } from '../engine/engine.ts';
import { openPostgres } from '../engine/open.ts';
import { migrate } from '../migrate.ts';
import {
  basesOf,
  describeEngines,
  newId,
  newTable,
  openBases,
  openEmpty,
  testNow,
  testOptions,
} from '../testing.ts';
import { type DumpItem, dump } from './dump.ts';
import { Loader } from './loader.ts';
import { TableMoved } from './table-rows.ts';
import { refuseUnfinished } from './unfinished.ts';

const kinds = ['long_text', 'number', 'checkbox', 'date', 'multiple_select'] as const;

/** An instance with a person and a base of records, some of them large and odd, and with deliveries of several weeks. */
async function fill(engine: Engine): Promise<{ baseId: string; tableId: string; nameId: string }> {
  const bases = await openBases({ engine });
  await new Deliveries(engine).makeWeeks(Date.now());
  for (const moment of [Date.now(), Date.now() - 60 * 24 * 60 * 60_000]) {
    const id = firstIdAt('dlv', moment).padEnd(24, '0');
    const about = { kind: 'mail', idempotencyKey: id, target: 'ann@example.org', title: 'Hello' };
    await addDelivery(engine, { id, ...about, content: { text: 'Hello' } }, 'kept');
  }
  const baseId = newId('bas');
  const fields = kinds.map((type, order) =>
    sampleField(type, {}, { id: newId('fld'), name: `${type} ✨`, order }),
  );
  const nameId = must(fields[0]).id;
  const table = newTable('Odd "things"', fields);
  await bases.create(baseId, async (tx) => {
    await tx.query(
      `INSERT INTO weft.auth_user (id, name, email, "emailVerified") VALUES ('ann', 'Ann', 'ann@example.org', true)`,
    );
    await tx.query(`INSERT INTO weft.organizations (id, name) VALUES ('org', 'Org')`);
    await tx.query(
      `INSERT INTO weft.members (organization_id, user_id, role) VALUES ('org', 'ann', 'admin')`,
    );
  });
  const store = bases.get(baseId);
  await store.submit('ann', {
    id: newId('act'),
    type: 'CREATE_TABLE',
    input: { table, records: [] },
  } as never);
  const odd = ['tab\tnew\nline\\N', '😀 שלום', "'; drop table x; --", ''];
  for (let from = 0; from < 2; from++) {
    const records = Array.from({ length: 100 }, (_, i) => ({
      id: newId('rec'),
      cells: {
        [nameId]: { value: odd[(i * 7 + from) % 4] || null },
        [must(fields[1]).id]: { value: i / 7 },
        [must(fields[2]).id]: { value: i % 2 === 0 },
        [must(fields[3]).id]: { value: null, raw: 'someday' },
      },
    }));
    must(records[0]).cells[nameId] = { value: randomBytes(400_000).toString('hex') };
    await store.submit('ann', {
      id: newId('act'),
      type: 'CREATE_RECORD',
      input: { tableId: table.id, records },
    } as never);
  }
  return { baseId, tableId: table.id, nameId };
}

/** The loader gives the bytes away. */
const copyOf = (item: DumpItem): DumpItem =>
  item.kind === 'rows' ? { ...item, lines: item.lines.slice() } : item;

async function itemsOf(engine: Engine, options: Parameters<typeof dump>[2] = {}): Promise<DumpItem[]> {
  const items: DumpItem[] = [];
  await dump(
    engine,
    async (item) => {
      items.push(item);
    },
    options,
  );
  return items;
}

const without = (items: readonly DumpItem[], kind: DumpItem['kind']) =>
  items.filter((item) => item.kind !== kind);

async function putTogether(engine: Engine, items: readonly DumpItem[], replace = false): Promise<void> {
  const loader = await Loader.begin(engine, { purpose: 'restore', replace });
  for (const item of items) await loader.take(copyOf(item));
  await loader.finish();
}

vi.setConfig({ testTimeout: 120_000 });

describeEngines('a database put together from another', (open) => {
  let source: Engine;
  let filled: Awaited<ReturnType<typeof fill>>;
  let items: readonly DumpItem[];
  beforeAll(async () => {
    source = await openEmpty();
    filled = await fill(source);
    items = await itemsOf(source);
  });
  afterAll(() => source.close());

  it('is the same: structure, rows, keys; works on, and goes back the same way', async () => {
    const { baseId, tableId, nameId } = filled;
    await using target = await open('empty');
    const to = target.engine;
    await putTogether(to, items);
    const again = await itemsOf(to);
    expect(without(again, 'rows')).toEqual(without(items, 'rows'));
    const back = await openEmpty();
    await putTogether(back, again);
    expect(without(await itemsOf(back), 'rows')).toEqual(without(items, 'rows'));
    await back.close();

    await migrate(to);
    const store = basesOf(to).get(baseId);
    const undone = await store.undo('ann', 1);
    expect(undone.actions).toHaveLength(1);
    const page = await store.list({
      tableId,
      limit: 1,
      timeZone: 'UTC',
      now: testNow,
      includeTotal: true,
    });
    expect(page.total).toBe(100);
    expect(String(page.records[0]?.data[nameId])).toHaveLength(800_000);
    const join = `INSERT INTO weft.members (organization_id, user_id, role) VALUES ('org', $1, 'admin')`;
    await expect(to.query(join, ['ann'])).rejects.toThrow(/members_pkey/);
    await expect(to.query(join, ['bob'])).rejects.toThrow(/members_user_id_fkey/);
  });

  it('is made only where nobody works, unless told to replace what is there', async () => {
    await using target = await open('empty');
    await fill(target.engine);
    await expect(putTogether(target.engine, items)).rejects.toThrow('not empty');
    await putTogether(target.engine, items, true);
    expect(without(await itemsOf(target.engine), 'rows')).toEqual(without(items, 'rows'));
  });

  it('is left empty when a row is gone or changed on the way', async () => {
    await using target = await open('empty');
    const to = target.engine;
    const at = items.findIndex((item) => item.kind === 'rows');
    const rows = must(items[at]) as DumpItem & { kind: 'rows' };
    const changed = rows.lines.slice();
    changed[0] = (changed[0] ?? 0) ^ 1;
    for (const lines of [rows.lines.slice(rows.lines.indexOf(10) + 1), changed]) {
      const loader = await Loader.begin(to, { purpose: 'restore', replace: false });
      const load = async () => {
        for (const item of items.with(at, { ...rows, lines })) await loader.take(copyOf(item));
      };
      await expect(load()).rejects.toThrow('damaged');
      await loader.abandon();
      expect(await to.query(`SELECT 1 FROM pg_namespace WHERE nspname ~ '^(weft|bas)'`)).toEqual([]);
      await refuseUnfinished(to);
    }
  });

  it('goes on where a move was broken off, and takes again what has changed since', async () => {
    const { baseId, tableId } = filled;
    await using target = await open('empty');
    const to = target.engine;
    const broken = await Loader.begin(to, { purpose: 'move', replace: false });
    for (const item of items.slice(0, -4)) await broken.take(copyOf(item));
    await expect(refuseUnfinished(to)).rejects.toThrow('npm run move-to-postgres');

    const input = { tableId, records: [{ id: newId('rec'), cells: {} }] };
    await basesOf(source)
      .get(baseId)
      .submit('ann', { id: newId('act'), type: 'CREATE_RECORD', input });

    const loader = await Loader.begin(to, { purpose: 'move', replace: false });
    const rest = await itemsOf(source, { known: loader.known });
    for (const item of rest) await loader.take(copyOf(item));
    await loader.finish();
    const copied = new Set(rest.flatMap((item) => (item.kind === 'rows' ? [item.table] : [])));
    expect(copied).toContain(`${baseId}.${tableId}`);
    expect(copied).not.toContain(`${baseId}._fields`);
    expect(without(await itemsOf(to), 'rows')).toEqual(without(await itemsOf(source), 'rows'));
    await refuseUnfinished(to);
  });
});

const server = process.env.TEST_DATABASE_URL;
describe.skipIf(server === undefined)('a database that is taken apart while people work (PostgreSQL)', () => {
  /** Takes it apart; `meanwhile` happens once what is there has been listed. */
  async function during(engine: Engine, meanwhile: () => Promise<void>): Promise<readonly DumpItem[]> {
    const items: DumpItem[] = [];
    await dump(engine, async (item) => {
      items.push(item);
      if (item.kind === 'structure') await meanwhile();
    });
    return items;
  }
  let engine: Engine;
  let database: Awaited<ReturnType<typeof emptyDatabase>>;
  let filled: Awaited<ReturnType<typeof fill>>;
  beforeAll(async () => {
    database = await emptyDatabase();
    engine = await openPostgres(database.url, testOptions());
    filled = await fill(engine);
  });
  afterAll(async () => {
    await engine.close();
    await database.drop();
  });

  it('is as it was when it was begun, and holds up no change of a table', async () => {
    const { baseId, tableId } = filled;
    const before = await itemsOf(engine);
    const items = await during(engine, async () => {
      const input = { tableId, records: [{ id: newId('rec'), cells: {} }] };
      const store = basesOf(engine).get(baseId);
      await store.submit('ann', { id: newId('act'), type: 'CREATE_RECORD', input });
      await engine.exec(
        `ALTER TABLE ${baseId}.${tableId} ADD COLUMN later text; CREATE TABLE weft.later (id text)`,
      );
    });
    expect(without(items, 'rows')).toEqual(without(before, 'rows'));
    await engine.exec('DROP TABLE weft.later');
  });

  it('notices a table that is removed or rewritten under its eyes', async () => {
    await engine.exec('CREATE TABLE weft.going (id text); INSERT INTO weft.going VALUES (1)');
    await expect(during(engine, () => engine.exec('DROP TABLE weft.going'))).rejects.toBeInstanceOf(
      TableMoved,
    );
    await engine.exec('CREATE TABLE weft.going (id text); INSERT INTO weft.going VALUES (1)');
    await expect(during(engine, () => engine.exec('TRUNCATE weft.going'))).rejects.toBeInstanceOf(TableMoved);
    await engine.exec('DROP TABLE weft.going');
  });

  /** What it begins with: refusals come before. */
  async function beginningOf(others: 'refuse' | 'leave' = 'refuse'): Promise<DumpItem | undefined> {
    const enough = new Error('enough');
    let first: DumpItem | undefined;
    const take = async (item: DumpItem) => {
      first ??= item;
      throw enough;
    };
    await dump(engine, take, { others }).catch((error: unknown) => {
      if (error !== enough) throw error;
    });
    return first;
  }

  it.each([
    // IF EXISTS: Citus makes it on the coordinator alone, and has every worker drop it.
    ['CREATE VIEW weft.seen AS SELECT 1 AS one', 'DROP VIEW IF EXISTS weft.seen', 'the relation weft.seen'],
    [
      'CREATE POLICY own ON weft.members USING (true)',
      'DROP POLICY own ON weft.members',
      'the policy own on weft.members',
    ],
    [
      'ALTER TABLE weft.members ENABLE ROW LEVEL SECURITY',
      'ALTER TABLE weft.members DISABLE ROW LEVEL SECURITY',
      'the row level security of weft.members',
    ],
    [
      'CREATE RULE keep AS ON DELETE TO weft.members DO INSTEAD NOTHING',
      'DROP RULE keep ON weft.members',
      'the rule keep on weft.members',
    ],
    [
      'CREATE STATISTICS weft.both ON user_id, role FROM weft.members',
      'DROP STATISTICS weft.both',
      'the statistics weft.both',
    ],
  ])(
    'is refused by name with what no migration of ours makes in its schemas: %s',
    async (make, remove, named) => {
      await engine.exec(make);
      for (const others of ['refuse', 'leave'] as const)
        await expect(beginningOf(others)).rejects.toThrow(named);
      await engine.exec(remove);
      await beginningOf();
    },
  );

  it.each([
    ['CREATE SCHEMA reports', 'DROP SCHEMA reports', 'the schema reports'],
    ['CREATE TABLE public.theirs (id serial)', 'DROP TABLE public.theirs', 'the table public.theirs.'],
    [
      'CREATE FUNCTION public.one() RETURNS int LANGUAGE sql RETURN 1',
      'DROP FUNCTION IF EXISTS public.one()',
      'the function public.one',
    ],
    ["CREATE TYPE public.mood AS ENUM ('fine')", 'DROP TYPE IF EXISTS public.mood', 'the type public.mood'],
    ['CREATE PUBLICATION news FOR ALL TABLES', 'DROP PUBLICATION news', 'the publication news'],
  ])(
    'names what is there beside Weft, and copies what is of Weft alone when told: %s',
    async (make, remove, named) => {
      const before = await beginningOf();
      await engine.exec(make);
      await expect(beginningOf()).rejects.toThrow(named);
      expect(await beginningOf('leave')).toEqual(before);
      await engine.exec(remove);
    },
  );
});
