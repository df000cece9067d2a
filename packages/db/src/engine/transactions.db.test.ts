import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { describeEngines, describePostgres, type TestEngine } from '../testing.ts';

const insert = 'INSERT INTO sent VALUES ($1)';

describeEngines('a statement that is sent in a transaction', (open) => {
  let opened: TestEngine;
  beforeAll(async () => {
    opened = await open();
    await opened.engine.exec('CREATE TABLE sent (id int PRIMARY KEY)');
  });
  afterAll(() => opened[Symbol.asyncDispose]());
  beforeEach(() => opened.engine.exec('DELETE FROM sent'));
  const stored = async () => (await opened.engine.query('SELECT id FROM sent ORDER BY id')).map(([id]) => id);

  it('is made before what follows it, and stays with the transaction', async () => {
    const seen = await opened.engine.transaction(async (tx) => {
      tx.send(insert, [1]);
      tx.send(insert, [2]);
      const rows = await tx.query('SELECT count(*)::int FROM sent');
      tx.send(insert, [3]);
      return rows[0]?.[0];
    });
    expect([seen, await stored()]).toEqual([2, [1, 2, 3]]);
  });

  it('keeps its place among copies, and among statements that are asked for at once', async () => {
    const seen = await opened.engine.transaction(async (tx) => {
      tx.send(insert, [1]);
      await tx.copyIn('sent (id)', new TextEncoder().encode('2\n3\n'));
      tx.send(insert, [4]);
      const counts = Array.from({ length: 3 }, () => tx.query('SELECT count(*)::int FROM sent'));
      tx.send('DELETE FROM sent WHERE id = $1', [2]);
      const copied = new TextDecoder().decode(await tx.copyOut('SELECT id FROM sent ORDER BY id'));
      tx.send(insert, [5]);
      return [...(await Promise.all(counts)).map(([row]) => row?.[0]), copied];
    });
    expect([seen, await stored()]).toEqual([
      [4, 4, 4, '1\n3\n4\n'],
      [1, 3, 4, 5],
    ]);
  });

  it('goes with a transaction that is given up', async () => {
    const lost = opened.engine.transaction(async (tx) => {
      tx.send(insert, [1]);
      throw new Error('the edit was refused');
    });
    await expect(lost).rejects.toThrow('the edit was refused');
    expect(await stored()).toEqual([]);
  });

  it.each(['query', 'send'] as const)('is refused once its transaction has failed (%s)', async (how) => {
    let late: Promise<unknown> = Promise.resolve();
    const failing = opened.engine.transaction(async (tx) => {
      await tx.query('SELECT 1');
      const goOn = async () => {
        await tx.query('SELECT pg_sleep(0.01)');
        await tx[how](insert, [7]);
      };
      late = goOn().then(
        () => 'done',
        (error: unknown) => String(error),
      );
      throw new Error('the edit was refused');
    });
    await expect(failing).rejects.toThrow('the edit was refused');
    expect(await late).toContain('after the end of its transaction');
    expect(await stored()).toEqual([]);
  });

  it.each([
    ['at its end', async () => {}],
    ['with the next statement', (tx: { query: (text: string) => Promise<unknown> }) => tx.query('SELECT 1')],
  ] as const)('fails the transaction with its own error, %s', async (_when, then) => {
    const failing = opened.engine.transaction(async (tx) => {
      await tx.query(insert, [1]);
      tx.send(insert, [1]);
      tx.send(insert, [2]);
      await then(tx);
    });
    await expect(failing).rejects.toThrow('sent_pkey');
    // The connection is of use again.
    expect(await stored()).toEqual([]);
    await opened.engine.transaction(async (tx) => tx.send(insert, [4]));
    expect(await stored()).toEqual([4]);
  });
});

describePostgres('a transaction', (open) => {
  let opened: TestEngine;
  beforeAll(async () => {
    opened = await open();
    await opened.engine.exec('CREATE TABLE sent (id int PRIMARY KEY)');
  });
  afterAll(() => opened[Symbol.asyncDispose]());

  it('is taken back where its server falls silent, so that it holds up nobody', async () => {
    const { engine } = opened;
    const silent = engine.transaction(async (tx) => {
      const [row] = await tx.query(`SELECT current_setting('idle_in_transaction_session_timeout')`);
      expect(row).toEqual(['20s']);
      await tx.exec(`SET LOCAL idle_in_transaction_session_timeout = '50ms'`);
      await tx.query(insert, [1]);
      // Waits for as long as the other holds this id.
      await engine.query(insert, [1]);
      await tx.query(insert, [2]);
    });
    await expect(silent).rejects.toMatchObject({ kind: 'unavailable' });
    expect(await engine.query('SELECT id FROM sent')).toEqual([[1]]);
  });
});
