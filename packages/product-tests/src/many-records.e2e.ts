import { expect } from '@playwright/test';
import { cell, saved, spoken } from './people.ts';
import { test } from './product-test.ts';

const count = 6_000;

test('every record of a large table is emptied or deleted, and comes back in one step', async ({ atCsv }) => {
  const rows = Array.from({ length: count }, (_, i) => `Order ${i + 1},note ${i % 7}`);
  const page = await atCsv('Ann Linde', `Order,Notes\n${rows.join('\n')}\n`);
  await expect(cell(page, 1, 1)).toHaveText('Order 1');
  await expect(page.getByText('6,000 records')).toBeVisible();
  // A row that is read when one comes to it is not said to be empty.
  await cell(page, 1, 1).click();
  await page.keyboard.press('Control+End');
  await expect(spoken(page)).toHaveText('Notes, note 0, row 6000');
  await page.keyboard.press('Control+Home');
  const undo = () => page.getByRole('button', { name: 'Undo', exact: true }).first().click();

  // All cells of a column.
  await cell(page, 1, 2).click();
  await page.keyboard.press('Control+Space');
  await page.keyboard.press('Delete');
  await expect(page.getByText('6,000 records cleared')).toBeVisible({ timeout: 60_000 });
  await expect(cell(page, 1, 2)).toHaveText('');
  await expect(cell(page, 1, 1)).toHaveText('Order 1');
  await undo();
  await expect(page.getByText('Undone: Cleared 6,000 cells')).toBeVisible({ timeout: 60_000 });
  await expect(cell(page, 1, 2)).toHaveText('note 0');

  // All records, with the way back offered.
  await cell(page, 1, 1).click();
  await page.keyboard.press('Control+a');
  await cell(page, 1, 1).click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Delete 6,000 records' }).click();
  await expect(page.getByText('6,000 records deleted')).toBeVisible({ timeout: 60_000 });
  await expect(page.getByRole('grid')).toHaveAttribute('aria-rowcount', '1');
  await undo();
  await expect(page.getByText('6,000 records', { exact: true })).toBeVisible({ timeout: 60_000 });
  await expect(cell(page, 1, 1)).toHaveText('Order 1');
  await expect(cell(page, 1, 2)).toHaveText('note 0');
  await saved(page);
});
