import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { operate, signUp, startProduct } from '@weft/testkit';
import { describe, expect, it } from 'vitest';
import { makeDesk } from './at-work.ts';
import { importOrder, testId } from './databases.ts';

/** A disk of its own in memory; null where this process may not mount one. */
function smallDisk(megabytes: number): { readonly folder: string; readonly remove: () => void } | null {
  const folder = mkdtempSync(join(tmpdir(), 'weft-disk-'));
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', folder], { stdio: 'pipe' });
  } catch {
    rmSync(folder, { recursive: true });
    return null;
  }
  const remove = () => {
    execFileSync('umount', ['-l', folder], { stdio: 'pipe' });
    rmSync(folder, { recursive: true });
  };
  return { folder, remove };
}

const probe = smallDisk(1);
probe?.remove();
if (probe === null)
  console.warn(
    'SKIPPED: tests of a full disk. Only root can mount a small one, and only outside some containers.',
  );

const patience = { timeout: 180_000 };

function* people(rows: number): Generator<string> {
  yield 'Name,Note\n';
  for (let row = 0; row < rows; row++)
    yield `Person ${row},${'a note that takes room on the disk '.repeat(6)}${row}\n`;
}

describe.skipIf(probe === null)('a disk that fills up', () => {
  it('ends an import with a sentence; nothing of it is left, and the server lives on', patience, async () => {
    const disk = smallDisk(190);
    const files = mkdtempSync(join(tmpdir(), 'weft-files-'));
    const settings = { DATA_DIR: disk?.folder ?? '', FILES_URL: pathToFileURL(files).href };
    const product = await startProduct(settings);
    try {
      const ann = await signUp(product.url, 'ann');
      const { order } = await importOrder(ann, [...people(200_000)].join(''));
      let end: unknown;
      for await (const event of ann.events('import.csvImportStream', order)) end = event;
      expect(end).toMatchObject({ type: 'error', message: 'The disk of the server is full' });
      const base = await ann.query('metadata.get', { basePublicId: order.basePublicId });
      expect(base).toMatchObject({ metadata: { tables: [] } });
      expect((await fetch(`${product.url}/healthz`)).status).toBe(200);

      const { table, fieldId } = await makeDesk(ann);
      const record = { id: testId('rec'), data: { [fieldId]: 'written after' } };
      await ann.mutate('records.create', { ...table, records: [record] });
      await product.restart('SIGKILL');
      const list = await ann.query('records.list', table);
      expect(list).toMatchObject({ records: [record] });
    } finally {
      await product.stop();
      disk?.remove();
      rmSync(files, { recursive: true });
    }
  });

  it('refuses an upload and a backup with a sentence, and keeps nothing of them', patience, async () => {
    const disk = smallDisk(4);
    const folder = disk?.folder ?? '';
    const product = await startProduct({ FILES_URL: pathToFileURL(folder).href });
    try {
      const ann = await signUp(product.url, 'ann');
      await expect(ann.upload('large.csv', people(40_000))).rejects.toThrow(
        /^503 .*The disk of the server is full/,
      );
      expect(readdirSync(folder)).toEqual([]);
      // Whatever room is left is taken.
      expect(() => writeFileSync(join(folder, 'filler'), Buffer.alloc(8 << 20))).toThrow('ENOSPC');
      const { code, err } = await operate(product.env, 'backup', join(folder, 'weft.weft')).ended;
      expect([code, err]).toEqual([1, expect.stringContaining('The disk is full.')]);
      expect(readdirSync(folder)).toEqual(['filler']);
    } finally {
      await product.stop();
      disk?.remove();
    }
  });
});
