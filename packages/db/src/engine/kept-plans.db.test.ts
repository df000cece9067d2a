import { afterAll, beforeAll, expect, it } from 'vitest';
import { describeEngines, type TestEngine } from '../testing.ts';

describeEngines('a statement about the control schema that is run often', (open) => {
  let opened: TestEngine;
  beforeAll(async () => {
    opened = await open();
    await opened.engine.exec('CREATE TABLE weft.kept_plans (id int PRIMARY KEY, note text)');
  });
  afterAll(() => opened[Symbol.asyncDispose]());
  const insert = 'INSERT INTO weft.kept_plans VALUES ($1, $2)';
  const noteOf = 'SELECT note FROM weft.kept_plans WHERE id = $1';

  it('answers alike each time, alone and in transactions that send without waiting', async () => {
    const { engine } = opened;
    for (let round = 0; round < 12; round++)
      await engine.transaction(async (tx) => {
        for (let at = 0; at < 4; at++) tx.send(insert, [round * 4 + at, `note ${at}`]);
        expect(await tx.query(noteOf, [round * 4 + 3])).toEqual([['note 3']]);
      });
    for (let at = 0; at < 48; at++) expect(await engine.query(noteOf, [at])).toEqual([[`note ${at % 4}`]]);
  });

  it('is never compiled, which takes longer than most statements run', async ({ skip }) => {
    const { engine } = opened;
    if (engine.kind === 'embedded') skip('It compiles nothing');
    const scanned = await engine.scanner(new AbortController().signal).query('SHOW jit');
    const loaded = await engine.load((tx) => tx.query('SHOW jit'));
    expect([await engine.query('SHOW jit'), scanned, loaded]).toEqual(Array(3).fill([['off']]));
  });

  it('rolls its transaction back where it is refused, and runs again after that', async () => {
    const { engine } = opened;
    for (let again = 0; again < 8; again++) {
      const twice = engine.transaction(async (tx) => {
        tx.send(insert, [1_000 + again, 'new']);
        tx.send(insert, [1, 'taken']);
        tx.send(insert, [2_000 + again, 'late']);
      });
      await expect(twice).rejects.toMatchObject({ code: '23505' });
    }
    expect(await engine.query('SELECT count(*)::int FROM weft.kept_plans WHERE id >= $1', [1_000])).toEqual([
      [0],
    ]);
    await engine.query(insert, [3_000, 'kept']);
    expect(await engine.query(noteOf, [3_000])).toEqual([['kept']]);
  });

  it('fails once at most where a migration changes what it answers', async () => {
    const { engine } = opened;
    for (let again = 0; again < 12; again++) await engine.query(noteOf, [3_000]);
    await engine.exec('ALTER TABLE weft.kept_plans ALTER COLUMN note TYPE int USING id');
    const fault = await engine.query(noteOf, [3_000]).then(
      () => null,
      (error: unknown) => error,
    );
    if (fault !== null) expect(fault).toMatchObject({ kind: 'unavailable' });
    for (let again = 0; again < 12; again++) expect(await engine.query(noteOf, [3_000])).toEqual([[3_000]]);
  });
});
