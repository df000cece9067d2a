import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { must } from '@weft/std';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { LinkSpool } from './link-spool.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'weft-spool-test-'));
  vi.stubEnv('TMPDIR', folder);
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true, force: true });
});
const own = () => join(folder, must(readdirSync(folder)[0]));
const linked = { id: 'rec1', to: ['rec2', 'rec3'] };

async function all(spool: LinkSpool): Promise<unknown[]> {
  const read: unknown[] = [];
  for await (const one of spool.read('fld1')) read.push(one);
  return read;
}

it('gives back the links that it was given', async () => {
  await using spool = new LinkSpool();
  await spool.add('fld1', linked);
  await spool.add('fld1', { id: 'rec4', to: [] });
  expect(await all(spool)).toEqual([linked]);
  expect(spool.mostOf('fld1')).toBe(2);
});

// Linux has a device that refuses every byte with ENOSPC: no disk has to be filled.
it('ends the import alone where the disk is full, and says so', async () => {
  await using spool = new LinkSpool();
  symlinkSync('/dev/full', join(own(), 'fld1'));
  const full = 'The disk of the server is full';
  await spool.add('fld1', linked);
  await vi.waitFor(() => expect(spool.add('fld1', linked)).rejects.toThrow(full));
  await expect(all(spool)).rejects.toThrow(full);
});

it('ends the import alone where the links cannot be read again', async () => {
  await using spool = new LinkSpool();
  await spool.add('fld1', linked);
  await all(spool);
  rmSync(join(own(), 'fld1'));
  mkdirSync(join(own(), 'fld1'));
  await expect(all(spool)).rejects.toMatchObject({ code: 'EISDIR' });
});
