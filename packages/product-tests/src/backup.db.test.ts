import { randomBytes } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { must } from '@weft/std';
import {
  emptyDatabase,
  type Operation,
  operate,
  postgresServer,
  type Session,
  signIn,
  signUp,
  startProduct,
} from '@weft/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newBase, testId } from './databases.ts';
import { describeProduct, type Running } from './on-engines.ts';

interface Metadata {
  readonly version: number;
  readonly metadata: { readonly tables: readonly { id: string; fields: readonly { id: string }[] }[] };
}
interface Records {
  readonly records: readonly {
    readonly id: string;
    readonly data: { readonly [fieldId: string]: unknown };
  }[];
}

/** A table whose records carry the same number twice, written in one edit: halves of an edit would show. */
interface Twins {
  readonly table: { readonly basePublicId: string; readonly tableId: string };
  readonly ids: readonly string[];
  readonly first: string;
  readonly second: string;
}

async function makeTwins(session: Session): Promise<Twins> {
  const basePublicId = await newBase(session);
  await session.mutate('metadata.create', { basePublicId, createDefaultRecords: false });
  const { metadata } = await session.query<Metadata>('metadata.get', { basePublicId });
  const made = must(metadata.tables[0]);
  const [first, second] = made.fields.map((field) => field.id);
  const table = { basePublicId, tableId: made.id };
  const ids = Array.from({ length: 8 }, () => testId('rec'));
  const twins = { table, ids, first: must(first), second: must(second) };
  await session.mutate('records.create', {
    ...table,
    records: ids.map((id) => ({ id, data: pair(twins, 0) })),
  });
  return twins;
}

const pair = ({ first, second }: Pick<Twins, 'first' | 'second'>, number: number) => ({
  [first]: String(number),
  [second]: String(number),
});

/** Edits every record again and again until stopped; what was acknowledged, by record. */
function edit(
  session: Session,
  twins: Twins,
): { stop: () => Promise<void>; acknowledged: Map<string, number> } {
  const acknowledged = new Map(twins.ids.map((id) => [id, 0]));
  let going = true;
  const one = async (recordId: string) => {
    for (let number = 1; going; number++) {
      await session.mutate('records.update', { ...twins.table, recordId, data: pair(twins, number) });
      acknowledged.set(recordId, number);
    }
  };
  const all = twins.ids.map(one);
  return {
    acknowledged,
    stop: async () => {
      going = false;
      await Promise.all(all);
    },
  };
}

const rowsOf = async (session: Session, { table }: Twins) =>
  (await session.query<Records>('records.list', { ...table, limit: 100 })).records;

/** Everything a person sees of a table, and the log behind it. */
async function seen(session: Session, twins: Twins) {
  const { version } = await session.query<Metadata>('metadata.get', twins.table);
  const { actions } = await session.query<{ actions: readonly unknown[] }>('history.list', twins.table);
  return { version, actions, records: await rowsOf(session, twins) };
}

/** Rows enough that a command can be killed in the middle of them. */
async function fill(session: Session, { table, first, second }: Twins): Promise<void> {
  const rows = Array.from({ length: 2_000 }, () => randomBytes(150).toString('hex'));
  const records = rows.map((text) => ({ id: testId('rec'), data: { [first]: text, [second]: text } }));
  await session.mutate('records.create', { ...table, records });
}

/** Resolves when a command says how far it is. */
const firstWord = ({ process, ended }: Operation): Promise<unknown> =>
  Promise.race([new Promise((resolve) => process.stderr?.once('data', resolve)), ended]);

/** A second instance: a folder of its own and, where asked for, a PostgreSQL database of its own. */
async function elsewhere(engine: 'embedded' | 'PostgreSQL') {
  const dataDir = mkdtempSync(join(tmpdir(), 'weft-elsewhere-'));
  const database = engine === 'embedded' ? null : await emptyDatabase();
  const env = { DATA_DIR: dataDir, ...(database !== null && { DATABASE_URL: database.url }) };
  return {
    dataDir,
    env,
    [Symbol.asyncDispose]: async () => {
      rmSync(dataDir, { recursive: true, force: true });
      await database?.drop();
    },
  };
}

/** Restored on the other engine, where there is one. */
const otherThan = ({ product }: Running) =>
  product.env.DATABASE_URL === undefined && postgresServer() !== undefined ? 'PostgreSQL' : 'embedded';

const patience = { timeout: 180_000 };

describeProduct('a backup', (running: Running) => {
  let folder: string;
  let twins: Twins;
  let archive: string;
  let upload: string;
  /** What was acknowledged when the backup was asked for. */
  let before: ReadonlyMap<string, number>;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'weft-backup-'));
    archive = join(folder, 'whole.weft');
    twins = await makeTwins(running.ann);
    await fill(running.ann, await makeTwins(running.ann));
    upload = (await running.ann.upload('kept.csv', ['a,b\n1,2\n'])).url;
    const editing = edit(running.ann, twins);
    await sleep(500);
    before = new Map(editing.acknowledged);
    const { code, err } = await operate(running.product.env, 'backup', archive).ended;
    await editing.stop();
    expect([code, err]).toEqual([0, expect.not.stringContaining('rror')]);
  }, patience.timeout);
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('is one file for its owner alone, and leaves nothing else behind', () => {
    expect(readdirSync(folder)).toEqual(['whole.weft']);
    expect(statSync(archive).mode & 0o777).toBe(0o600);
    const left = join(running.product.dataDir, 'snapshots');
    expect(existsSync(left) ? readdirSync(left) : []).toEqual([]);
  });

  it('holds one moment of a busy server, and is restored on another engine', patience, async () => {
    await using there = await elsewhere(otherThan(running));
    const { code, out } = await operate(there.env, 'restore', archive).ended;
    expect([code, out]).toEqual([0, expect.stringContaining('Restored')]);
    await using product = await startProduct(there.env);
    const ann = await signIn(product.url, 'ann');
    const { version, actions, records } = await seen(ann, twins);
    expect(records).toHaveLength(twins.ids.length);
    let edits = 0;
    for (const { id, data } of records) {
      expect(data[twins.first]).toBe(data[twins.second]);
      const number = Number(data[twins.first]);
      expect(number).toBeGreaterThanOrEqual(before.get(id) ?? 0);
      edits += number;
    }
    // The log and the rows are of the same moment: the table, its records, and one entry for each edit.
    expect(version).toBe(edits + 2);
    expect(actions[0]).toMatchObject({ seq: version });
    expect(await ann.text(new URL(upload).pathname)).toBe('a,b\n1,2\n');

    const { err: busy } = await operate(there.env, 'restore', archive, '--replace').ended;
    expect(busy).toMatch(/Stop the server first/);
    await ann.mutate('history.undo', { basePublicId: twins.table.basePublicId });
    await product.pause();
    const again = await operate(there.env, 'restore', archive).ended;
    expect([again.code, again.err]).toEqual([1, expect.stringContaining('--replace')]);
    expect((await operate(there.env, 'restore', archive, '--replace').ended).code).toBe(0);
    await product.restart('SIGTERM');
    expect((await seen(await signIn(product.url, 'ann'), twins)).version).toBe(version);
  });

  it(
    'leaves nothing when it is damaged, and an instance that says so when its restore is killed',
    patience,
    async () => {
      const engine = otherThan(running);
      await using there = await elsewhere(engine);
      const whole = readFileSync(archive);
      const damaged = Buffer.from(whole);
      damaged[Math.floor(whole.length / 2)] = (damaged[Math.floor(whole.length / 2)] ?? 0) ^ 0xff;
      const file = join(there.dataDir, 'bad.weft');
      for (const [bytes, flags] of [
        [whole.subarray(0, whole.length - 5_000), []],
        [damaged, []],
        [Buffer.from('no archive'), ['--check']],
      ] as const) {
        writeFileSync(file, bytes);
        const { code, err } = await operate(there.env, 'restore', file, ...flags).ended;
        expect([code, err]).toEqual([1, expect.stringMatching(/(archive|copy)[^\n]*\n$/)]);
        expect(err).not.toContain('    at ');
      }
      const files = join(there.dataDir, 'files');
      expect(existsSync(files) ? readdirSync(files) : []).toEqual([]);
      expect(existsSync(join(there.dataDir, 'database'))).toBe(false);

      const killed = operate(there.env, 'restore', archive);
      await firstWord(killed);
      killed.process.kill('SIGKILL');
      await killed.ended;
      if (engine === 'PostgreSQL')
        await expect(startProduct(there.env)).rejects.toThrow(/restore into this database was broken off/);
      else expect(existsSync(join(there.dataDir, 'database'))).toBe(false);
      expect((await operate(there.env, 'restore', archive).ended).code).toBe(0);
      expect(readdirSync(there.dataDir)).not.toContain('restore.part');
    },
  );

  it('killed in the middle leaves no file of its name, and the next one works', patience, async () => {
    const file = join(folder, 'killed.weft');
    const killed = operate(running.product.env, 'backup', file);
    while (!existsSync(`${file}.part`) && killed.process.exitCode === null) await sleep(5);
    killed.process.kill('SIGKILL');
    await killed.ended;
    expect(existsSync(file)).toBe(false);
    expect((await operate(running.product.env, 'backup', file).ended).code).toBe(0);
    expect(readdirSync(folder)).not.toContain('killed.weft.part');
    const twice = await operate(running.product.env, 'backup', file).ended;
    expect([twice.code, twice.err]).toEqual([1, expect.stringContaining('exists already')]);
  });
});

describe.skipIf(postgresServer() === undefined)('a move to PostgreSQL', () => {
  it('brings everything over, goes on after a kill, and leaves the source as it was', patience, async () => {
    await using source = await startProduct();
    const ann = await signUp(source.url, 'ann');
    const twins = await makeTwins(ann);
    await fill(ann, await makeTwins(ann));
    const { url } = await ann.upload('kept.csv', ['a,b\n1,2\n']);
    const whole = await seen(ann, twins);
    await using there = await elsewhere('PostgreSQL');
    const target = must(there.env.DATABASE_URL);

    const running = await operate(source.env, 'move-to-postgres', target).ended;
    expect([running.code, running.err]).toEqual([1, expect.stringContaining('Stop the server first')]);
    await source.pause();
    const killed = operate(source.env, 'move-to-postgres', target);
    await firstWord(killed);
    killed.process.kill('SIGKILL');
    await killed.ended;
    await expect(startProduct({ DATABASE_URL: target })).rejects.toThrow(
      /move into this database was broken off/,
    );

    const moved = await operate(source.env, 'move-to-postgres', target).ended;
    expect([moved.code, moved.out]).toEqual([0, expect.stringContaining('set DATABASE_URL')]);
    const twice = await operate(source.env, 'move-to-postgres', target).ended;
    expect([twice.code, twice.err]).toEqual([1, expect.stringContaining('not empty')]);

    await using product = await startProduct({ DATA_DIR: source.dataDir, DATABASE_URL: target });
    const there2 = await signIn(product.url, 'ann');
    expect(await seen(there2, twins)).toEqual(whole);
    expect(await there2.text(new URL(url).pathname)).toBe('a,b\n1,2\n');
    await there2.mutate('records.update', {
      ...twins.table,
      recordId: must(twins.ids[0]),
      data: pair(twins, 9),
    });
    await product.pause();
    await source.restart('SIGTERM');
    expect(await seen(await signIn(source.url, 'ann'), twins)).toEqual(whole);
  });
});
