import { expect } from '@playwright/test';
import { signUp } from './people.ts';
import { test } from './product-test.ts';

test('a form is exported, imported from its file, and moved to another organization', async ({ page }) => {
  await signUp(page, 'Ines Moreau');
  const origin = new URL(page.url()).origin;
  const send = (method: 'post' | 'patch', path: string, data: object) =>
    page.request[method](`${origin}${path}`, { headers: { origin }, data });
  // Somebody of two organizations, who may take forms from one to the other.
  const { organization } = await (await page.request.get(`${origin}/v1/me`)).json();
  await send('post', '/v1/organizations', { name: 'Fjord Weavers Guild' });
  await send('post', '/admin/organizations/switchOrganization', { organizationId: organization.id });
  await send('post', '/rpc/forms.create', { name: 'Autumn weaving classes' });
  await page.reload();

  const menu = async (name: string, item: string) => {
    await page
      .getByRole('button', { name: `${name}: menu` })
      .first()
      .click({ force: true });
    await page.getByRole('menuitem', { name: item }).click();
  };
  const download = page.waitForEvent('download');
  await menu('Autumn weaving classes', 'Export form');
  const file = await (await download).path();

  await page.getByRole('button', { name: 'Create', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Import from a file' }).click();
  const dialog = page.getByRole('dialog');
  await page
    .getByLabel('Exported file')
    .setInputFiles({ name: 'no.zip', mimeType: 'application/zip', buffer: Buffer.from('no') });
  await expect(dialog.getByRole('alert')).toContainText('it is no ZIP file. Nothing was imported.');
  await page.getByLabel('Exported file').setInputFiles(file);
  await expect(page.getByText('Autumn weaving classes imported')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Autumn weaving classes' })).toHaveCount(2);

  await menu('Autumn weaving classes', 'Move to workspace');
  await page.getByRole('menuitem', { name: 'Change organization' }).click();
  const move = dialog.getByRole('button', { name: 'Move to organization' });
  await expect(dialog).toContainText('Forms');
  await dialog.getByLabel('Fjord Weavers Guild').check();
  await dialog.getByLabel('to confirm').fill('MOVE autumn weaving classes');
  await expect(move).toBeDisabled();
  await dialog.getByLabel('to confirm').fill('MOVE Autumn weaving classes');
  await move.click();
  await page.waitForURL('**/editor/**/edit');
  await expect(page.getByText('Moved form to Fjord Weavers Guild')).toBeVisible();
  await page.goto('/home');
  await expect(page.getByRole('button', { name: 'Fjord Weavers Guild' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Autumn weaving classes' })).toHaveCount(1);
});
