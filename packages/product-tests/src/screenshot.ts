// Takes docs/screenshot.png anew: a real base on a real server, as a person in a browser makes it.
// Run with the pinned Node and a built web application: node packages/product-tests/src/screenshot.ts
import { fileURLToPath } from 'node:url';
import { chromium } from '@playwright/test';
import { startProduct } from '@weft/testkit';
import config from '../playwright.config.ts';
import { cell, reviewCsv, saved, signUp } from './people.ts';

const orders = fileURLToPath(new URL('../fixtures/orders.csv', import.meta.url));
const picture = fileURLToPath(new URL('../../../docs/screenshot.png', import.meta.url));

/** Columns made narrower so that more of them are in the picture, and by how many steps. */
const narrower = { Metres: 3, Value: 3, Paid: 4, Due: 3, Stage: 3 };

await using product = await startProduct();
const browser = await chromium.launch(config.use?.launchOptions);
try {
  const page = await browser.newPage({ baseURL: product.url, viewport: { width: 1_440, height: 900 } });
  await signUp(page, 'Ines Moreau');
  await reviewCsv(page, orders);
  await page.getByLabel('Table name').fill('Orders');
  // One value is no number: the picture shows how it is kept.
  await page.getByRole('button', { name: /^Number/ }).click();
  await page.getByRole('button', { name: 'Import Database' }).click();
  await page.getByRole('button', { name: 'Open database' }).click();
  await cell(page, 1, 1).waitFor();
  const menu = async (field: string, item: string) => {
    await page.getByRole('button', { name: `${field}: field menu` }).click({ force: true });
    await page.getByRole('menuitem', { name: item }).click();
  };
  await menu('Progress', 'Edit field');
  await page.getByText('Show progress bar').click();
  await page.getByRole('button', { name: 'Save' }).click();
  for (const [field, steps] of Object.entries(narrower))
    for (let step = 0; step < steps; step++) await menu(field, 'Narrower');
  await saved(page);
  await cell(page, 3, 4).click();
  for (let row = 0; row < 4; row++) await page.keyboard.press('Shift+ArrowDown');
  await page.mouse.move(700, 5);
  // Notices go by themselves.
  await page.waitForTimeout(6_000);
  await page.screenshot({ path: picture });
  console.log('docs/screenshot.png was taken.');
} finally {
  await browser.close();
}
