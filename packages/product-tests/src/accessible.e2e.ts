import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect } from '@playwright/test';
import { expectAccessible } from './expect-accessible.ts';
import { importCsv, reviewCsv, signUp } from './people.ts';
import { test } from './product-test.ts';

const simple = fileURLToPath(new URL('../../imports/fixtures/country-codes.csv', import.meta.url));

test('every screen passes axe in light and dark', async ({ page }) => {
  await page.goto('/sign-in');
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible();
  await expectAccessible(page, 'sign-in');
  await signUp(page, 'Ines Moreau');
  await expectAccessible(page, 'home, empty');

  await page.getByRole('button', { name: 'Invite people' }).click();
  await expectAccessible(page, 'invite dialog');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Create', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Database' }).click();
  await expectAccessible(page, 'create dialog');
  await page.getByRole('button', { name: 'Import From external data' }).click();
  await expectAccessible(page, 'sources');
  await page.getByRole('button', { name: 'Connect' }).click();
  await expectAccessible(page, 'upload');
  await page.locator('input[type=file]').setInputFiles(simple);
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByText('Review and Edit Schema')).toBeVisible();
  await expectAccessible(page, 'schema');
  await page.keyboard.press('Escape');

  await page.goto('/home');
  await importCsv(page, simple);
  await expect(page.getByRole('gridcell', { name: 'AFG' }).first()).toBeVisible();
  await expectAccessible(page, 'grid');
  await page.getByRole('button', { name: 'Add field' }).click();
  await expectAccessible(page, 'field panel');
  await page.getByRole('button', { name: 'Close' }).click();
  await page.getByRole('gridcell', { name: 'AFG' }).nth(1).dblclick();
  await expectAccessible(page, 'cell editor');
  await page.keyboard.press('Escape');
  await page.getByRole('link', { name: 'Home' }).click();
  await expect(page.getByRole('link', { name: 'country-codes' })).toBeVisible();
  await expectAccessible(page, 'home with a database');
});

test('the import passes axe in light and dark, from a doubtful file to its report', async ({ page }) => {
  await signUp(page, 'Ravi Shah');
  const file = test.info().outputPath('orders.csv');
  writeFileSync(file, 'Order,Due,Metres\nOrder 1,03/04/2026,12\nOrder 2,05/06/2026,about 12\nOrder \0,,\n');
  await page.getByRole('link', { name: 'Trash' }).click();
  await page.getByRole('link', { name: 'Home' }).click();
  await reviewCsv(page, file);
  await page.getByRole('combobox', { name: 'Type of Metres' }).click();
  await page.getByRole('option', { name: /^Number/ }).click();
  await page.getByRole('button', { name: 'Show values' }).click();
  await page.getByLabel('Field name, column 2').fill('Order');
  await expectAccessible(page, 'schema with values that do not fit, a rejected row and a name twice');
  await page.getByLabel('Field name, column 2').fill('Due');
  await page.getByRole('button', { name: /^orders\.csv/ }).click();
  await expectAccessible(page, 'how the file is read');
  await page.getByText('Review and Edit Schema').click();

  // It stands still for as long as axe looks: the stream is let through after it.
  let go = () => {};
  const looked = new Promise<void>((resolve) => {
    go = resolve;
  });
  await page.route('**/rpc/import.csvImportStream*', async (route) => {
    await looked;
    await route.continue();
  });
  // The second press falls beside the dialog, which is smaller by then, and asks nothing.
  await page.getByRole('button', { name: 'Import Database' }).dblclick();
  await expect(page.getByRole('heading', { name: 'Importing from CSV' })).toBeVisible();
  await expectAccessible(page, 'importing');
  await expect(page.getByRole('heading', { name: 'Cancel Import?' })).toBeHidden();
  await page.goBack();
  await expect(page.getByRole('heading', { name: 'Cancel Import?' })).toBeVisible();
  await expect(page).toHaveURL('/home');
  await expectAccessible(page, 'cancel the import?');
  await page.getByRole('button', { name: 'Continue Import' }).click();
  go();
  await expect(page.getByRole('heading', { name: 'Import complete' })).toBeVisible();
  await expectAccessible(page, 'import complete');
});
