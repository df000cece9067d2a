import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { must } from '@weft/std';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { FolderCopy } from './engine/copy-folder.ts';
import type { Engine } from './engine/engine.ts';
import { openEmbedded } from './engine/open.ts';
import { migrate } from './migrate.ts';
import { basesOf, newId, newTable } from './testing.ts';

const fieldId = newId('fld');
const baseId = newId('bas');
const table = newTable('Kept', [
  { id: fieldId, name: 'Name', type: 'single_line_text', order: 0, template: {} },
]);

/** A process that adds records from eight sides and says the id of each as soon as it was acknowledged. */
const program = (folder: string): string => `
  const { Bases, openEmbedded } = await import(${JSON.stringify(import.meta.resolve('./index.ts'))});
  const { idMaker } = await import(${JSON.stringify(import.meta.resolve('@weft/std'))});
  const newId = idMaker(Date.now, (bytes) => crypto.getRandomValues(bytes));
  const engine = await openEmbedded(${JSON.stringify(folder)});
  const store = new Bases(engine, { now: () => new Date().toISOString(), newActionId: () => newId('act') }).get('${baseId}');
  for (let side = 0; side < 8; side++) void (async () => {
    for (;;) {
      const id = newId('rec');
      const records = [{ id, cells: { '${fieldId}': { value: 'kept' } } }];
      await store.submit('ann', { id: newId('act'), type: 'CREATE_RECORD', input: { tableId: '${table.id}', records } });
      process.stdout.write(id + '\\n');
    }
  })();
`;

async function addUntilKilled(folder: string, acknowledged: number): Promise<readonly string[]> {
  const file = `${folder}.mjs`;
  await writeFile(file, program(folder));
  const child = spawn(process.execPath, ['--liftoff-only', file], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let said = '';
  child.stdout.on('data', (chunk: Buffer) => {
    said += chunk.toString('latin1');
    if (said.length / 25 >= acknowledged) child.kill('SIGKILL');
  });
  await once(child, 'close');
  return said.split('\n').slice(0, -1);
}

describe('the embedded database', () => {
  let around: string;
  let folder: string;
  beforeAll(async () => {
    around = await mkdtemp(join(tmpdir(), 'weft-kept-'));
    folder = join(around, 'db');
  });
  afterAll(() => rm(around, { recursive: true, force: true }));

  async function opened<T>(work: (engine: Engine) => Promise<T>): Promise<T> {
    const engine = await openEmbedded(folder);
    try {
      return await work(engine);
    } finally {
      await engine.close();
    }
  }

  it('W5: keeps every acknowledged action when its process is killed', async () => {
    await opened(async (engine) => {
      await migrate(engine);
      const bases = basesOf(engine);
      await bases.create(baseId, async () => {});
      const id = newId('act');
      await bases.get(baseId).submit('ann', { id, type: 'CREATE_TABLE', input: { table, records: [] } });
    });
    const acknowledged: string[] = [];
    for (const count of [3, 150, 700]) acknowledged.push(...(await addUntilKilled(folder, count)));
    await opened(async (engine) => {
      const found = await basesOf(engine).get(baseId).get(table.id, acknowledged);
      expect(acknowledged.length).toBeGreaterThan(800);
      expect(new Set(found.map((record) => record.id))).toEqual(new Set(acknowledged));
    });
  });

  it('writes nothing while its files are copied for the last time, so that the copy is of one moment', async () => {
    await opened(async (engine) => {
      const pass = FolderCopy.prototype.pass;
      const order: string[] = [];
      let passes = 0;
      let edit: Promise<unknown> = Promise.resolve();
      const spy = vi.spyOn(FolderCopy.prototype, 'pass').mockImplementation(async function (
        this: FolderCopy,
      ) {
        await pass.call(this);
        if (++passes === 1) return;
        edit = engine.exec('CREATE TABLE public.late ()').then(() => order.push('written'));
        await Promise.race([edit, sleep(300)]);
        order.push('copied');
      });
      try {
        await must(engine.copyFiles)(`${folder}-copy`);
        await edit;
      } finally {
        spy.mockRestore();
      }
      expect(order).toEqual(['copied', 'written']);
    });
  });

  it('W5: flushes what it commits to the disk', async () => {
    await opened(async (engine) => {
      const [settings] = await engine.query(
        `SELECT current_setting('fsync'), current_setting('synchronous_commit'), current_setting('full_page_writes'), current_setting('wal_sync_method')`,
      );
      expect(settings).toEqual(['on', 'on', 'on', 'fsync']);
    });
  });
});
