import { fileURLToPath } from 'node:url';
import { expect } from '@playwright/test';
import { AiServer } from '@weft/integrations/testing';
import { quickStart, signUp, startProduct } from '@weft/testkit';
import { expectAccessible } from './expect-accessible.ts';
import { airtableToken, localAirtable } from './local-airtable.ts';
import { madeForm } from './made-form.ts';
import { emailOf } from './people.ts';
import { sitDown, test } from './product-test.ts';

const atLocalServices = fileURLToPath(new URL('./at-local-services.ts', import.meta.url));

test('tables of Airtable are made for a form: of its questions, matched at once, and of a description', async ({
  page,
  browser,
}) => {
  await using airtable = await localAirtable();
  await using ai = new AiServer();
  await ai.listen();
  await using product = await startProduct(
    {
      ...{ ALLOW_PRIVATE_HOSTS: '127.0.0.1', LOCAL_AIRTABLE: airtable.url },
      ...{ AI_BASE_URL: ai.baseUrl, AI_API_KEY: AiServer.key },
    },
    [...quickStart, '--import', atLocalServices],
  );
  const session = await signUp(product.url, 'Nora New', emailOf('Nora New'));
  const { flowId, address } = await madeForm(session, 'People', [
    { type: 'short_text', label: 'Name', required: true },
    { type: 'short_text', label: 'name' },
    { type: 'number', label: 'Seats' },
  ]);
  await sitDown(page, session);
  await page.goto(`${product.url}/home/integrations`);
  await page.getByRole('button', { name: /^Airtable/ }).click();
  await page.getByLabel('Personal access token', { exact: true }).last().fill(airtableToken);
  await page.getByRole('button', { name: 'Connect', exact: true }).click();
  await expect(page.getByRole('list', { name: 'Your connections' })).toContainText('Airtable');
  await page.goto(`${product.url}/editor/${flowId}/integrations?view=new.airtable`);
  const where = page.getByRole('button', { name: 'Create new table' });
  const chooseBase = async () => {
    await where.click();
    await page.getByRole('combobox', { name: 'Base' }).click();
    await page.getByRole('option', { name: 'Guests' }).click();
  };

  await test.step('a description that gets no answer says so, and the next one becomes tables', async () => {
    await chooseBase();
    await page.getByRole('button', { name: 'From a description' }).click();
    ai.answers.push({ status: 401 });
    const generate = page.getByRole('button', { name: 'Generate' });
    await expect(generate).toBeDisabled();
    await page.getByLabel('What do you want to keep?').fill('Guests and their rooms');
    await generate.click();
    await expect(page.getByText(/^Error generating: /)).toBeVisible();
    const headers = [{ name: 'Title', type: 'single_line_text' }];
    ai.answers.push(JSON.stringify({ tables: ['Rooms', 'Beds'].map((name) => ({ name, headers })) }));
    await generate.click();
    await page.getByRole('checkbox', { name: 'Beds' }).uncheck();
    await expectAccessible(page, 'suggested tables');
    await page.getByRole('button', { name: 'Create 1 table' }).click();
    await expect(page.getByRole('combobox', { name: 'Table' })).toContainText('Rooms');
    await page
      .getByRole('combobox', { name: /^Field for / })
      .first()
      .click();
    await expect(page.getByRole('option', { name: 'Title' })).toBeVisible();
    await page.keyboard.press('Escape');
  });

  await test.step('a table that cannot be made is told, and made with the next press', async () => {
    await chooseBase();
    const making = '**/services/airtable/create*';
    await page.route(making, (route) => route.abort());
    await page.getByRole('button', { name: 'Create table' }).click();
    await expect(page.getByText(/^Error creating tables: /)).toBeVisible();
    await page.unroute(making);
  });

  await test.step('the questions become a table beside one of its name, and go into its fields', async () => {
    await page.getByRole('button', { name: 'Create table' }).click();
    await expect(page.getByRole('combobox', { name: 'Table' })).toContainText('People (2)');
    await expect(page.getByRole('combobox', { name: 'Field for name' }).last()).toContainText('name (2)');
    await page.getByRole('button', { name: 'Connect', exact: true }).click();
    await expect(page.getByText('Each answer that is written stands here.')).toBeVisible();
    const guest = await browser.newPage();
    await guest.goto(address);
    await guest.getByLabel('Name').first().fill('Ada');
    await guest.getByLabel('name', { exact: true }).last().fill('Lovelace');
    await guest.getByLabel('Seats').fill('2');
    await guest.getByRole('button', { name: 'Submit' }).click();
    await expect(guest.getByText(/Thank/)).toBeVisible();
    await expect(page.getByRole('region', { name: 'Runs' }).getByRole('listitem')).toContainText('Added', {
      timeout: 30_000,
    });
    // When it was sent stands behind the name.
    expect(airtable.written).toEqual([
      {
        ...{ tblMade2fld0: 'Ada', tblMade2fld1: expect.stringMatching(/Z$/) },
        ...{ tblMade2fld2: 'Lovelace', tblMade2fld3: 2 },
      },
    ]);
  });

  await test.step('a database of ours is made of a description, and its table chosen', async () => {
    await page.goto(`${product.url}/editor/${flowId}/integrations`);
    await page.getByRole('button', { name: 'Connect database' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: /^New database/ }).click();
    await dialog.getByRole('button', { name: /^From a description/ }).click();
    await dialog.getByLabel('What do you want to keep?').fill('Visitors');
    const fields = [{ name: 'Name', type: 'single_line_text' }];
    ai.answers.push(JSON.stringify({ name: 'Visitors', tables: [{ name: 'Visitors', fields }] }));
    await dialog.getByRole('button', { name: 'Generate' }).click();
    await dialog.getByRole('button', { name: 'Create database' }).click();
    const select = page.getByRole('dialog', { name: 'Select a database' });
    await expect(select.getByRole('radio', { name: 'Visitors' })).toBeChecked();
    await select.getByRole('button', { name: 'Select' }).click();
    await expect(page.getByRole('combobox', { name: 'Field for Name', exact: true })).toContainText('Name');
  });
});
