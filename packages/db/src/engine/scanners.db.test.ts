import { must } from '@weft/std';
import pg from 'pg';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { describeEngines, describePostgres, type TestEngine } from '../testing.ts';
import { PostgresScanner } from './postgres-scanner.ts';

describeEngines('reads that look through whole tables', (open) => {
  let opened: TestEngine;
  beforeAll(async () => {
    opened = await open();
  });
  afterAll(() => opened[Symbol.asyncDispose]());

  it('leave edits and sessions a connection, however many there are', async () => {
    const { engine } = opened;
    const left = new AbortController();
    const done: string[] = [];
    const scans = Array.from({ length: 20 }, (_, i) =>
      engine
        .scanner(left.signal)
        .query('SELECT pg_sleep(0.05)')
        .then(() => void done.push(`scan ${i}`)),
    );
    await engine.transaction(async (tx) => {
      await tx.query('SELECT 1');
    });
    await engine.kysely.connection().execute(async () => void done.push('session'));
    expect(done.indexOf('session')).toBeLessThan(7);
    await Promise.all(scans);
    expect(done).toHaveLength(21);
  });

  const sleeping = async (): Promise<unknown> => {
    const [row] = await opened.engine.query(
      `SELECT count(*) FROM pg_stat_activity
       WHERE query LIKE 'SELECT pg_sleep%' AND state = 'active' AND datname = current_database()`,
    );
    return row?.[0];
  };

  it('end when their reader leaves, and are not begun after', async () => {
    const { engine } = opened;
    const embedded = engine.kind === 'embedded';
    const left = new AbortController();
    const scanner = engine.scanner(left.signal);
    const running = scanner.query('SELECT pg_sleep($1)', [embedded ? 0.2 : 60]);
    const waiting = embedded ? scanner.query('SELECT 1') : running;
    const ends = Promise.allSettled([running, waiting]);
    if (!embedded) await expect.poll(sleeping).toBe(1);
    left.abort(new Error('left'));
    // The embedded database cannot break off a statement: it is the next one that is not begun.
    const refused = { status: 'rejected', reason: new Error('left') };
    expect(await ends).toEqual([
      embedded ? expect.objectContaining({ status: 'fulfilled' }) : refused,
      refused,
    ]);
    await expect(scanner.query('SELECT 1')).rejects.toThrow('left');
    expect(await engine.scanner(new AbortController().signal).query('SELECT 2')).toEqual([[2]]);
    expect(await sleeping()).toBe(0);
  });
});

describePostgres('reads that look through whole tables of a server', (open) => {
  it('take the helpers of PostgreSQL where they are alone, and none beside another', async () => {
    await using opened = await open();
    const { engine } = opened;
    const left = new AbortController();
    const helpers = async () => {
      const [row] = await engine
        .scanner(left.signal)
        .query(`SELECT current_setting('max_parallel_workers_per_gather')::int`);
      return Number(row?.[0]);
    };
    expect(await helpers()).toBeGreaterThan(0);
    const other = engine.scanner(left.signal).query('SELECT pg_sleep(0.5)');
    expect(await helpers()).toBe(0);
    await other;
    expect(await helpers()).toBeGreaterThan(0);
  });

  it('end where they are left, though the first cancellation comes between two statements', async () => {
    await using opened = await open();
    const pool = new pg.Pool({ connectionString: must(process.env.TEST_DATABASE_URL) });
    const left = new AbortController();
    let cancellations = 0;
    const scanner = new PostgresScanner(pool, false, left.signal, async (processId) => {
      if (++cancellations > 1) await opened.engine.query('SELECT pg_cancel_backend($1::int)', [processId]);
    });
    const scan = scanner.query('SELECT pg_sleep(60), 1 AS between');
    const runs = `SELECT 1 FROM pg_stat_activity WHERE state = 'active' AND query = 'SELECT pg_sleep(60), 1 AS between'`;
    await vi.waitFor(async () => expect(await opened.engine.query(runs)).toHaveLength(1));
    left.abort(new Error('left'));
    await expect(scan).rejects.toThrow('left');
    await pool.end();
  });

  it('are sound for whoever comes after somebody who left at any moment', async () => {
    await using opened = await open();
    const { engine } = opened;
    const staying = new AbortController().signal;
    const failed: unknown[] = [];
    const reader = async (number: number) => {
      for (let scan = 0; scan < 250; scan++) {
        const leaves = scan % 5 !== 0;
        const left = new AbortController();
        const scanner = engine.scanner(leaves ? left.signal : staying);
        const running = scanner
          .query('SELECT sum(n) FROM generate_series(1, 20000) n')
          .catch((error: Error) => {
            if (error.message !== 'left') failed.push(error);
          });
        if (leaves) {
          const until = performance.now() + ((scan * 7 + number * 13) % 61) / 10;
          while (performance.now() < until) await new Promise((resolve) => setImmediate(resolve));
          left.abort(new Error('left'));
        }
        await running;
      }
    };
    await Promise.all([1, 2, 3, 4].map(reader));
    expect(failed).toEqual([]);
  });
});
