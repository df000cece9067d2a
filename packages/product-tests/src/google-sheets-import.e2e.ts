import { fileURLToPath } from 'node:url';
import { expect } from '@playwright/test';
import { cellOf, localSheet, localSpreadsheets, localVendors } from '@weft/integrations/testing';
import { must } from '@weft/std';
import { quickStart, signUp, startProduct } from '@weft/testkit';
import { expectAccessible } from './expect-accessible.ts';
import { fakePicker, pickGuests } from './fake-picker.ts';
import { madeForm } from './made-form.ts';
import { emailOf } from './people.ts';
import { sitDown, test } from './product-test.ts';

const atLocalServices = fileURLToPath(new URL('./at-local-services.ts', import.meta.url));
const { text, number, choice, tick } = cellOf;
const stages = ['Invited', 'Coming', 'Declined'];

const sheets = () => [
  localSheet(7, "Bob's guests", [
    ['Name', 'Arrives', 'Stage', 'Paid', 'Fee'].map(text),
    [
      text('Ada'),
      number(46_110, 'DATE'),
      choice('Coming', stages),
      tick(true),
      number(12.5, 'CURRENCY', '[$€]0.00'),
    ],
    [
      text('Bo'),
      number(46_111, 'DATE'),
      choice('Invited', stages),
      tick(false),
      number(9, 'CURRENCY', '[$€]0.00'),
    ],
  ]),
  localSheet(8, 'Lists', [[text('City')], [text('Bonn')]], { hidden: true }),
  localSheet(9, 'Notes', []),
];

test('a Google sheet becomes a database; an import is cancelled without a trace, and rows are added to a table that is there', async ({
  page,
}) => {
  localSpreadsheets.reset(sheets());
  const local = await localVendors(['googlesheets']);
  await using vendors = local.server;
  const settings = { ALLOW_PRIVATE_HOSTS: '127.0.0.1', LOCAL_VENDORS: vendors.localUrl('https:/') };
  await using product = await startProduct(settings, [...quickStart, '--import', atLocalServices]);
  const session = await signUp(product.url, 'Sheila Sheets', emailOf('Sheila Sheets'));
  await sitDown(page, session);
  const google = must(local.providers.get('google'));
  const { spreadsheetId = '' } = must(local.vendors.get('googlesheets')).target;
  await fakePicker(page.context(), spreadsheetId);
  const dialog = page.getByRole('dialog', { name: 'Import from Google Sheets' });

  await test.step('without Google’s app it says whom to ask', async () => {
    await page.goto(`${product.url}/home?newDatabaseModal=open&googleSheetsImport=true`);
    await expect(dialog).toContainText('Nobody can sign in to Google here yet');
    await expect(dialog.getByRole('button', { name: 'Continue' })).toBeDisabled();
    const app = { provider: 'google', ...google.app, pickerKey: 'AIza-picker' };
    await session.post('/rpc/integrations.setApp', app);
  });

  await test.step('one signs in at Google and comes back to the very step', async () => {
    await page.goto(`${product.url}/home?newDatabaseModal=open&googleSheetsImport=true`);
    await expect(dialog.getByRole('radio', { name: 'Files I choose' })).toBeChecked();
    await expectAccessible(page, 'connecting Google Sheets');
    await dialog.getByRole('button', { name: 'Connect Google Sheets' }).click();
    await expect(dialog.getByRole('combobox', { name: 'Account' })).toContainText('Google Sheets');
    await expect(dialog.getByRole('button', { name: 'Continue' })).toBeDisabled();
  });

  await test.step('who connects another account comes back to that one', async () => {
    const account = dialog.getByRole('combobox', { name: 'Account' });
    await account.click();
    await page.getByRole('option', { name: 'Connect another account' }).click();
    await dialog.getByRole('button', { name: 'Connect Google Sheets' }).click();
    await expect(account).toContainText('Google Sheets (2)');
    await account.click();
    await page.getByRole('option', { name: /^Google Sheets(?! \(2)/ }).click();
    await expect(account).not.toContainText('Google Sheets (2)');
  });

  const choose = async () => {
    await dialog.getByRole('combobox', { name: 'Spreadsheet' }).click();
    await page.getByRole('option', { name: 'Guests' }).click();
    await expect(dialog.getByRole('radiogroup', { name: 'Sheet' })).toContainText('5 columns: Name, Arrives');
  };

  await test.step('cancelled while it reads, it leaves nothing and leads back to the list of sources', async () => {
    const popup = page.waitForEvent('popup');
    await dialog.getByRole('button', { name: 'Choose files at Google' }).click();
    await pickGuests(await popup);
    await expect(dialog.getByRole('radio', { name: /Bob's guests/ })).toBeChecked();
    await expect(dialog.getByRole('radio', { name: /Notes/ })).toBeDisabled();
    await expect(dialog).toContainText(
      'Large sheets may take a few minutes to import due to Google Sheets API rate limits.',
    );
    await expectAccessible(page, 'choosing a Google sheet');
    vendors.brokenHosts.set('sheets.googleapis.com', { kind: 'status', status: 429, retryAfter: '2' });
    await dialog.getByRole('button', { name: 'Continue' }).click();
    await expect(page.getByRole('dialog', { name: 'Importing from Google Sheets' })).toBeVisible();
    await page.keyboard.press('Escape');
    const asking = page
      .getByRole('dialog', { name: 'Cancel Import?' })
      .or(page.getByRole('alertdialog', { name: 'Cancel Import?' }));
    await asking.getByRole('button', { name: 'Cancel Import' }).click();
    await expect(page.getByRole('dialog', { name: 'Import data from' })).toBeVisible();
    vendors.brokenHosts.clear();
    await page.keyboard.press('Escape');
    await expect(page.getByText('Press create to get started.')).toBeVisible();
  });

  await test.step('importing begins right after the sheet is chosen', async () => {
    await page.goto(`${product.url}/home?newDatabaseModal=open`);
    const create = page.getByRole('dialog', { name: 'Create database' });
    await create.getByRole('button', { name: /^Import/ }).click();
    const sources = page.getByRole('dialog', { name: 'Import data from' });
    await sources.getByRole('radio', { name: 'Google Sheets' }).check();
    await sources.getByRole('button', { name: 'Connect', exact: true }).click();
    await choose();
    await dialog.getByRole('button', { name: 'Continue' }).click();
    const grid = page.getByRole('grid');
    await expect(grid).toContainText('Ada');
    await expect(grid).toContainText('€12.50');
    await expect(grid).toContainText('Coming');
  });

  await test.step('its rows are added to a table that is there, column by column', async () => {
    const tab = page.getByRole('button', { name: /: table menu/ });
    await tab.click();
    await page.getByRole('menuitem', { name: 'Import from Google Sheets…' }).click();
    await choose();
    await expect(dialog.getByRole('button', { name: 'Continue' })).toBeDisabled();
    vendors.brokenHosts.set('sheets.googleapis.com', { kind: 'status', status: 403 });
    await dialog.getByRole('button', { name: 'Load the sheets anew' }).click();
    await expect(
      page.getByText('Could not load metadata for that spreadsheet - try again?').first(),
    ).toBeVisible();
    vendors.brokenHosts.clear();
    await dialog.getByRole('radio', { name: /Bob's guests/ }).check();
    await dialog.getByRole('button', { name: 'Continue' }).click();
    const review = page.getByRole('dialog', { name: 'Review and Edit Schema' });
    await expect(review).toContainText('5 of 5 columns matched');
    const first = review.getByRole('table', { name: 'Preview' });
    await expect(first.getByRole('columnheader')).toHaveText(['Name', 'Arrives', 'Stage', 'Paid', 'Fee']);
    await expect(first.getByRole('row')).toHaveCount(3);
    await expectAccessible(page, 'matching columns of a Google sheet');
    await review.getByRole('button', { name: 'Back' }).click();
    await expect(dialog.getByRole('radio', { name: /Bob's guests/ })).not.toBeChecked();
    await dialog.getByRole('radio', { name: /Bob's guests/ }).check();
    await dialog.getByRole('button', { name: 'Continue' }).click();
    const skip = async (field: string) => {
      await review.getByRole('combobox', { name: `Field for ${field}` }).click();
      await page.getByRole('option', { name: 'Don’t import', exact: true }).click();
      await expect(page.getByRole('listbox')).toHaveCount(0);
    };
    for (const field of ['Name', 'Arrives', 'Stage', 'Paid', 'Fee']) await skip(field);
    await expect(review.getByRole('button', { name: 'Import 0 columns' })).toBeDisabled();
    await review.getByRole('combobox', { name: 'Field for Name' }).click();
    await page.getByRole('option', { name: 'Name', exact: true }).click();
    await review.getByRole('button', { name: 'Import 1 column', exact: true }).click();
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(page.getByText('4 records')).toBeVisible();
  });

  await test.step('a form is connected to a database that is imported from a sheet, after a sign-in on the way', async () => {
    const { flowId } = await madeForm(session, 'Guests', [{ type: 'short_text', label: 'Name' }]);
    await page.goto(`${product.url}/editor/${flowId}/integrations`);
    await page.getByRole('button', { name: 'Connect database' }).click();
    const connect = page.getByRole('dialog', { name: 'Connect database' });
    await connect.getByRole('button', { name: /^New database/ }).click();
    const made = page.getByRole('dialog', { name: 'New database' });
    await expectAccessible(page, 'ways to make a database for a form');
    await made.getByRole('button', { name: /^Google Sheets import/ }).click();
    const account = dialog.getByRole('combobox', { name: 'Account' });
    await account.click();
    await page.getByRole('option', { name: 'Connect another account' }).click();
    await dialog.getByRole('button', { name: 'Connect Google Sheets' }).click();
    await expect(account).toContainText('Google Sheets (3)');
    await expect(page).toHaveURL(/continueImport=googlesheets/);
    await account.click();
    await page.getByRole('option', { name: /^Google Sheets(?! \()/ }).click();
    await choose();
    await dialog.getByRole('radio', { name: /Bob's guests/ }).check();
    await dialog.getByRole('button', { name: 'Continue' }).click();
    const select = page.getByRole('dialog', { name: 'Select a database' });
    // The newest stands first; the import from before has the same name.
    await expect(select.getByRole('radio', { name: "Bob's guests" }).first()).toBeChecked();
    await select.getByRole('button', { name: 'Select' }).click();
    await expect(page.getByRole('combobox', { name: 'Field for Name' })).toContainText('Name');
    await expect(page).not.toHaveURL(/continueImport/);
  });

  await test.step('an app is given a database that is imported from a sheet, at the address one comes back to', async () => {
    const from = { kind: 'blank' };
    const { flowId } = await session.mutate<{ flowId: string }>('apps.create', { name: 'Door', from });
    const asked = 'tab=integrations&service=databases&continueImport=googlesheets';
    await page.goto(`${product.url}/editor/zite/${flowId}/integrations/new?${asked}`);
    await choose();
    await dialog.getByRole('radio', { name: /Bob's guests/ }).check();
    await dialog.getByRole('button', { name: 'Continue' }).click();
    const select = page.getByRole('dialog', { name: 'Select a database' });
    await expect(select.getByRole('radio', { name: "Bob's guests" }).first()).toBeChecked();
    await select.getByRole('button', { name: 'Select' }).click();
    await expect(page.getByRole('heading', { name: "Bob's guests", level: 2 })).toBeVisible();
    expect(page.url()).toBe(`${product.url}/editor/zite/${flowId}/data`);
  });
  expect(vendors.violations).toEqual([]);
});
