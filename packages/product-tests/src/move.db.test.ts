import { must } from '@weft/std';
import { operate, postgresServer, signIn, signUp, startProduct } from '@weft/testkit';
import { describe, expect, it } from 'vitest';
import { elsewhere, fill, firstWord, makeTwins, pair, seen } from './twins.ts';

const patience = { timeout: 180_000 };

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
