import { fileURLToPath } from 'node:url';
import { expect, type Page } from '@playwright/test';
import { StrictServer } from '@weft/integrations/testing';
import { quickStart, signUp, startProduct } from '@weft/testkit';
import { z } from 'zod';
import { expectAccessible } from './expect-accessible.ts';
import { madeForm } from './made-form.ts';
import { emailOf } from './people.ts';
import { sitDown, test } from './product-test.ts';

const atLocalServices = fileURLToPath(new URL('./at-local-services.ts', import.meta.url));
const origin = 'https://api.acme.example';
const lead = z.strictObject({ person: z.strictObject({ name: z.string() }), seats: z.number().optional() });

const choose = async (page: Page, label: string, option: string) => {
  await page.getByRole('combobox', { name: label, exact: true }).click();
  await page.getByRole('option', { name: option, exact: true }).click();
};

test('an admin declares a connector, connects it, and a form writes with it', async ({ page }) => {
  await using vendor = await new StrictServer([
    {
      method: 'GET',
      url: `${origin}/v1/me`,
      answer: () => ({ json: { user: { email: 'ann@acme.example' } } }),
    },
    {
      ...{ method: 'POST', url: `${origin}/v1/leads`, body: lead },
      answer: () => ({ json: { id: 'lead1' } }),
    },
  ]).listen();
  vendor.credentials = [{ 'x-acme-key': 'key-of-ann' }];
  const settings = { ALLOW_PRIVATE_HOSTS: '127.0.0.1', LOCAL_VENDORS: vendor.localUrl('https:/') };
  await using product = await startProduct(settings, [...quickStart, '--import', atLocalServices]);
  const session = await signUp(product.url, 'Ada Custom', emailOf('Ada Custom'));
  const { flowId } = await madeForm(session, 'Autumn classes', [
    { type: 'short_text', label: 'Name', required: true },
    { type: 'number', label: 'Seats' },
  ]);
  await sitDown(page, session);

  await test.step('what is missing is told where it is typed in', async () => {
    await page.goto(`${product.url}/home/integrations`);
    await page.getByRole('link', { name: 'Custom connectors' }).click();
    await expect(page.getByText('No custom connectors yet')).toBeVisible();
    await expectAccessible(page, 'no custom connectors');
    await page.getByRole('button', { name: 'New connector' }).click();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(page.getByText('Name the service', { exact: true })).toBeVisible();
    await expectAccessible(page, 'a connector with faults');
  });

  await test.step('the service is declared', async () => {
    await page.getByLabel('Name', { exact: true }).first().fill('Acme CRM');
    await page.getByLabel('Letters').fill('Ac');
    await choose(page, 'Colour', 'Teal');
    await page.getByLabel('Host').fill(origin);
    await choose(page, 'What lets in', 'API key in a header');
    await page.getByLabel('Name of the header').fill('X-Acme-Key');
    const fields = page.getByRole('list', { name: 'Fields' }).getByRole('listitem');
    await fields.nth(0).getByLabel('Name').fill('Name');
    await fields.nth(0).getByLabel('Key').fill('name');
    await fields.nth(0).getByLabel('Required').check();
    await page.getByRole('button', { name: 'Add field' }).click();
    await fields.nth(1).getByLabel('Name').fill('Seats');
    await fields.nth(1).getByLabel('Key').fill('seats');
    await choose(page, 'What Seats takes', 'Number');
    await page.getByLabel('Path', { exact: true }).fill('/v1/leads');
    await page
      .getByRole('textbox', { name: 'JSON', exact: true })
      .fill('{"person":{"name":"{{name}}"},"seats":"{{seats}}"}');
    await page.getByLabel('Place in the answer').fill('id');
    await page.getByLabel('Try the key when somebody connects').click();
    await page.getByLabel('Path of the test').fill('/v1/me');
    await page.getByLabel('Where its answer names the account').fill('user.email');
    await expectAccessible(page, 'a connector');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(page.getByRole('list', { name: 'Custom connectors' })).toContainText('Acme CRM');
  });

  await test.step('it is connected like any other', async () => {
    await page.goto(`${product.url}/home/integrations`);
    await page.getByRole('textbox', { name: 'Search integrations' }).fill('acme');
    await page.getByRole('button', { name: /^Acme CRM/ }).click();
    await page.getByLabel('API key').fill('a wrong key');
    await page.getByRole('button', { name: 'Connect', exact: true }).click();
    await expect(page.getByText(/Acme CRM refused/)).toBeVisible();
    await page.getByLabel('API key').fill('key-of-ann');
    await page.getByRole('button', { name: 'Connect', exact: true }).click();
    await expect(page.getByRole('list', { name: 'Your connections' })).toContainText('ann@acme.example');
  });

  await test.step('a form is matched to its fields, and a test is written', async () => {
    await page.goto(`${product.url}/editor/${flowId}/integrations?view=new.${await typeOf()}`);
    await expect(page.getByRole('combobox', { name: 'Field for Name' })).toContainText('Name');
    await expect(page.getByRole('combobox', { name: 'Field for Seats' })).toContainText('Seats');
    await page.getByRole('button', { name: 'Send a test' }).click();
    await expect(page.getByRole('region', { name: 'Test' }).getByRole('status')).toContainText(
      'Sent to Acme CRM',
    );
    expect(vendor.calls.at(-1)?.body).toEqual({ person: { name: 'Test: Name' }, seats: 1 });
    await page.getByRole('button', { name: 'Connect', exact: true }).click();
    await expect(page.getByText('Each answer that is written stands here.')).toBeVisible();
  });

  await test.step('another version is for what is matched anew', async () => {
    const { connectors } = await session.query<Listed>('integrations.connectors', {});
    const [{ type, version, declaration } = { type: '', version: 0, declaration: {} }] = connectors;
    await session.mutate('integrations.changeConnector', {
      ...{ type, version },
      declaration: {
        ...declaration,
        fields: [
          { key: 'name', name: 'Full name' },
          { key: 'seats', name: 'Seats', kind: 'number' },
        ],
      },
    });
    await page.reload();
    await expect(page.getByText(/goes on with version 1/)).toBeVisible();
    await page.getByRole('button', { name: 'Use version 2' }).click();
    await page.getByRole('combobox', { name: 'Field for Name' }).click();
    await page.getByRole('option', { name: 'Full name' }).click();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(page.getByText(/goes on with version 1/)).toHaveCount(0);
  });

  await test.step('deleting it lists what works with it', async () => {
    await page.goto(`${product.url}/home/integrations/connectors`);
    await page.getByRole('button', { name: 'More for Acme CRM' }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    const dialog = page.getByRole('alertdialog').or(page.getByRole('dialog'));
    await expect(dialog).toContainText('Autumn classes');
    await dialog.getByRole('button', { name: 'Delete connector' }).click();
    await expect(page.getByText('No custom connectors yet')).toBeVisible();
  });
  expect(vendor.violations).toEqual([]);

  interface Listed {
    readonly connectors: readonly {
      readonly type: string;
      readonly version: number;
      readonly declaration: object;
    }[];
  }
  async function typeOf(): Promise<string> {
    return (await session.query<Listed>('integrations.connectors', {})).connectors[0]?.type ?? '';
  }
});
