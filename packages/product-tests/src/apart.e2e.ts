import { writeFileSync } from 'node:fs';
import { expect, test } from '@playwright/test';
import { type Product, startProduct } from '@weft/testkit';
import { cell, importCsv, invite, person, saved, signUp } from './people.ts';

let product: Product;
test.beforeAll(async () => {
  product = await startProduct();
});
test.afterAll(async () => {
  await product.stop();
});

test('two people who were apart come to the same table, and what is refused is shown, not lost', async ({
  browser,
}) => {
  const ann = await person(browser);
  await signUp(ann, `${product.url}/sign-up`, 'Ann Linde');
  const link = await invite(ann, 'ben.okafor@example.com');
  const file = test.info().outputPath(`apart-${process.pid}.csv`);
  writeFileSync(file, 'Order,Notes\nRunners,a\nTowels,b\nThrows,c\n');
  await importCsv(ann, file);
  const ben = await person(browser);
  await signUp(ben, link, 'Ben Okafor');
  await ben.goto(ann.url());
  await expect(cell(ben, 1, 1)).toHaveText('Runners');

  // Away from the network, editing goes on; what was changed is counted, kept, and sent.
  await ben.context().setOffline(true);
  await cell(ben, 1, 1).click();
  await ben.keyboard.type('Table runners');
  await ben.keyboard.press('Enter');
  await ben.keyboard.type('Tea towels');
  await ben.keyboard.press('Enter');
  await expect(cell(ben, 2, 1)).toHaveText('Tea towels');
  await expect(ben.getByText('Offline: 2 changes waiting')).toBeVisible();
  const taken = ann.waitForResponse((response) => response.url().includes('records.update'));
  await cell(ann, 2, 1).click();
  await ann.keyboard.type('Bath towels');
  await ann.keyboard.press('Enter');
  await taken;
  await ben.context().setOffline(false);
  await saved(ben);
  // Whoever the server heard last.
  for (const page of [ann, ben]) {
    await expect(cell(page, 1, 1)).toHaveText('Table runners');
    await expect(cell(page, 2, 1)).toHaveText('Tea towels');
  }

  // The field is gone before the change arrives: it is refused, and the text that was written is there to copy.
  await ben.context().setOffline(true);
  await cell(ben, 3, 2).click();
  await ben.keyboard.type('call back on Monday');
  await ben.keyboard.press('Enter');
  await expect(ben.getByText('Offline: 1 change waiting')).toBeVisible();
  const gone = ann.waitForResponse((response) => response.url().includes('fields.delete'));
  await ann.getByRole('button', { name: 'Notes: field menu' }).click({ force: true });
  await ann.getByRole('menuitem', { name: 'Delete field' }).click();
  await gone;
  await ben.context().setOffline(false);
  const dialog = ben.getByRole('dialog', { name: 'Sync Error' });
  await expect(dialog).toContainText(
    'Something went wrong while syncing your changes. We recommend refreshing the page to continue.',
  );
  await expect(dialog).toContainText('call back on Monday');
  await dialog.getByRole('button', { name: 'Refresh Page' }).click();
  await expect(cell(ben, 1, 1)).toHaveText('Table runners');
  await expect(ben.getByRole('columnheader', { name: 'Notes' })).toBeHidden();
});
