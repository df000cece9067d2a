import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from '@playwright/test';
import { type Product, startProduct } from '@weft/testkit';
import { expectAccessible } from './expect-accessible.ts';
import { importCsv, person, reviewCsv, signUp } from './people.ts';

const simple = fileURLToPath(new URL('../../imports/fixtures/country-codes.csv', import.meta.url));

let product: Product;
test.beforeAll(async () => {
  product = await startProduct();
});
test.afterAll(async () => {
  await product.stop();
});

test('every screen passes axe in light and dark', async ({ browser }) => {
  const page = await person(browser);
  await page.goto(`${product.url}/sign-in`);
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible();
  await expectAccessible(page, 'sign-in');
  await signUp(page, `${product.url}/sign-up`, 'Ines Moreau');
  await expectAccessible(page, 'home, empty');

  await page.getByRole('button', { name: 'Invite people' }).click();
  await expectAccessible(page, 'invite dialog');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Create' }).click();
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

  await page.goto(`${product.url}/home`);
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

test('the import passes axe in light and dark, from a doubtful file to its report', async ({ browser }) => {
  const page = await person(browser);
  await signUp(page, `${product.url}/sign-up`, 'Ravi Shah');
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
  await expect(page).toHaveURL(`${product.url}/home`);
  await expectAccessible(page, 'cancel the import?');
  await page.getByRole('button', { name: 'Continue Import' }).click();
  go();
  await expect(page.getByRole('heading', { name: 'Import complete' })).toBeVisible();
  await expectAccessible(page, 'import complete');
});

test('the pages around passwords and mails pass axe in light and dark', async ({ browser }) => {
  const page = await person(browser);
  await page.goto(`${product.url}/sign-in`);
  await page.getByRole('link', { name: 'Forgot password?' }).click();
  await expect(page.getByRole('button', { name: 'Send link' })).toBeVisible();
  await expectAccessible(page, 'forgotten password');
  await page.goto(`${product.url}/reset-password#code`);
  await expect(page.getByRole('button', { name: 'Change password' })).toBeVisible();
  await expectAccessible(page, 'new password');
  await page.goto(`${product.url}/verify-email#code`);
  await page.getByRole('button', { name: 'Verify address' }).click();
  await expect(page.getByRole('alert')).toBeVisible();
  await expectAccessible(page, 'verify address, refused');
});

test('the settings pass axe in light and dark', async ({ browser }) => {
  const page = await person(browser);
  await signUp(page, `${product.url}/sign-up`, 'Bob Orne');
  const sections = page.getByRole('navigation', { name: 'Settings' });
  await page.getByRole('link', { name: 'Settings' }).click();
  await expect(page.getByText('Not verified')).toBeVisible();
  await expectAccessible(page, 'profile');
  await sections.getByRole('link', { name: 'Security' }).click();
  await expect(page.getByText('This device')).toBeVisible();
  await expectAccessible(page, 'security');
  await sections.getByRole('link', { name: 'API tokens' }).click();
  await expect(page.getByText('No tokens yet')).toBeVisible();
  await expectAccessible(page, 'tokens, none');
  await page.getByRole('button', { name: 'Create token' }).click();
  await expectAccessible(page, 'token dialog');
  await page.getByRole('dialog').getByLabel('Name').fill('Script');
  await page.getByRole('dialog').getByRole('button', { name: 'Create token' }).click();
  await expect(page.getByRole('button', { name: 'Copy token' })).toBeVisible();
  await expectAccessible(page, 'token made');
  await page.getByRole('button', { name: 'Done' }).click();
  await expect(page.getByRole('button', { name: 'Revoke Script' })).toBeVisible();
  await expectAccessible(page, 'tokens');
  await sections.getByRole('link', { name: 'Audit log' }).click();
  await expect(page.getByText('created the token')).toBeVisible();
  await expectAccessible(page, 'audit log');
});

test('the outbox passes axe in light and dark', async ({ browser }) => {
  await using other = await startProduct();
  const page = await person(browser);
  await signUp(page, `${other.url}/sign-up`, 'Ines Moreau');
  await page.goto(`${other.url}/settings/outbox`);
  await page.getByRole('button', { name: /^Read the mail/ }).click();
  await expectAccessible(page, 'outbox');
});

test('the reference of the API passes axe in light and dark', async ({ browser }) => {
  const page = await person(browser);
  await page.goto(`${product.url}/docs`);
  await expect(page.getByRole('heading', { name: 'API reference' })).toBeVisible();
  // All calls look alike; with every one of them axe takes a minute.
  await page.getByRole('searchbox').fill('records');
  await page.getByRole('button', { name: 'Show parts of records' }).first().click();
  await expectAccessible(page, 'API reference');
});
