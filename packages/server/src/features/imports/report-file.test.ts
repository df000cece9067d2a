import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { FolderStore } from '../../files/folder-store.ts';
import { ReportFile } from './report-file.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'weft-report-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

function reportAt(key: string, claim: (bytes: number) => Promise<void> = async () => {}) {
  const store = new FolderStore(folder);
  return new ReportFile({
    claim,
    put: (content) => store.put(key, content),
    remove: () => store.remove(key),
  });
}

it('stores what it is told, and no file for nothing', async () => {
  const claimed: number[] = [];
  const report = reportAt('some', async (bytes) => void claimed.push(bytes));
  await report.add('a\r\n');
  await report.add('b\r\n');
  const written = await report.close();
  const stored = readFileSync(join(folder, 'some'));
  expect(written).toEqual({ size: stored.length, hash: expect.stringMatching(/^[0-9a-f]{64}$/) });
  expect(String(stored)).toBe('\ufeffRow,Line,Column,Value,Reason\r\na\r\nb\r\n');
  // Room was asked for before it was taken.
  expect(Math.max(...claimed)).toBeGreaterThanOrEqual(stored.length);
  const empty = reportAt('none');
  await empty.add('');
  expect([await empty.close(), existsSync(join(folder, 'none'))]).toEqual([null, false]);
});

it('is stored whole when it is far longer than what fits in memory at once', async () => {
  const report = reportAt('long');
  for (let n = 0; n < 40; n++) await report.add(`${'x'.repeat(99_998)}\r\n`);
  expect((await report.close())?.size).toBe(readFileSync(join(folder, 'long')).length);
});

it.each([true, false])('goes when the import fails, after its last line: %s', async (closed) => {
  const report = reportAt('report');
  await report.add('a\r\n');
  if (closed) await report.close();
  await report.remove();
  expect([existsSync(join(folder, 'report')), existsSync(join(folder, 'report.part'))]).toEqual([
    false,
    false,
  ]);
});

it('says that it cannot be stored before the import ends', async () => {
  // A folder takes no lines, as a full disk does not.
  const report = reportAt('.');
  await report.add('a\r\n');
  await expect(report.close()).rejects.toThrow();
});

it('stores nothing that there is no room for', async () => {
  const report = reportAt('report', async (bytes) => {
    if (bytes > 100) throw new Error('No room');
  });
  await report.add('a\r\n');
  await expect(report.add('b'.repeat(100))).rejects.toThrow('No room');
  await report.close();
  expect(readFileSync(join(folder, 'report'), 'utf8')).not.toContain('b');
});
