import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { operate, postgresServer, type Session, signIn, startProduct } from '@weft/testkit';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { describeProduct, type Running } from './on-engines.ts';
import { elsewhere, fill, firstWord, makeTwins, pair, seen, type Twins } from './twins.ts';

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
