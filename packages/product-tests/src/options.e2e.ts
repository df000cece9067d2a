import { expect } from '@playwright/test';
import { must } from '@weft/std';
import type { Metadata } from './databases.ts';
import { call, cell, saved } from './people.ts';
import { test } from './product-test.ts';

test('deleting an option asks what happens to its cells, and undo brings both back', async ({ atCsv }) => {
  const page = await atCsv('Ada Option', 'Order,Due\nRunners,2026-01-02\nTowels,\nThrows,\n');
  const basePublicId = new URL(page.url()).pathname.split('/').at(-1);
  const { metadata } = await call<Metadata>(page, '/rpc/metadata.get', { basePublicId });
  const tableId = must(metadata.tables[0]).id;
  const options = ['Quoted', 'Weaving', 'Shipped'].map((label) => ({ value: label, label, color: 'Blue' }));
  const field = { name: 'Stage', type: 'single_select', template: { options, disableColors: false } };
  await call(page, '/rpc/fields.create', { basePublicId, tableId, field });
  await expect(page.getByRole('columnheader', { name: 'Stage' })).toBeVisible();
  const choose = async (row: number, label: string) => {
    await cell(page, row, 3).dblclick();
    await page.getByRole('option', { name: label }).click();
    await expect(cell(page, row, 3)).toHaveText(label);
  };
  await choose(1, 'Quoted');
  await choose(2, 'Weaving');
  await choose(3, 'Quoted');
  await saved(page);

  const edit = async (name: string) => {
    await page.getByRole('button', { name: `${name}: field menu` }).click({ force: true });
    await page.getByRole('menuitem', { name: 'Edit field' }).click();
    await expect(page.getByLabel('Name', { exact: true })).toBeFocused();
  };
  await edit('Stage');
  await page.getByRole('button', { name: 'Delete Quoted' }).click({ force: true });
  await page.getByRole('button', { name: 'Save' }).click();
  const dialog = page.getByRole('dialog', { name: 'Delete option Quoted?' });
  await expect(dialog).toContainText('2 records hold it');
  await dialog.getByRole('radio', { name: 'Give them another option' }).check();
  await dialog.getByRole('combobox', { name: /Option instead/ }).click();
  await page.getByRole('option', { name: 'Shipped' }).click();
  await dialog.getByRole('button', { name: 'Delete option' }).click();
  for (const [row, label] of [
    [1, 'Shipped'],
    [2, 'Weaving'],
    [3, 'Shipped'],
  ] as const)
    await expect(cell(page, row, 3)).toHaveText(label);
  await page.getByRole('button', { name: 'Undo' }).last().click();
  await expect(cell(page, 1, 3)).toHaveText('Quoted');
  await expect(cell(page, 3, 3)).toHaveText('Quoted');
  await saved(page);
  await page.reload();
  await expect(cell(page, 3, 3)).toHaveText('Quoted');

  // Left empty, they hold it again with undo; an option that no cell holds goes without a question.
  await edit('Stage');
  await page.getByRole('button', { name: 'Delete Weaving' }).click({ force: true });
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete option' }).click();
  await expect(cell(page, 2, 3)).toHaveText('');
  await page.getByRole('button', { name: 'Undo' }).last().click();
  await expect(cell(page, 2, 3)).toHaveText('Weaving');
  await edit('Stage');
  await page.getByRole('button', { name: 'Delete Shipped' }).click({ force: true });
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Option Shipped deleted')).toBeVisible();

  // An emptied name becomes a generated one.
  await edit('Stage');
  await page.getByLabel('Name', { exact: true }).fill('');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('columnheader', { name: 'Field 3' })).toBeVisible();
  await saved(page);
});
