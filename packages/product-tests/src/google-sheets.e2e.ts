import { fileURLToPath } from 'node:url';
import { expect } from '@playwright/test';
import { AiServer, localSpreadsheets, localVendors } from '@weft/integrations/testing';
import { must } from '@weft/std';
import { quickStart, signUp, startProduct } from '@weft/testkit';
import { expectAccessible } from './expect-accessible.ts';
import { fakePicker, pickGuests } from './fake-picker.ts';
import { madeForm } from './made-form.ts';
import { emailOf } from './people.ts';
import { sitDown, test } from './product-test.ts';

const atLocalServices = fileURLToPath(new URL('./at-local-services.ts', import.meta.url));

test('a form is connected to a Google Sheet by signing in from inside it, and its answers become rows', async ({
  page,
  browser,
}) => {
  // Another test of this process may have left sheets of its own.
  localSpreadsheets.reset([]);
  const local = await localVendors(['googlesheets']);
  await using vendors = local.server;
  await using ai = new AiServer();
  await ai.listen();
  const settings = {
    ...{ ALLOW_PRIVATE_HOSTS: '127.0.0.1', LOCAL_VENDORS: vendors.localUrl('https:/') },
    ...{ AI_BASE_URL: ai.baseUrl, AI_API_KEY: AiServer.key },
  };
  await using product = await startProduct(settings, [...quickStart, '--import', atLocalServices]);
  const session = await signUp(product.url, 'Greta Sheets', emailOf('Greta Sheets'));
  const { flowId, address } = await madeForm(session, 'Summer party', [
    { type: 'short_text', label: 'Name', required: true },
  ]);
  await sitDown(page, session);
  const google = must(local.providers.get('google'));
  const { spreadsheetId = '' } = must(local.vendors.get('googlesheets')).target;
  const picked = await fakePicker(page.context(), spreadsheetId);

  await test.step('the operator sets up Google, with the key of its picker', async () => {
    await page.goto(`${product.url}/settings/apps`);
    await page.getByRole('button', { name: /^Google/ }).click();
    await page.getByLabel('Client id').fill(google.app.clientId);
    await page.getByLabel('Client secret').fill(google.app.clientSecret);
    await page.getByLabel('Picker key (optional)').fill('AIza-picker');
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText('Set up', { exact: true })).toBeVisible();
    await page.getByRole('button', { name: 'Check' }).click();
    await expect(page.getByText('Google knows this app')).toBeVisible();
    await expectAccessible(page, 'the app of Google');
  });

  const step = `${product.url}/editor/${flowId}/integrations?view=new.googlesheets`;
  await test.step('signing in leads to Google and back to the very step', async () => {
    await page.goto(step);
    await expect(page.getByRole('radio', { name: 'Files I choose' })).toBeChecked();
    await page.getByRole('button', { name: 'Connect', exact: true }).click();
    await expect(page.getByRole('radio', { name: /ada@example.org/ })).toBeChecked();
    expect(page.url()).toContain(`${step}&connected=svc`);
  });

  await test.step('a file is chosen in Google’s dialog, and a sheet by its headers', async () => {
    const popup = page.waitForEvent('popup');
    await page.getByRole('button', { name: 'Choose files at Google' }).click();
    await pickGuests(await popup);
    expect(picked).toEqual([
      { appId: '815', key: 'AIza-picker', token: google.tokens.at(-1), origin: product.url },
    ]);
    await expect(page.getByRole('combobox', { name: 'Spreadsheet' })).toContainText('Guests');
    const sheet = page.getByRole('radiogroup', { name: 'Sheet' });
    await expect(sheet).toContainText('Phone');
    await sheet.getByRole('radio', { name: /Bob's guests/ }).check();
    await expect(page.getByRole('combobox', { name: 'Column for Name' })).toContainText('Name');
    await expectAccessible(page, 'a spreadsheet’s sheets');
  });

  await test.step('an answer becomes a row', async () => {
    await page.getByRole('button', { name: 'Connect', exact: true }).click();
    const runs = page.getByRole('region', { name: 'Runs' });
    await expect(runs).toContainText('Each answer that is written stands here.');
    const guest = await browser.newPage();
    await guest.goto(address);
    await guest.getByLabel('Name').fill('Ada');
    await guest.getByRole('button', { name: 'Submit' }).click();
    await expect(guest.getByText(/Thank/)).toBeVisible();
    await guest.close();
    await expect(runs.getByRole('listitem').filter({ hasText: 'Ada' })).toContainText('Added a row', {
      timeout: 30_000,
    });
  });

  await test.step('a new sheet that is refused says so, and is tried again; one that is gone is named', async () => {
    await page.getByRole('button', { name: 'More about Google Sheets' }).click();
    await page.getByRole('menuitem', { name: 'Change account or place' }).click();
    await page
      .getByRole('radio', { name: 'Create new sheet' })
      .or(page.getByRole('button', { name: 'Create new sheet' }))
      .first()
      .click();
    vendors.brokenHosts.set('sheets.googleapis.com', { kind: 'status', status: 503 });
    await page.getByRole('button', { name: 'Create sheet' }).click();
    const refused = page.getByRole('alert').filter({ hasText: 'Could not connect a new Google Sheet' });
    await expect(refused).toBeVisible();
    vendors.brokenHosts.clear();
    await refused.getByRole('button', { name: 'Try again' }).click();
    // The local vendor does not list what was made: as if somebody had thrown it away.
    await expect(page.getByText('Missing or unknown google sheet')).toBeVisible();
    await page.getByRole('link', { name: 'Reconnect' }).click();
    // The sheet that was made is not saved.
    await page.getByRole('dialog').getByRole('button', { name: 'Leave', exact: true }).click();
    await page.waitForURL(/\/home\/integrations\/edit\/svc/);
  });

  await test.step('described sheets that cannot be made say so', async () => {
    const edit = page.url();
    await page.goto(step);
    await page.getByRole('button', { name: 'Create new sheet' }).click();
    await page.getByRole('button', { name: 'From a description' }).click();
    const headers = [{ name: 'Title', type: 'single_line_text' }];
    ai.answers.push(JSON.stringify({ tables: [{ name: 'Rooms', headers }] }));
    await page.getByLabel('What do you want to keep?').fill('Guests and their rooms');
    await page.getByRole('button', { name: 'Generate' }).click();
    vendors.brokenHosts.set('sheets.googleapis.com', { kind: 'status', status: 503 });
    await page.getByRole('button', { name: 'Create 1 sheet' }).click();
    await expect(page.getByText(/^Error creating sheet: /)).toBeVisible();
    vendors.brokenHosts.clear();
    await page.goto(edit);
  });

  await test.step('reconnecting with another account warns, and comes back to the connection', async () => {
    const edit = page.url();
    await expect(page.getByRole('radio', { name: 'Files I choose' })).toBeChecked();
    const text = JSON.stringify({ user: { permissionId: '4711', emailAddress: 'bo@example.org' } });
    vendors.brokenHosts.set('www.googleapis.com', { kind: 'body', text });
    await page.getByRole('button', { name: 'Reconnect', exact: true }).click();
    await expect(page.getByText(/another account than before, which was ada@example.org/)).toBeVisible();
    expect(page.url()).toContain(`${edit}?connected=`);
    await expect(page.getByText('bo@example.org')).toBeVisible();
    vendors.brokenHosts.clear();
  });

  await test.step('from the catalogue one comes back to the list of connections', async () => {
    await page.goto(`${product.url}/home/integrations`);
    await page.getByRole('button', { name: /^Google Sheets/ }).click();
    await page.getByRole('radio', { name: 'All my spreadsheets' }).check();
    await page.getByRole('button', { name: 'Connect', exact: true }).click();
    await page.waitForURL(/\/home\/integrations\?connected=svc/);
    const list = page.getByRole('list', { name: 'Your connections' });
    await expect(list.getByRole('listitem').filter({ hasText: 'Google Sheets (2)' })).toContainText(
      'Connected',
    );
  });
  expect(vendors.violations).toEqual([]);
});
