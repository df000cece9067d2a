import { setTimeout as sleep } from 'node:timers/promises';
import { must } from '@weft/std';
import { type Operation, operate, postgresServer, signIn, signUp, startProduct } from '@weft/testkit';
import pg from 'pg';
import { describe, expect, it } from 'vitest';
import { patience } from './patience.ts';
import { elsewhere, fill, makeTwins, pair, seen } from './twins.ts';

/** Kills a move that has brought some tables over, not all. */
async function killInItsMiddle(move: Operation, target: string): Promise<void> {
  const watcher = new pg.Client({ connectionString: target });
  await watcher.connect();
  /** Holds it up before its next table: where none is over yet, it goes on. */
  const held = async () => {
    const { rows: made } = await watcher.query(`SELECT to_regclass('public.weft_unfinished') AS name`);
    if (made[0]?.name === null) return false;
    await watcher.query('BEGIN; LOCK TABLE public.weft_unfinished IN SHARE MODE');
    const { rowCount } = await watcher.query(`SELECT 1 FROM public.weft_unfinished WHERE item <> ''`);
    if (rowCount === 0) await watcher.query('ROLLBACK');
    return rowCount !== 0;
  };
  while (!(await held()) && move.process.exitCode === null) await sleep(2);
  move.process.kill('SIGKILL');
  expect((await move.ended).code).toBe(null);
  await watcher.query('ROLLBACK');
  await watcher.end();
}

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
    const settings = { ...there.env, DATA_DIR: source.dataDir };
    const move = () => operate({ ...settings, DATABASE_URL: undefined }, 'move-to-postgres', target);

    const running = await move().ended;
    expect([running.code, running.err]).toEqual([1, expect.stringContaining('Stop the server first')]);
    await source.pause();
    await killInItsMiddle(move(), target);
    await expect(startProduct(there.env)).rejects.toThrow(/move into this database was broken off/);

    const moved = await move().ended;
    expect([moved.code, moved.out]).toEqual([0, expect.stringContaining('set DATABASE_URL')]);
    const twice = await move().ended;
    expect([twice.code, twice.err]).toEqual([1, expect.stringContaining('not empty')]);

    await using product = await startProduct(settings);
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
