import { expect } from '@playwright/test';
import { orders } from './orders.ts';
import { cell, saved } from './people.ts';
import { test } from './product-test.ts';

test('fields that the server keeps are filled, shown and not written; a field is duplicated', async ({
  atCsv,
}) => {
  const page = await atCsv('Kay Kept', orders);
  const add = async (name: string, type: string) => {
    await page.getByRole('button', { name: 'Add field' }).click();
    await page.getByLabel('Name', { exact: true }).fill(name);
    await page.getByRole('combobox', { name: /^Type/ }).click();
    await page.getByRole('option', { name: type }).click();
    await page.getByRole('button', { name: 'Create field' }).click();
    await expect(page.getByRole('columnheader', { name })).toBeVisible();
  };
  await add('No.', 'Autonumber');
  await add('Made', 'Created time');
  await add('Touched', 'Last modified time');
  const column = (name: string) => page.getByRole('columnheader', { name }).getAttribute('aria-colindex');
  const numbers = Number(await column('No.')) - 1;
  await expect(cell(page, 1, numbers)).toHaveText('1');
  await expect(cell(page, 3, numbers)).toHaveText('3');
  const year = String(new Date().getFullYear());
  await expect(cell(page, 1, numbers + 1)).toContainText(year);
  await expect(cell(page, 1, numbers + 2)).toContainText(year);
  // Typing into one writes nothing.
  await cell(page, 2, numbers).click();
  await page.keyboard.press('7');
  await expect(cell(page, 2, numbers)).toHaveText('2');
  // Pasting over one says so.
  await page.keyboard.press('ControlOrMeta+c');
  await cell(page, 3, numbers).click();
  await page.keyboard.press('ControlOrMeta+v');
  await expect(page.getByText('Not pasted: the column “No.”, which cannot be edited.')).toBeVisible();
  // So does filling it, from the row above.
  await page.keyboard.press('ControlOrMeta+d');
  await expect(page.getByText('Not filled: the column “No.”, which cannot be edited.')).toBeVisible();
  await expect(cell(page, 3, numbers)).toHaveText('3');

  const primary = page.getByRole('columnheader').filter({ hasText: 'Order' }).first();
  const name = (await primary.textContent()) ?? '';
  await page.getByRole('button', { name: `${name.trim()}: field menu` }).click({ force: true });
  await page.getByRole('menuitem', { name: 'Duplicate field with cells' }).click();
  await expect(page.getByRole('columnheader', { name: `${name.trim()} copy` })).toBeVisible();
  await expect(cell(page, 1, 2)).toHaveText('Order 1');
  await saved(page);
  await page.reload();
  await expect(cell(page, 1, 2)).toHaveText('Order 1');

  // A new record is named after who made it, once the server has it.
  await add('Maker', 'Created by');
  await page.getByRole('button', { name: 'New record' }).click();
  await expect(cell(page, 61, 1)).toBeVisible();
  await page.keyboard.press('Control+End');
  await expect(cell(page, 61, numbers + 4)).toHaveText('Kay Kept');
  await expect(cell(page, 61, numbers + 1)).toHaveText('61');

  await page.getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'Invite people…' }).click();
  await expect(page.getByRole('dialog', { name: /^Share / })).toContainText('Kay Kept');
});
