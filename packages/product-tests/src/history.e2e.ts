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
