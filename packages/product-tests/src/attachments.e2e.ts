import { expect } from '@playwright/test';
import { must } from '@weft/std';
import type { Metadata } from './databases.ts';
import { call, cell, saved } from './people.ts';
import { test } from './product-test.ts';

/** A blue square of 8 by 8 pixels. */
const image = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAgAAAAICAIAAABLbSncAAAACXBIWXMAAAPoAAAD6AG1e1JrAAAAEUlEQVQImWOwjr6NFTEMLQkA49VcQY6f60UAAAAASUVORK5CYII=',
  'base64',
);

test('files are uploaded into a cell, seen, downloaded, removed and brought back', async ({ atCsv }) => {
  const page = await atCsv('Ada File', 'Order\nRunners\nTowels\n');
  const basePublicId = new URL(page.url()).pathname.split('/').at(-1);
  const { metadata } = await call<Metadata>(page, '/rpc/metadata.get', { basePublicId });
  const field = { name: 'Files', type: 'attachments' };
  await call(page, '/rpc/fields.create', { basePublicId, tableId: must(metadata.tables[0]).id, field });
  await expect(page.getByRole('columnheader', { name: 'Files' })).toBeVisible();

  await cell(page, 1, 2).dblclick();
  await page.getByLabel('Files: choose files').setInputFiles([
    { name: 'plan.png', mimeType: 'image/png', buffer: image },
    { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('linen') },
  ]);
  const list = page.getByRole('dialog', { name: 'Files' });
  await expect(list.getByRole('link', { name: 'notes.txt', exact: true })).toBeVisible();
  const download = page.waitForEvent('download');
  await list.getByRole('link', { name: 'Download notes.txt' }).click();
  expect((await download).suggestedFilename()).toBe('notes.txt');
  await page.keyboard.press('Escape');
  await saved(page);
  await expect(cell(page, 1, 2)).toHaveText('plan.pngnotes.txt');
  // The thumbnail is made by a job; the cell asks for it again.
  await expect
    .poll(() => cell(page, 1, 2).evaluate((element) => element.querySelector('img')?.naturalWidth), {
      timeout: 15_000,
    })
    .toBe(8);

  await page.reload();
  await expect(cell(page, 1, 2)).toHaveText('plan.pngnotes.txt');
  await cell(page, 1, 2).dblclick();
  await page.getByRole('button', { name: 'Remove plan.png' }).click();
  await page.keyboard.press('Escape');
  await expect(cell(page, 1, 2)).toHaveText('notes.txt');
  await page.keyboard.press('Control+z');
  await expect(cell(page, 1, 2)).toHaveText('plan.pngnotes.txt');

  // Copied to another record, it is the same file.
  await cell(page, 1, 2).click();
  await page.keyboard.press('Control+c');
  await cell(page, 2, 2).click();
  await page.keyboard.press('Control+v');
  await expect(cell(page, 2, 2)).toHaveText('plan.pngnotes.txt');
  await saved(page);
});

test('an upload shows how much was sent, and is cancelled while the others go on', async ({ atCsv }) => {
  const page = await atCsv('Ada Slow', 'Order\nRunners\n');
  const basePublicId = new URL(page.url()).pathname.split('/').at(-1);
  const { metadata } = await call<Metadata>(page, '/rpc/metadata.get', { basePublicId });
  const field = { name: 'Files', type: 'attachments' };
  await call(page, '/rpc/fields.create', { basePublicId, tableId: must(metadata.tables[0]).id, field });
  await cell(page, 1, 2).dblclick();

  // A slow line, so that there is a middle.
  const network = await page.context().newCDPSession(page);
  const line = { offline: false, latency: 0, downloadThroughput: -1 };
  await network.send('Network.emulateNetworkConditions', { ...line, uploadThroughput: 500_000 });
  await page.getByLabel('Files: choose files').setInputFiles([
    { name: 'film.bin', mimeType: 'application/octet-stream', buffer: Buffer.alloc(6_000_000) },
    { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('linen') },
  ]);
  const list = page.getByRole('dialog', { name: 'Files' });
  const bar = list.getByRole('progressbar', { name: 'Uploading film.bin' });
  await expect.poll(async () => Number(await bar.getAttribute('aria-valuenow'))).toBeGreaterThan(5);
  await list.getByRole('button', { name: 'Cancel upload of film.bin' }).click();
  await network.send('Network.emulateNetworkConditions', { ...line, uploadThroughput: -1 });
  await expect(list.getByRole('link', { name: 'notes.txt', exact: true })).toBeVisible();
  await expect(list.getByText('film.bin')).toHaveCount(0);
  await page.keyboard.press('Escape');
  await saved(page);
  await expect(cell(page, 1, 2)).toHaveText('notes.txt');
});
