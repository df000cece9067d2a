import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, type Page } from '@playwright/test';
import { importCsv, signUp } from './people.ts';
import { test } from './product-test.ts';

const orders = fileURLToPath(new URL('../fixtures/orders.csv', import.meta.url));

/** What went wrong on a page, and what it asked other hosts for. */
function watch(page: Page, address: string): readonly string[] {
  const faults: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') faults.push(message.text());
  });
  page.on('request', (request) => {
    if (!request.url().startsWith(address)) faults.push(request.url());
  });
  return faults;
}

test('a stranger reads how to call the server, finds a call and takes its command along', async ({
  page,
  product,
}) => {
  const faults = watch(page, product.url);
  await page.goto('/docs');
  await expect(page.getByRole('heading', { name: 'API reference' })).toBeVisible();
  await page.getByRole('searchbox', { name: 'Find a call' }).fill('list records page');
  const calls = page.getByRole('navigation', { name: 'Calls' });
  await expect(calls.getByRole('link')).toHaveCount(1);
  await calls.getByRole('link', { name: 'List records, page by page' }).click();
  expect(page.url()).toBe(`${product.url}/docs#records.list`);

  const call = page.getByRole('region', { name: 'List records, page by page' });
  await call.getByRole('button', { name: 'Show parts of records' }).click();
  await expect(call.getByText('createdAt', { exact: true })).toBeVisible();
  await call.getByRole('button', { name: 'Copy command' }).click();
  await expect(call.getByRole('button', { name: 'Copied' })).toBeVisible();
  const command = await page.evaluate<string>('navigator.clipboard.readText()');
  expect(command).toContain(`curl '${product.url}/rpc/records.list'`);

  await page.getByRole('searchbox').fill('no call of that name');
  await expect(page.getByText('No call found')).toBeVisible();
  expect(faults).toEqual([]);
});

test('an address on the page leads to its call, on a phone too', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/docs#history.undo');
  await expect(page.getByRole('heading', { name: 'Take back your own last actions' })).toBeInViewport();
  await page.getByRole('button', { name: 'Contents' }).click();
  const calls = page.getByRole('navigation', { name: 'Calls' });
  await calls.getByRole('link', { name: 'Upload a CSV file to import' }).click();
  await expect(page.getByRole('heading', { name: 'Upload a CSV file to import' })).toBeInViewport();
  await expect(page.getByRole('searchbox')).toBeHidden();
  const wide = await page.evaluate<boolean>('document.documentElement.scrollWidth > innerWidth');
  expect(wide).toBe(false);
});

test('a table is taken away as each kind of file, and a refusal is said where one is', async ({
  page,
}, info) => {
  await signUp(page, 'Ines Moreau');
  await importCsv(page, orders);
  const download = async (item: string) => {
    const coming = page.waitForEvent('download');
    await page.getByRole('button', { name: 'More', exact: true }).click();
    await page.getByRole('menuitem', { name: item }).click();
    if (item === 'Download CSV…') await page.getByRole('button', { name: 'Download', exact: true }).click();
    if (item === 'Export database…') await page.getByRole('button', { name: 'Export', exact: true }).click();
    const file = await coming;
    return { name: file.suggestedFilename(), content: readFileSync(await file.path()) };
  };
  const csv = await download('Download CSV…');
  expect(csv.name).toBe('orders.csv');
  const xlsx = await download('Download Excel (XLSX)');
  expect([xlsx.name, xlsx.content.subarray(0, 2).toString()]).toEqual(['orders.xlsx', 'PK']);
  const json = await download('Download JSON');
  expect(json.name).toBe('orders.json');
  const whole = await download('Export database…');
  expect([whole.name, whole.content.subarray(0, 2).toString()]).toEqual(['orders.weft.zip', 'PK']);
  const { records } = JSON.parse(json.content.toString()) as { records: unknown[] };
  expect(records.length).toBe(csv.content.toString().trimEnd().split('\r\n').length - 1);

  const long = info.outputPath('long.csv');
  writeFileSync(long, `Name,Text\nshort,x\nlong,"${'word '.repeat(8_000)}end"\n`);
  await page.goto('/home');
  await importCsv(page, long);
  const grid = page.url();
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Download Excel (XLSX)' }).click();
  await expect(page.getByText(/an Excel cell holds 32,767/)).toBeVisible();
  expect(page.url()).toBe(grid);
});
