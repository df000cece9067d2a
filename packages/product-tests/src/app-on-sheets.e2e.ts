import { fileURLToPath } from 'node:url';
import { expect } from '@playwright/test';
import { cellOf, localSheet, localSpreadsheets, localVendors } from '@weft/integrations/testing';
import { must } from '@weft/std';
import { quickStart, signUp, startProduct } from '@weft/testkit';
import { expectAccessible } from './expect-accessible.ts';
import { emailOf } from './people.ts';
import { sitDown, test } from './product-test.ts';

const atLocalServices = fileURLToPath(new URL('./at-local-services.ts', import.meta.url));
const { text, number } = cellOf;

test('an app shows a spreadsheet whose rows stay there, and follows it', async ({ page }) => {
  localSpreadsheets.reset([
    localSheet(7, 'Orders', [
      ['Order', 'Pieces'].map(text),
      [text('Aprons'), number(4)],
      [text('Curtains'), number(2)],
    ]),
  ]);
  const local = await localVendors(['googlesheets']);
  await using vendors = local.server;
  const settings = { ALLOW_PRIVATE_HOSTS: '127.0.0.1', LOCAL_VENDORS: vendors.localUrl('https:/') };
  await using product = await startProduct(settings, [...quickStart, '--import', atLocalServices]);
  const session = await signUp(product.url, 'Sheila Rows', emailOf('Sheila Rows'));
  await session.post('/rpc/integrations.setApp', {
    provider: 'google',
    ...must(local.providers.get('google')).app,
  });
  const { flowId } = await session.mutate<{ flowId: string }>('apps.create', {
    ...{ name: 'Orders', from: { kind: 'blank' } },
  });
  const sourceOf = async () => {
    const { content } = await session.query<{ content: { props: { source: { baseId: string } } } }>(
      'apps.get',
      { flowId },
    );
    return content.props.source.baseId;
  };
  const blank = await sourceOf();
  await sitDown(page, session);
  const dialog = page.getByRole('dialog', { name: 'Connect Google Sheets' });

  await test.step('it is connected where the database is chosen, and one comes back from signing in', async () => {
    await page.goto(`${product.url}/editor/zite/${flowId}/data`);
    await page.getByRole('button', { name: 'Change database' }).click();
    await page.getByRole('button', { name: 'Connect Google Sheets' }).click();
    await dialog.getByRole('button', { name: 'Connect Google Sheets' }).click();
    await expect(dialog.getByRole('combobox', { name: 'Account' })).toContainText('Google Sheets');
    await dialog
      .getByRole('button', { name: 'Spreadsheet', exact: true })
      .or(dialog.getByRole('combobox', { name: 'Spreadsheet', exact: true }))
      .click();
    await page.getByRole('option', { name: 'Guests' }).click();
    await expectAccessible(page, 'choosing a spreadsheet for an app');
    await dialog.getByRole('button', { name: 'Connect', exact: true }).click();
    await expect(page.getByText('Connected to Google Sheets, where its records are kept.')).toBeVisible();
    await expect(dialog).toBeHidden();
  });

  await test.step('its pages show what is in the sheet, and what changes there meanwhile', async () => {
    // The draft names it once the edit is saved.
    await expect.poll(sourceOf).not.toBe(blank);
    const baseId = await sourceOf();
    const app = await session.mutate<{ flowId: string }>('apps.create', {
      ...{ name: 'Studio', from: { kind: 'base', baseId, who: 'everyone' } },
    });
    const { version } = await session.query<{ version: number }>('apps.get', app);
    await session.mutate('apps.publish', { ...app, version });
    await page.goto(`${product.url}/a/${app.flowId}/`);
    await expect(page.getByText('Curtains')).toBeVisible();
    must(localSpreadsheets.sheets[0]).grid.push([text('Napkins'), number(12)]);
    await session.mutate('apps.refreshSource', { flowId, baseId });
    await expect(page.getByText('Napkins')).toBeVisible();
    await expectAccessible(page, 'a page of an app on Google Sheets');
  });
});
