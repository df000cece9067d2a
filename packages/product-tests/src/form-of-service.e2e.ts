import { fileURLToPath } from 'node:url';
import { expect } from '@playwright/test';
import { localVendors } from '@weft/integrations/testing';
import { must } from '@weft/std';
import { quickStart, signUp, startProduct } from '@weft/testkit';
import { expectAccessible } from './expect-accessible.ts';
import { emailOf } from './people.ts';
import { sitDown, test } from './product-test.ts';

const atLocalServices = fileURLToPath(new URL('./at-local-services.ts', import.meta.url));

test('a form at Jotform becomes a draft: its key is tried, what will be missing is told, and questions are there', async ({
  page,
}) => {
  const local = await localVendors(['jotform']);
  await using vendors = local.server;
  const settings = { ALLOW_PRIVATE_HOSTS: '127.0.0.1', LOCAL_VENDORS: vendors.localUrl('https:/') };
  await using product = await startProduct(settings, [...quickStart, '--import', atLocalServices]);
  const session = await signUp(product.url, 'Jo Forms', emailOf('Jo Forms'));
  await sitDown(page, session);
  const { apiKey } = must(must(local.vendors.get('jotform')).ways[0]).config;

  await test.step('a key that is refused cannot be connected, and is tried again', async () => {
    await page.goto(`${product.url}/home/forms/home/new`);
    await page.getByRole('radio', { name: 'A form of another service' }).check();
    await expect(page.getByRole('button', { name: 'Create form' })).toBeDisabled();
    await page.getByRole('link', { name: 'Connect Jotform' }).click();
    const key = page.getByLabel('API key', { exact: true });
    vendors.brokenHosts.set('api.jotform.com', { kind: 'status', status: 401 });
    await key.fill(String(apiKey));
    await expect(page.getByRole('alert')).toContainText('Invalid API key');
    await expect(key).toHaveValue('');
    await expect(page.getByRole('button', { name: 'Connect' })).toBeDisabled();
    await expectAccessible(page, 'a key of Jotform that is refused');
    vendors.brokenHosts.clear();
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByText('This key lets in')).toBeVisible();
    await page.getByRole('button', { name: 'Connect' }).click();
    // Back where the form was begun, with what was chosen there.
    await expect(page.getByRole('radio', { name: 'A form of another service' })).toBeChecked();
    await expect(page.getByRole('combobox', { name: 'Account' })).toContainText('Jotform');
    await page.getByRole('combobox', { name: 'Account' }).click();
    await page.getByRole('option', { name: 'Connect another account' }).click();
    await expect(page.getByRole('link', { name: 'Connect SurveyMonkey' })).toBeVisible();
  });

  await test.step('what will not be as it was is told before a draft is made', async () => {
    await page.goto(`${product.url}/home/forms/home/new`);
    await page.getByRole('radio', { name: 'A form of another service' }).check();
    await page.getByRole('combobox', { name: 'Form', exact: true }).click();
    await page.getByRole('option', { name: 'Guests', exact: true }).click();
    await expect(page.getByText('10 questions will be taken over')).toBeVisible();
    await expect(page.getByRole('list', { name: 'What will not be as it was' })).toContainText('“Weather”');
    await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Guests');
    await expectAccessible(page, 'choosing a form of another service');
  });

  await test.step('its questions are in the draft', async () => {
    await page.getByRole('button', { name: 'Create form' }).click();
    await expect(page.getByText('Guests & friends').first()).toBeVisible();
    await expect(page.getByText('Meal').first()).toBeVisible();
    expect(vendors.violations).toEqual([]);
  });
});
