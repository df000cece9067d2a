import { fileURLToPath } from 'node:url';
import { expect } from '@playwright/test';
import { quickStart, signUp, startProduct } from '@weft/testkit';
import { expectAccessible } from './expect-accessible.ts';
import { airtableToken, localAirtable } from './local-airtable.ts';
import { madeForm } from './made-form.ts';
import { emailOf } from './people.ts';
import { sitDown, test } from './product-test.ts';

const atLocalServices = fileURLToPath(new URL('./at-local-services.ts', import.meta.url));

test('a form is connected to Airtable, matched and tested; its answers go there, and one that was refused is replayed', async ({
  page,
  browser,
}) => {
  await using airtable = await localAirtable();
  await using product = await startProduct(
    { ALLOW_PRIVATE_HOSTS: '127.0.0.1', LOCAL_AIRTABLE: airtable.url },
    [...quickStart, '--import', atLocalServices],
  );
  const session = await signUp(product.url, 'Tom Third', emailOf('Tom Third'));
  const { flowId, address } = await madeForm(session, 'Autumn classes', [
    { type: 'short_text', label: 'Name', required: true },
    { type: 'number', label: 'How many seats' },
  ]);
  await sitDown(page, session);

  await test.step('the service is found, and a token that is none is refused before it is sent', async () => {
    await page.goto(`${product.url}/home/integrations`);
    await page.getByRole('textbox', { name: 'Search integrations' }).fill('airt');
    await expect(page.getByRole('button', { name: /^Slack/ })).toHaveCount(0);
    await page.getByRole('button', { name: /^Airtable/ }).click();
    const token = page.getByLabel('Personal access token', { exact: true }).last();
    await token.fill('short');
    await expect(page.getByRole('button', { name: 'Connect', exact: true })).toBeDisabled();
    await expect(token).toHaveAttribute('aria-invalid', 'true');
    await token.fill(`${airtableToken.slice(0, -1)}x`);
    await page.getByRole('button', { name: 'Connect', exact: true }).click();
    await expect(page.getByText(/Invalid authentication token/)).toBeVisible();
    await expectAccessible(page, 'connecting a service');
    await token.fill(airtableToken);
    await page.getByRole('button', { name: 'Connect', exact: true }).click();
    await expect(page.getByRole('list', { name: 'Your connections' })).toContainText('ada@example.org');
  });

  await test.step('a form chooses it; there no token is asked for', async () => {
    await page.goto(`${product.url}/editor/${flowId}/integrations`);
    await page.getByRole('button', { name: 'Add an integration' }).click();
    await page.getByRole('button', { name: /^Airtable/ }).click();
    await page.getByRole('button', { name: 'Connect another account' }).click();
    await expect(page.getByRole('link', { name: 'on the page of integrations' })).toBeVisible();
    await expect(page.getByLabel('Personal access token', { exact: true })).toHaveCount(0);
    await expectAccessible(page, 'connecting a service in a form');
    await page.getByRole('button', { name: 'Cancel', exact: true }).click();
    await expect(page.getByRole('radio', { name: /ada@example.org/ })).toBeChecked();
  });

  await test.step('its base and table are chosen, and questions matched to fields', async () => {
    await page
      .getByRole('button', { name: 'Base', exact: true })
      .or(page.getByRole('combobox', { name: 'Base' }))
      .click();
    await page.getByRole('option', { name: 'Guests' }).click();
    await page
      .getByRole('button', { name: 'Table', exact: true })
      .or(page.getByRole('combobox', { name: 'Table' }))
      .click();
    await page.getByRole('option', { name: 'People' }).click();
    await expect(page.getByRole('combobox', { name: 'Field for Name' })).toContainText('Name');
    await page.getByRole('combobox', { name: 'Field for How many seats' }).click();
    await page.getByRole('option', { name: 'Seats' }).click();
    const seats = page.getByRole('listitem').filter({ hasText: 'How many seats' });
    await seats.getByRole('button', { name: 'Change of How many seats: As answered' }).click();
    await expect(seats).toContainText('Number');
    await expect(seats.getByText('Example', { exact: true })).toBeVisible();
    await seats.getByRole('button', { name: 'Write How many seats when: Always' }).last().click();
    const conditions = page.getByRole('dialog', { name: 'Write How many seats when' });
    await conditions.getByRole('combobox', { name: /how it is compared/ }).click();
    await page.getByRole('option', { name: 'is not empty' }).click();
    await conditions.getByRole('button', { name: 'Save' }).click();
    await expect(
      seats.getByRole('button', { name: /^Write How many seats when: ‘Name’ is not empty/ }),
    ).toHaveCount(2);
    // Away from the button below the dialog, whose tooltip would stand over the page.
    await page.mouse.move(0, 0);
    await expect(page.getByText('Load anew: Change the record with the same')).toBeHidden();
    await expectAccessible(page, 'matching questions to fields');
  });

  await test.step('a test is written, and the form is connected', async () => {
    await page.getByRole('button', { name: 'Send a test' }).click();
    await expect(page.getByRole('region', { name: 'Test' }).getByRole('status')).toContainText('Added');
    expect(airtable.written).toEqual([{ fldName: 'Test: Name', fldSeats: 1 }]);
    await expect(page.getByRole('region', { name: 'Test' }).getByRole('definition')).toHaveText([
      'Test: Name',
      '1',
    ]);
    await page.getByRole('button', { name: 'Connect', exact: true }).click();
    await expect(page.getByText('Each answer that is written stands here.')).toBeVisible();
    await expect(page.getByRole('switch', { name: 'Airtable is on' })).toBeChecked();
  });

  const answer = async (name: string) => {
    const guest = await browser.newPage();
    await guest.goto(address);
    await guest.getByLabel('Name').fill(name);
    await guest.getByLabel('How many seats').fill('2');
    await guest.getByRole('button', { name: 'Submit' }).click();
    await expect(guest.getByText(/Thank/)).toBeVisible();
    await guest.close();
  };
  const runs = page.getByRole('region', { name: 'Runs' });

  await test.step('an answer goes there, and its run is in the log', async () => {
    await answer('Ada');
    await expect(runs.getByRole('listitem').filter({ hasText: 'Ada' })).toContainText('Added', {
      timeout: 30_000,
    });
    expect(airtable.written.at(-1)).toEqual({ fldName: 'Ada', fldSeats: 2 });
  });

  await test.step('one that is refused says why, is changed, and sent again', async () => {
    airtable.refuse('The table is full');
    await answer('Bo');
    const run = runs.getByRole('listitem').filter({ hasText: 'Bo' });
    await expect(run).toContainText('The table is full', { timeout: 30_000 });
    await expectAccessible(page, 'the log of a service');
    airtable.refuse(null);
    await run.getByRole('button', { name: 'Details' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name').fill('Bob');
    await dialog.getByRole('button', { name: 'Send with changes' }).click();
    await expect(dialog).toBeHidden();
    await expect(run).toContainText('Added', { timeout: 30_000 });
    expect(airtable.written.at(-1)).toEqual({ fldName: 'Bob', fldSeats: 2 });
    await runs.getByRole('textbox', { name: 'Search runs' }).fill('Ada');
    await expect(runs.getByRole('listitem')).toHaveCount(1);
  });

  await test.step('what was matched and not saved is asked for before it is left', async () => {
    const seats = page.getByRole('combobox', { name: 'Field for How many seats' });
    await page.getByRole('button', { name: 'More about How many seats' }).click();
    await page.getByRole('menuitem', { name: 'Do not send' }).click();
    await page.getByRole('button', { name: 'Database and webhooks' }).click();
    const asks = page.getByRole('dialog', { name: 'Leave without saving?' });
    await expect(asks).toContainText('Are you sure you want to leave? Your progress may be lost.');
    await asks.getByRole('button', { name: 'Stay' }).click();
    await expect(seats).toContainText('Choose a field');
    await page.getByRole('button', { name: 'Discard' }).click();
    await expect(seats).toContainText('Seats');
    await page.getByRole('button', { name: 'Database and webhooks' }).click();
    await page.getByRole('button', { name: /^Airtable/ }).click();
    await expect(seats).toContainText('Seats');
  });

  await test.step('a service that is away is told of once, and asked again for everything', async () => {
    const asked = /\/rpc\/integrations\.(targets|fields)/;
    const message = 'Airtable could not be reached';
    await page.route(asked, (route) =>
      route.fulfill({
        ...{ status: 503, contentType: 'application/json' },
        body: JSON.stringify({ error: { message, code: -32603, data: { kind: 'unavailable', message } } }),
      }),
    );
    await page.reload();
    await expect(page.getByRole('alert').filter({ hasText: message })).toHaveCount(1, { timeout: 30_000 });
    await page.unroute(asked);
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByRole('combobox', { name: 'Field for Name' })).toBeVisible();
    await expect(page.getByRole('alert')).toHaveCount(0);
  });

  await test.step('the connection is listed and renamed, and deleting it names the form', async () => {
    await page.goto(`${product.url}/home/integrations`);
    const list = page.getByRole('list', { name: 'Your connections' });
    await expect(list.getByRole('listitem')).toContainText('ada@example.org');
    await expectAccessible(page, 'the catalogue of services');
    await list.getByRole('link', { name: 'Airtable' }).click();
    await page.getByLabel('Name', { exact: true }).fill('Guest list');
    const token = page.getByLabel('Personal access token', { exact: true }).last();
    await token.fill(`${airtableToken.slice(0, -1)}x`);
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(page.getByText(/Invalid authentication token/)).toBeVisible();
    await token.fill('');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByRole('button', { name: 'More for Guest list' }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    const dialog = page.getByRole('dialog');
    await expect(dialog).toContainText('Autumn classes');
    await dialog.getByRole('button', { name: 'Delete connection' }).click();
    await expect(list).toBeHidden();
  });

  await test.step('a sign-in is set up; it leads to the provider, and back to where it began', async () => {
    await page.goto(`${product.url}/settings/apps`);
    await page.getByRole('button', { name: /^Airtable/ }).click();
    await expect(page.getByLabel('Redirect URL', { exact: true })).toHaveValue(
      `${product.url}/connect/airtable/callback`,
    );
    await page.getByLabel('Client id').fill('client');
    await page.getByLabel('Client secret').fill('secret');
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText('Set up', { exact: true })).toBeVisible();
    await expectAccessible(page, 'the apps of sign-ins');
    // The browser of a test leads no redirect to another place: this one is read.
    const led = Promise.withResolvers<URL>();
    await page.route(`${product.url}/connect/airtable?**`, async (route) => {
      const answer = await route.fetch({ maxRedirects: 0 });
      led.resolve(new URL(answer.headers().location ?? ''));
      await route.fulfill({ contentType: 'text/html', body: 'Airtable' });
    });
    const step = `${product.url}/editor/${flowId}/integrations?view=new.airtable`;
    await page.goto(step);
    await page.getByRole('button', { name: 'Connect', exact: true }).click();
    const { hostname, searchParams } = await led.promise;
    expect(hostname).toBe('airtable.com');
    await page.waitForURL(`${product.url}/connect/airtable?**`);
    const back = new URL(searchParams.get('redirect_uri') ?? '');
    back.search = String(
      new URLSearchParams({ error: 'access_denied', state: searchParams.get('state') ?? '' }),
    );
    await page.goto(back.href);
    await expect(page.getByRole('alert')).toContainText('Airtable refused');
    expect(page.url()).toContain(step);
    await expect(page.getByRole('heading', { name: 'Airtable' })).toBeVisible();
  });

  await test.step('a stranger is asked to sign up for the service by name', async () => {
    const stranger = await browser.newPage();
    await stranger.goto(`${product.url}/home/integrations/new/googleDrive`);
    await expect(stranger.getByRole('heading', { name: 'Sign up to connect Google Drive' })).toBeVisible();
    await stranger.close();
  });
});
