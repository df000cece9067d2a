import { fileURLToPath } from 'node:url';
import { expect } from '@playwright/test';
import { studioBase } from '@weft/integrations/testing';
import { must } from '@weft/std';
import { quickStart, signUp, startProduct } from '@weft/testkit';
import { expectAccessible } from './expect-accessible.ts';
import { airtableToken, localAirtable } from './local-airtable.ts';
import { emailOf } from './people.ts';
import { sitDown, test } from './product-test.ts';

const atLocalServices = fileURLToPath(new URL('./at-local-services.ts', import.meta.url));

test('an app shows a base of Airtable whose records stay there, and follows it', async ({ page }) => {
  await using airtable = await localAirtable([studioBase(6)]);
  await using product = await startProduct(
    { ALLOW_PRIVATE_HOSTS: '127.0.0.1', LOCAL_AIRTABLE: airtable.url },
    [...quickStart, '--import', atLocalServices],
  );
  const session = await signUp(product.url, 'Tom Table', emailOf('Tom Table'));
  const { flowId } = await session.mutate<{ flowId: string }>('apps.create', {
    ...{ name: 'Projects', from: { kind: 'blank' } },
  });
  await sitDown(page, session);
  const dialog = page.getByRole('dialog', { name: 'Connect Airtable' });

  await test.step('it is connected where the database is chosen, and one comes back from connecting', async () => {
    await page.goto(`${product.url}/editor/zite/${flowId}/data`);
    await page.getByRole('button', { name: 'Change database' }).click();
    await page.getByRole('button', { name: 'Connect Airtable' }).click();
    await expectAccessible(page, 'choosing a base of Airtable for an app');
    await dialog.getByRole('button', { name: 'Connect Airtable' }).click();
    await page.getByLabel('Personal access token', { exact: true }).last().fill(airtableToken);
    await page.getByRole('button', { name: 'Connect', exact: true }).click();
    await expect(dialog.getByRole('combobox', { name: 'Account' })).toContainText('Airtable');
    await dialog
      .getByRole('button', { name: 'Base', exact: true })
      .or(dialog.getByRole('combobox', { name: 'Base', exact: true }))
      .click();
    await page.getByRole('option', { name: 'Studio' }).click();
    await expect(dialog.getByText('All 4 tables: Projects, Tasks, Clients, People')).toBeVisible();
    // Who signs in is asked by the fields that can hold addresses: files and links cannot.
    await dialog.getByRole('combobox', { name: 'Users table' }).click();
    await page.getByRole('option', { name: 'People' }).click();
    await expect(dialog.getByRole('button', { name: 'Connect', exact: true })).toBeDisabled();
    await dialog.getByRole('combobox', { name: 'Email field' }).click();
    await expect(page.getByRole('option')).toHaveText(['Name']);
    await page.getByRole('option', { name: 'Name' }).click();
    await expectAccessible(page, 'choosing who signs in by a base of Airtable');
    await dialog.getByRole('button', { name: 'Connect', exact: true }).click();
    await expect(page.getByText('Connected to Airtable, where its records are kept.')).toBeVisible();
    await expect(dialog).toBeHidden();
    await expect(page.getByRole('heading', { name: 'Studio' })).toBeVisible();
    await expectAccessible(page, 'the data of an app on Airtable');
  });

  await test.step('its pages show what is in Airtable, and what changes there meanwhile', async () => {
    const { content } = await session.query<{
      content: { props: { source: { baseId: string }; users: { tableId: string } } };
    }>('apps.get', { flowId });
    const { baseId } = content.props.source;
    const { tables } = await session.query<{ tables: { id: string; name: string }[] }>('apps.tables', {
      flowId,
    });
    expect(tables.find(({ id }) => id === content.props.users.tableId)?.name).toBe('People');
    const app = await session.mutate<{ flowId: string }>('apps.create', {
      ...{ name: 'Studio', from: { kind: 'base', baseId, who: 'everyone' } },
    });
    const read = await session.query<{ version: number }>('apps.get', app);
    await session.mutate('apps.publish', { ...app, version: read.version });
    await page.goto(`${product.url}/a/${app.flowId}/clients`);
    await expect(page.getByText('Client 0')).toBeVisible();
    const clients = must(must(airtable.read.bases[0]).tables.find(({ name }) => name === 'Clients'));
    const first = must(clients.records[0]);
    clients.records[0] = { ...first, fields: { ...first.fields, fldClName: 'Harbour Bakery' } };
    await session.mutate('apps.refreshSource', { flowId, baseId });
    await expect(page.getByText('Harbour Bakery')).toBeVisible();
    await expectAccessible(page, 'a page of an app on Airtable');
  });
});
