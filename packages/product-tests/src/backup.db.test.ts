import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { operate, postgresServer, type Session, signIn, startProduct } from '@weft/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { describeProduct, type Running } from './on-engines.ts';
import { patience } from './patience.ts';
import { elsewhere, fill, makeTwins, pair, pipeThatStalls, seen, type Twins } from './twins.ts';

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
      await sleep(10);
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

/** Copies that a server made of its embedded database for commands. */
function snapshotsOf({ product }: Running): readonly string[] {
  const folder = join(product.dataDir, 'snapshots');
  return existsSync(folder) ? readdirSync(folder) : [];
}

/** What lies beside the file of a backup that was killed; one that was quicker than the kill is made again. */
async function killInItsMiddle({ product }: Running, file: string): Promise<readonly string[]> {
  for (;;) {
    const killed = operate(product.env, 'backup', file);
    while (!existsSync(`${file}.part`) && killed.process.exitCode === null) await sleep(2);
    killed.process.kill('SIGKILL');
    const { code, err } = await killed.ended;
    expect([code, err]).toEqual([expect.toBeOneOf([0, null]), expect.not.stringContaining('rror')]);
    if (existsSync(`${file}.part`)) return readdirSync(dirname(file));
    rmSync(file, { force: true });
  }
}

describeProduct('a backup', (running: Running) => {
  let folder: string;
  let twins: Twins;
  let archive: string;
  let upload: string;
  /** What was acknowledged when the backup was asked for. */
  let before: ReadonlyMap<string, number>;
  /** What a backup left that was killed in its middle. */
  let leftByKilled: readonly string[];
  let snapshots: readonly string[];
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'weft-backup-'));
    archive = join(folder, 'whole.weft');
    twins = await makeTwins(running.ann);
    await fill(running.ann, await makeTwins(running.ann));
    upload = (await running.ann.upload('kept.csv', ['a,b\n1,2\n'])).url;
    leftByKilled = await killInItsMiddle(running, archive);
    snapshots = snapshotsOf(running);
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
    // A snapshot of the one that was killed goes after a minute.
    expect(snapshotsOf(running).filter((name) => !snapshots.includes(name))).toEqual([]);
  });

  it('leaves no file of its name when it is killed, and puts none in place of another', async () => {
    expect(leftByKilled).toEqual(['whole.weft.part']);
    const twice = await operate(running.product.env, 'backup', archive).ended;
    expect([twice.code, twice.err]).toEqual([1, expect.stringContaining('exists already')]);
  });

  describe('restored on another engine', () => {
    let there: Awaited<ReturnType<typeof elsewhere>>;
    beforeAll(async () => {
      there = await elsewhere(otherThan(running));
    });
    afterAll(() => there[Symbol.asyncDispose]());

    it('leaves nothing when it is damaged', patience, async () => {
      const whole = readFileSync(archive);
      const cut = whole.subarray(0, whole.length - 5_000);
      const damaged = Buffer.from(whole);
      damaged[Math.floor(whole.length / 2)] = (damaged[Math.floor(whole.length / 2)] ?? 0) ^ 0xff;
      const file = join(there.dataDir, 'bad.weft');
      // An embedded database takes seconds to make: there, one archive is found to be damaged on the way.
      const attempts =
        otherThan(running) === 'embedded'
          ? ([
              [damaged, []],
              [cut, ['--check']],
            ] as const)
          : ([
              [damaged, []],
              [cut, []],
              [Buffer.from('no archive'), []],
            ] as const);
      for (const [bytes, flags] of attempts) {
        writeFileSync(file, bytes);
        const { code, err } = await operate(there.env, 'restore', file, ...flags).ended;
        expect([code, err]).toEqual([1, expect.stringMatching(/(archive|copy)[^\n]*\n$/)]);
        expect(err).not.toContain('    at ');
      }
      const files = join(there.dataDir, 'files');
      expect(existsSync(files) ? readdirSync(files) : []).toEqual([]);
      expect(existsSync(join(there.dataDir, 'database'))).toBe(false);
    });

    it('leaves an instance that says so when it is killed', patience, async () => {
      const whole = readFileSync(archive);
      const stalled = pipeThatStalls(
        join(there.dataDir, 'stalled.weft'),
        whole.subarray(0, whole.length - 5_000),
      );
      const killed = operate(there.env, 'restore', stalled.path);
      await Promise.race([stalled.taken, killed.ended]);
      killed.process.kill('SIGKILL');
      expect((await killed.ended).code).toBe(null);
      stalled.close();
      if (otherThan(running) === 'PostgreSQL')
        await expect(startProduct(there.env)).rejects.toThrow(/restore into this database was broken off/);
      else expect(existsSync(join(there.dataDir, 'database'))).toBe(false);
    });

    it('holds one moment of a busy server, and is replaced only when told', patience, async () => {
      const { code, out } = await operate(there.env, 'restore', archive).ended;
      expect([code, out]).toEqual([0, expect.stringContaining('Restored')]);
      expect(readdirSync(there.dataDir)).not.toContain('restore.part');
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
  });
});
