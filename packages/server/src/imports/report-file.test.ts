import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { ReportFile } from './report-file.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'weft-report-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

it('writes what it is told, and no file for nothing', async () => {
  const [some, none] = [join(folder, 'some'), join(folder, 'none')];
  const report = new ReportFile(some);
  await report.add('a\r\n');
  await report.add('b\r\n');
  expect(await report.close()).toBe(Buffer.byteLength(readFileSync(some)));
  expect(readFileSync(some, 'utf8')).toBe('\ufeffRow,Line,Column,Value,Reason\r\na\r\nb\r\n');
  const empty = new ReportFile(none);
  await empty.add('');
  expect([await empty.close(), existsSync(none)]).toEqual([0, false]);
});

it('goes when the import fails after its last line', async () => {
  const path = join(folder, 'report');
  const report = new ReportFile(path);
  await report.add('a\r\n');
  await report.close();
  await report.remove();
  expect(existsSync(path)).toBe(false);
});

it('says that it cannot be written where the line was given', async () => {
  // A folder takes no lines, as a full disk does not.
  const report = new ReportFile(folder);
  await expect(report.add('a\r\n')).rejects.toThrow('EISDIR');
  expect(await report.close()).toBe(0);
});
