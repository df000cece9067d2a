import fs from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { afterEach, expect, it } from 'vitest';
import { DurableFiles, flushingSettings, flushingStart } from './durable-files.ts';

const flush = fs.fdatasyncSync;

afterEach(() => {
  fs.fdatasyncSync = flush;
  syncBuiltinESMExports();
});

it('flushes the log with every commit, and the tables at a checkpoint', async () => {
  let flushed = 0;
  fs.fdatasyncSync = (descriptor) => {
    flushed++;
    flush(descriptor);
  };
  syncBuiltinESMExports();
  const folder = await mkdtemp(join(tmpdir(), 'weft-flush-'));
  const database = await PGlite.create({
    fs: new DurableFiles(folder),
    startParams: flushingStart,
    postgresqlconf: [...flushingSettings],
  });
  try {
    await database.exec('CREATE TABLE kept (n int)');
    const before = flushed;
    for (let n = 0; n < 20; n++) await database.query('INSERT INTO kept VALUES ($1)', [n]);
    expect(flushed - before).toBeGreaterThanOrEqual(20);
    const between = flushed;
    await database.exec('CHECKPOINT');
    expect(flushed - between).toBeGreaterThan(1);
  } finally {
    await database.close();
    await rm(folder, { recursive: true, force: true });
  }
});
