import { expect } from '@playwright/test';
import { signUp } from '@weft/testkit';
import { newTable } from './databases.ts';
import { expectAccessible } from './expect-accessible.ts';
import { madeForm } from './made-form.ts';
import { emailOf } from './people.ts';
import { sitDown, test } from './product-test.ts';

test('answers go into a database that was made for them, and into another one after it was trashed', async ({
  page,
  browser,
  product,
}) => {
  const session = await signUp(product.url, 'Dora Data', emailOf('Dora Data'));
  const { flowId, address } = await madeForm(session, 'Autumn classes', [
    { type: 'short_text', label: 'Name', required: true },
    { type: 'single_choice', label: 'Evening', choices: ['Tuesday', 'Thursday'] },
  ]);
  await sitDown(page, session);
  await page.goto(`${product.url}/editor/${flowId}/integrations`);
  await page.getByRole('button', { name: 'Connect database' }).click();
  await page.getByRole('button', { name: /New database/ }).click();
  await page.getByRole('button', { name: /From this form/ }).click();
  await expect(page.getByRole('combobox', { name: 'Field for Evening' })).toContainText('Evening');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('switch', { name: 'On' })).toBeChecked();
  await expectAccessible(page, 'a form with a database');

  const guest = await browser.newPage();
  await guest.goto(address);
  await guest.getByLabel('Name').fill('Ada');
  await guest.getByLabel('Tuesday').check();
  await guest.getByRole('button', { name: 'Submit' }).click();
  await expect(guest.getByText(/Thank/)).toBeVisible();
  await expect(page.getByText('Added a record to Answers.')).toBeVisible({ timeout: 30_000 });

  const href = await page.getByRole('link', { name: 'Autumn classes' }).getAttribute('href');
  await session.post('/admin/flows/trash', { flowIds: [href?.split('/').at(-1)], action: 'trash' });
  await newTable(session);
  await page.reload();
  await expect(page.getByText('Missing or unknown base')).toBeVisible();
  await page.getByRole('button', { name: 'Reconnect' }).click();
  const select = page.getByRole('button', { name: 'Select', exact: true });
  await expect(select).toBeDisabled();
  await page.getByRole('radio', { name: 'Test' }).check();
  await select.click();
  await expect(page.getByText('in Untitled Table')).toBeVisible();
});
