import { fileURLToPath } from 'node:url';
import { expect } from '@playwright/test';
import { studioBase } from '@weft/integrations/testing';
import { quickStart, signUp, startProduct } from '@weft/testkit';
import { expectAccessible } from './expect-accessible.ts';
import { airtableToken, localAirtable } from './local-airtable.ts';
import { madeForm } from './made-form.ts';
import { emailOf } from './people.ts';
import { sitDown, test } from './product-test.ts';

const atLocalServices = fileURLToPath(new URL('./at-local-services.ts', import.meta.url));

test('a base of Airtable becomes a database; an import is cancelled without a trace, and a table is added to one that is there', async ({
  page,
}) => {
  await using airtable = await localAirtable([studioBase(6)]);
  await using product = await startProduct(
    { ALLOW_PRIVATE_HOSTS: '127.0.0.1', LOCAL_AIRTABLE: airtable.url },
    [...quickStart, '--import', atLocalServices],
  );
  const session = await signUp(product.url, 'Tom Table', emailOf('Tom Table'));
  await sitDown(page, session);

  await test.step('without a connection it is made first, and one comes back to choose', async () => {
    await page.goto(`${product.url}/home?newDatabaseModal=open&airtableImport=true`);
    const dialog = page.getByRole('dialog', { name: 'Import from Airtable' });
    await expect(dialog.getByRole('button', { name: 'Next' })).toBeDisabled();
    await dialog.getByRole('button', { name: 'Connect Airtable' }).click();
    await page.getByLabel('Personal access token', { exact: true }).last().fill(airtableToken);
    await page.getByRole('button', { name: 'Connect', exact: true }).click();
    await expect(dialog.getByRole('combobox', { name: 'Account' })).toContainText('Airtable');
    await expect(dialog.getByRole('combobox', { name: 'Base' })).toBeVisible();
    // The first key goes to what is chosen, not to the button that closes it all.
    await expect(dialog.getByRole('button', { name: 'Close' })).not.toBeFocused();
    await page.keyboard.press('Tab');
    await expect(dialog.getByRole('combobox', { name: 'Account' })).toBeFocused();
    expect(page.url()).not.toContain('airtableImport');
  });

  const choose = async (label: string, option: string) => {
    const dialog = page.getByRole('dialog');
    await dialog
      .getByRole('button', { name: label, exact: true })
      .or(dialog.getByRole('combobox', { name: label, exact: true }))
      .click();
    await page.getByRole('option', { name: option }).click();
  };
  const open = async () => {
    await page.goto(`${product.url}/home?newDatabaseModal=open`);
    const create = page.getByRole('dialog', { name: 'Create database' });
    await create.getByRole('button', { name: /^Import/ }).click();
    const sources = page.getByRole('dialog', { name: 'Import data from' });
    await sources.getByRole('radio', { name: 'Airtable' }).check();
    await sources.getByRole('button', { name: 'Connect', exact: true }).click();
    await choose('Base', 'Studio');
    await expect(page.getByText('All 4 tables: Projects, Tasks, Clients, People')).toBeVisible();
  };

  await test.step('cancelled midway, it leaves nothing and leads back to the list of sources', async () => {
    await open();
    await expectAccessible(page, 'choosing a base of Airtable');
    let answer = () => {};
    airtable.read.onPage = () => new Promise<void>((resolve) => (answer = resolve));
    await page.getByRole('button', { name: 'Next' }).click();
    await expect(page.getByText('Importing records…')).toBeVisible();
    await page.keyboard.press('Escape');
    await page
      .getByRole('dialog', { name: 'Cancel Import?' })
      .or(page.getByRole('alertdialog', { name: 'Cancel Import?' }))
      .getByRole('button', { name: 'Cancel Import' })
      .click();
    await expect(page.getByRole('dialog', { name: 'Import data from' })).toBeVisible();
    airtable.read.onPage = () => {};
    answer();
    await page.keyboard.press('Escape');
    await expect(page.getByText('Press create to get started.')).toBeVisible();
  });

  await test.step('a server that is killed midway keeps nothing of it, and home resumes it', async () => {
    await open();
    let answer = () => {};
    airtable.read.onPage = () => new Promise<void>((resolve) => (answer = resolve));
    await page.getByRole('button', { name: 'Next' }).click();
    await expect(page.getByText('Importing records…')).toBeVisible();
    await product.restart('SIGKILL');
    airtable.read.onPage = () => {};
    answer();
    await expect(page.getByRole('button', { name: 'Resume' })).toBeVisible({ timeout: 30_000 });
    await page.goto(`${product.url}/home`);
    const interrupted = page.getByRole('region', { name: 'Interrupted imports' });
    await expect(interrupted).toContainText('The import of Airtable');
    await interrupted.getByRole('button', { name: /^Resume/ }).click();
  });

  await test.step('imported, what is not as it was is told with a report', async () => {
    const result = page.getByRole('dialog', { name: 'Import complete' });
    await expect(result).toContainText('27 records imported');
    await expectAccessible(page, 'the result of an import from Airtable');
    await expect(result.getByRole('link', { name: 'Download report' })).toBeVisible();
    await result.getByRole('button', { name: 'Open database' }).click();
    const tables = page.getByRole('navigation', { name: 'Tables' });
    for (const name of ['Projects', 'Tasks', 'Clients', 'People'])
      await expect(tables.getByRole('button', { name, exact: true })).toBeVisible();
    await expect(page.getByRole('grid')).toContainText('Project 3');
  });

  await test.step('a table of it is added to one that is there, field by field', async () => {
    const tables = page.getByRole('navigation', { name: 'Tables' });
    await tables.getByRole('button', { name: 'People', exact: true }).click();
    await tables.getByRole('button', { name: 'People: table menu' }).click();
    await page.getByRole('menuitem', { name: 'Import from Airtable…' }).click();
    await choose('Base', 'Studio');
    await expect(page.getByRole('button', { name: 'Next' })).toBeDisabled();
    await page.getByRole('radio', { name: 'Clients' }).check();
    await page.getByRole('button', { name: 'Next' }).click();
    const review = page.getByRole('dialog', { name: 'Review and Edit Schema' });
    await expect(review.getByRole('combobox', { name: 'Field for Name' })).toContainText('Name');
    const first = review.getByRole('table', { name: 'Preview' });
    await expect(first.getByRole('columnheader').first()).toContainText('Name');
    await expect(first.getByRole('row')).toHaveCount(8);
    await expectAccessible(page, 'matching fields of Airtable');
    const pick = async (field: string, option: string) => {
      await review.getByRole('combobox', { name: `Field for ${field}` }).click();
      await page.getByRole('option', { name: option, exact: true }).click();
      await expect(page.getByRole('listbox')).toHaveCount(0);
    };
    await pick('Projects', 'Don’t import');
    await pick('Name', 'Don’t import');
    await expect(review.getByRole('button', { name: 'Import 0 columns' })).toBeDisabled();
    await pick('Name', 'Name');
    await review.getByRole('button', { name: 'Import 1 column', exact: true }).click();
    await expect(page.getByRole('grid')).toContainText('Client 6');
    await expect(page.getByRole('dialog')).toHaveCount(0);
  });

  await test.step('one comes back to the menu of the table that the sign-in was begun from', async () => {
    const table = new URL(page.url()).searchParams.get('table');
    await page.goto(`${page.url().split('?')[0]}?table=${table}&airtableImport=true&connectError=Denied`);
    const dialog = page.getByRole('dialog', { name: 'Import from Airtable' });
    await expect(dialog).toContainText('Denied');
    expect(new URL(page.url()).search).toBe(`?table=${table}`);
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await expect(dialog).toHaveCount(0);
  });

  await test.step('a form is connected to a database that is imported from one table', async () => {
    const { flowId } = await madeForm(session, 'Clients', [{ type: 'short_text', label: 'Name' }]);
    await page.goto(`${product.url}/editor/${flowId}/integrations?service=databases&continueImport=airtable`);
    await choose('Base', 'Studio');
    await page.getByRole('combobox', { name: 'Table: All tables' }).click();
    await page.getByRole('option', { name: 'Clients' }).click();
    await expect(page.getByText('Its links to other tables are kept as names alone.')).toBeVisible();
    await page.getByRole('button', { name: 'Next' }).click();
    await page.getByRole('button', { name: 'Choose table' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Select' }).click();
    await expect(page.getByRole('combobox', { name: 'Field for Name' })).toContainText('Name');
    expect(page.url()).not.toContain('continueImport');
  });
});
