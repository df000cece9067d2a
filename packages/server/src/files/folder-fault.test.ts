import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startServer } from '../compose.ts';
import { takeDataDir } from '../data-dir.ts';
import { readSettings } from '../settings.ts';
import { folderFault } from './folder-fault.ts';

describe('a data folder', () => {
  let parent = '';
  beforeEach(() => {
    parent = mkdtempSync(join(tmpdir(), 'weft-folder-'));
  });
  afterEach(() => rmSync(parent, { recursive: true, force: true }));

  it('that is a file, or lies in one, is named in one sentence', async () => {
    const file = join(parent, 'file');
    writeFileSync(file, '');
    for (const path of [file, join(file, 'data')])
      await expect(takeDataDir(path, 0)).rejects.toThrow(
        `DATA_DIR ${path} is not a folder, or lies in something that is none: name another one.`,
      );
  });

  it.each([
    [{ code: 'EACCES' }, /may not be written by this user/],
    [{ code: 'EROFS' }, /a disk that can only be read/],
    [{ code: 'ENOSPC' }, /a disk that is full: make room and start again/],
    [{ code: 'ERR_SQLITE_ERROR', errcode: 14 }, /may not be written by this user/],
    [{ code: 'ERR_SQLITE_ERROR', errcode: 13 }, /a disk that is full/],
  ])('that fails with %o is said so', (fault, sentence) => {
    expect(folderFault('DATA_DIR', '/data', Object.assign(new Error('fault'), fault))).toMatchObject({
      message: expect.stringMatching(sentence),
    });
  });

  it('for files that cannot be worked in stops the start, before anything is opened', async () => {
    const file = join(parent, 'file');
    writeFileSync(file, '');
    const dataDir = join(parent, 'data');
    const settings = readSettings({ DATA_DIR: dataDir, FILES_URL: pathToFileURL(file).href });
    if (!settings.ok) throw new Error(settings.error);
    await expect(startServer(settings.value)).rejects.toThrow(`FILES_URL ${file} is not a folder`);
    expect(existsSync(join(dataDir, 'database'))).toBe(false);
  });

  it('that is held names the process, whatever else is wrong', async () => {
    const held = await takeDataDir(parent, 0);
    await expect(takeDataDir(parent, 0)).rejects.toThrow(`is in use by the process ${process.pid}.`);
    held.release();
  });

  it('keeps the secret it was given, and refuses one that was cut off', async () => {
    const first = await takeDataDir(parent, 0);
    const secret = first.secret();
    expect([secret.length >= 32, first.secret()]).toEqual([true, secret]);
    writeFileSync(join(parent, 'secret'), '');
    expect(() => first.secret()).toThrow(/^The secret in .+ is shorter than 32 characters\./);
    first.release();
  });

  it.skipIf(process.platform === 'win32')('keeps other users of the machine from the database', async () => {
    const database = join(parent, 'database');
    mkdirSync(database);
    chmodSync(database, 0o755);
    (await takeDataDir(parent, 0)).release();
    expect(statSync(database).mode & 0o777).toBe(0o700);
  });
});
