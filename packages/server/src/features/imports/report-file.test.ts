import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { ReportFile } from './report-file.ts';

const anyRoom = async () => {};

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'weft-report-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

it('writes what it is told, and no file for nothing', async () => {
  const [some, none] = [join(folder, 'some'), join(folder, 'none')];
  const claimed: number[] = [];
  const report = new ReportFile(some, async (bytes) => void claimed.push(bytes));
  await report.add('a\r\n');
  await report.add('b\r\n');
  expect(await report.close()).toBe(Buffer.byteLength(readFileSync(some)));
  expect(readFileSync(some, 'utf8')).toBe('\ufeffRow,Line,Column,Value,Reason\r\na\r\nb\r\n');
  // Room was asked for before it was taken.
  expect(Math.max(...claimed)).toBeGreaterThanOrEqual(Buffer.byteLength(readFileSync(some)));
  const empty = new ReportFile(none, anyRoom);
  await empty.add('');
  expect([await empty.close(), existsSync(none)]).toEqual([0, false]);
});

it('goes when the import fails after its last line', async () => {
  const path = join(folder, 'report');
  const report = new ReportFile(path, anyRoom);
  await report.add('a\r\n');
  await report.close();
  await report.remove();
  expect(existsSync(path)).toBe(false);
});

it('says that it cannot be written where the line was given', async () => {
  // A folder takes no lines, as a full disk does not.
  const report = new ReportFile(folder, anyRoom);
  await expect(report.add('a\r\n')).rejects.toThrow('EISDIR');
  expect(await report.close()).toBe(0);
});

it('writes nothing that there is no room for', async () => {
  const path = join(folder, 'report');
  const report = new ReportFile(path, async (bytes) => {
    if (bytes > 100) throw new Error('No room');
  });
  await report.add('a\r\n');
  const before = readFileSync(path);
  await expect(report.add('b'.repeat(100))).rejects.toThrow('No room');
  expect(readFileSync(path)).toEqual(before);
  await report.remove();
});
