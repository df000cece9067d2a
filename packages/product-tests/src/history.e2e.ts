import { expect } from '@playwright/test';
import { orders } from './orders.ts';
import { cell, saved } from './people.ts';
import { test } from './product-test.ts';

test('the history shows an edit as it is made, and takes it back', async ({ atCsv }) => {
  const page = await atCsv('Hana History', orders);
  await page.getByRole('button', { name: 'History and trash' }).click();
  const edits = page.getByRole('listitem').filter({ hasText: 'set Order from Order 1 to Linen' });
  await expect(page.getByRole('heading', { name: 'History' })).toBeVisible();
  await expect(page.getByRole('listitem').filter({ hasText: 'imported' }).first()).toBeVisible();
  await expect(edits).toHaveCount(0);
  await cell(page, 1, 1).click();
  await page.keyboard.type('Linen');
  await page.keyboard.press('Enter');
  await saved(page);
  await expect(edits).toHaveCount(1);
  await edits.getByRole('button', { name: 'Undo' }).click();
  await expect(cell(page, 1, 1)).toHaveText('Order 1');
  await expect(edits.getByRole('button', { name: 'Undo' })).toHaveCount(0);
});

test('the trash says from where records were deleted and what they were called', async ({ atCsv }) => {
  const page = await atCsv('Tess Trash', orders);
  await cell(page, 2, 1).hover();
  await page.getByRole('checkbox', { name: 'Select record 2', exact: true }).check();
  await cell(page, 3, 1).hover();
  await page.getByRole('checkbox', { name: 'Select record 3', exact: true }).check();
  await page.getByRole('button', { name: 'Delete 2 records' }).click();
  await page.getByRole('button', { name: 'History and trash' }).click();
  await page.getByRole('button', { name: 'Trash', exact: true }).click();
  const entry = page
    .getByRole('listitem')
    .filter({ hasText: 'deleted 2 records from Table: Order 2, Order 3' });
  await entry.getByRole('button', { name: 'Restore' }).click();
  await expect(cell(page, 2, 1)).toHaveText('Order 2');
});
