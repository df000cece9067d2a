import { expect } from '@playwright/test';
import { orders } from './orders.ts';
import { cell, saved, spoken } from './people.ts';
import { test } from './product-test.ts';
import { atCells, choose, count, undo } from './view-tools.ts';

test('menus of fields, cells and records are opened and used by keyboard', async ({ atCsv }) => {
  const page = await atCsv('Kay Menu', orders);
  const keys = page.keyboard;
  const entry = (name: string) => page.getByRole('menuitem', { name, exact: true });
  const names = () => page.getByRole('columnheader').allInnerTexts();
  /** From the first row of a column to its header's menu. */
  const fieldMenu = async (column: number) => {
    await cell(page, 1, column).click();
    await keys.press('ArrowUp');
    await keys.press('Shift+F10');
    await expect(page.getByRole('menu')).toBeVisible();
  };
  // Down from a header goes to the cells, without a menu.
  await cell(page, 1, 3).click();
  await keys.press('ArrowUp');
  await keys.press('ArrowDown');
  await atCells(page);
  await expect(page.getByRole('menu')).toHaveCount(0);
  await fieldMenu(3);
  await entry('Sort 9 → 1').press('Enter');
  await expect(cell(page, 1, 1)).toHaveText('Order 60');
  await fieldMenu(3);
  await entry('Sort 9 → 1').press('Enter');
  await expect(cell(page, 1, 1)).toHaveText('Order 1');
  await fieldMenu(4);
  await entry('Hide field').press('Enter');
  await expect.poll(names).toEqual(['', 'Order', 'Stage', 'Metres', 'Due']);
  await fieldMenu(3);
  await entry('Insert left').press('Enter');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await fieldMenu(3);
  await entry('Insert left').press('Enter');
  await page.getByLabel('Name', { exact: true }).press('Enter');
  await expect.poll(names).toEqual(['', 'Order', 'Stage', 'Field 6', 'Metres', 'Due']);
  await saved(page);
  await undo(page);
  await expect.poll(names).toEqual(['', 'Order', 'Stage', 'Metres', 'Due']);
  await fieldMenu(2);
  await entry('Filter by this field').press('Enter');
  await choose(page, /^Condition 1: value/, 'Held');
  await expect(count(page)).toHaveText('20 records');
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await keys.press('Escape');

  const cellMenu = async (row: number, column: number) => {
    await cell(page, row, column).click();
    await keys.press('ContextMenu');
    await expect(page.getByRole('menu', { name: 'Cells' })).toBeVisible();
  };
  await cellMenu(2, 1);
  await entry('Copy Ctrl+C').press('Enter');
  await atCells(page);
  await cellMenu(4, 1);
  await entry('Paste Ctrl+V').press('Enter');
  await expect(cell(page, 4, 1)).toHaveText('Order 2');
  await atCells(page);
  await cellMenu(4, 1);
  await entry('Clear Del').press('Enter');
  await expect(cell(page, 4, 1)).toHaveText('');
  await atCells(page);
  await cellMenu(2, 1);
  await entry('Insert record above').press('Enter');
  await expect(cell(page, 2, 1)).toHaveText('');
  await expect(cell(page, 3, 1)).toHaveText('Order 2');
  await expect(spoken(page)).toHaveText('Order, empty, row 2');
  await atCells(page);
  await cellMenu(3, 1);
  await entry('Duplicate record').press('Enter');
  await expect(cell(page, 4, 1)).toHaveText('Order 2');
  await expect(cell(page, 4, 2)).toHaveText('Finishing');
  await expect(count(page)).toHaveText('62 records');
  await saved(page);
  await undo(page);
  await undo(page);
  await expect(count(page)).toHaveText('60 records');
  await cell(page, 1, 1).click();
  await cell(page, 3, 1).click({ modifiers: ['Shift'] });
  await keys.press('Shift+F10');
  await entry('Delete 3 records').press('Enter');
  await expect(count(page)).toHaveText('57 records');
  await undo(page);
  await expect(count(page)).toHaveText('60 records');

  // By mouse: a right click outside the selection takes the cell it is on.
  await cell(page, 1, 1).click();
  await cell(page, 5, 1).click({ button: 'right' });
  await expect(entry('Delete record')).toBeVisible();
  await keys.press('Escape');
  await expect(spoken(page)).toHaveText('Order, Order 5, row 5');
  await page.getByRole('columnheader', { name: 'Due' }).click({ button: 'right' });
  await expect(entry('Edit field')).toBeVisible();
});
