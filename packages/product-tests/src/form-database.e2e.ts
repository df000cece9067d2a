import { expect } from '@playwright/test';
import { signUp } from '@weft/testkit';
import { newTable, type Records } from './databases.ts';
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

test('a form is made of a table, then given a theme, and its answers become records there', async ({
  page,
  browser,
  product,
}) => {
  const session = await signUp(product.url, 'Tara Table', emailOf('Tara Table'));
  const { table, fieldIds } = await newTable(session);
  await sitDown(page, session);
  await page.goto(`${product.url}/home/forms/new`);
  await page.getByLabel('Name').fill('Guests');
  await page.getByRole('radio', { name: /^A table/ }).check();
  await page.getByRole('radiogroup', { name: 'Databases' }).getByRole('radio', { name: 'Test' }).check();
  await page.getByRole('combobox', { name: 'Table' }).click();
  await page.getByRole('option', { name: 'Untitled Table' }).click();
  await page.getByRole('button', { name: 'Choose a theme' }).click();
  await page.getByText('Paper', { exact: true }).click();
  await expect(page).toHaveURL(/\/home\/forms\/home\/new\/choose-theme\/paper\/none\/none\/none\?/);
  await expect(page.getByRole('radio', { name: 'Paper' })).toBeChecked();
  await expectAccessible(page, 'the themes of a new form');
  await page.reload();
  await expect(page.getByLabel('Name')).toHaveValue('Guests');
  await page.getByRole('button', { name: 'Create form' }).click();
  await expect(page.getByLabel('Title').first()).toHaveValue('Guests');
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  await page.getByRole('link', { name: 'Share' }).click();

  const guest = await browser.newPage();
  await guest.goto(await page.getByRole('textbox', { name: 'Link' }).inputValue());
  await expect(guest.locator('html')).toHaveAttribute('data-theme', 'light');
  await guest.getByRole('textbox').first().fill('Ada');
  await guest.getByRole('button', { name: 'Submit' }).click();
  await expect(guest.getByText(/Thank/)).toBeVisible();
  await expect(async () => {
    const { records } = await session.query<Records>('records.list', table);
    expect(records.map(({ data }) => data[fieldIds[0] ?? ''])).toEqual(['Ada']);
  }).toPass();

  // One that is made for a database begins with its theme, and goes on to connect it.
  await page.goto(`${product.url}/home?integration=databases`);
  await expect(page.getByRole('heading', { name: 'Choose a theme' })).toBeVisible();
  await page.getByRole('button', { name: 'Create form' }).click();
  await expect(page.getByRole('button', { name: 'Connect database' })).toBeVisible();
});
