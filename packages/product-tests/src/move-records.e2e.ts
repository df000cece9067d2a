import { expect, type Page } from '@playwright/test';
import { orders } from './orders.ts';
import { cell, middle, saved } from './people.ts';
import { test } from './product-test.ts';
import { atCells, choose, tool, undo } from './view-tools.ts';

const names = async (page: Page, count: number) =>
  Promise.all(Array.from({ length: count }, (_, row) => cell(page, row + 1, 1).textContent()));
const places = (page: Page, expected: readonly string[]) =>
  expect.poll(() => names(page, expected.length)).toEqual(expected);
const number = (page: Page, row: number) => page.locator(`[role=row][aria-rowindex="${row + 1}"] .wg-check`);

test('records are dragged, moved by key and by menu, and undo brings each back', async ({ atCsv }) => {
  const page = await atCsv('Mo Move', orders);
  // By the cell before it, behind the third record.
  const from = await middle(number(page, 1));
  const to = await middle(number(page, 3));
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(to.x, to.y + 10, { steps: 4 });
  await expect(page.locator('.wg-drop').locator('visible=true').first()).toBeVisible();
  await page.mouse.up();
  await places(page, ['Order 2', 'Order 3', 'Order 1', 'Order 4']);
  // The press that ended the drag has checked nothing.
  await expect(page.getByRole('checkbox', { checked: true, name: /^Select record/ })).toHaveCount(0);

  // Two selected records go down together, and stay selected.
  await cell(page, 1, 1).click();
  await page.keyboard.press('Shift+ArrowDown');
  await page.keyboard.press('Alt+ArrowDown');
  await places(page, ['Order 1', 'Order 2', 'Order 3', 'Order 4']);
  await page.keyboard.press('Alt+ArrowDown');
  await places(page, ['Order 1', 'Order 4', 'Order 2', 'Order 3', 'Order 5']);
  await saved(page);

  await cell(page, 1, 1).click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Move down' }).click();
  await atCells(page);
  await places(page, ['Order 4', 'Order 1', 'Order 2']);
  await saved(page);
  await page.reload();
  await places(page, ['Order 4', 'Order 1', 'Order 2', 'Order 3', 'Order 5']);
  await undo(page);
  await places(page, ['Order 1', 'Order 4', 'Order 2']);

  // Escape while dragging leaves everything where it is.
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(to.x, to.y + 10, { steps: 4 });
  await page.keyboard.press('Escape');
  await page.mouse.up();
  await places(page, ['Order 1', 'Order 4', 'Order 2']);
});

test('in a sorted view records have their places, and the view says so', async ({ atCsv }) => {
  const page = await atCsv('Sora Sort', orders);
  await tool(page, 'Sort').click();
  await tool(page, 'Add sort').click();
  await choose(page, /^Sort 1: field/, 'Metres');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog', { name: 'Sort' })).toBeHidden();
  await cell(page, 2, 1).click();
  await page.keyboard.press('Alt+ArrowUp');
  await expect(page.getByText(/^This view is sorted/)).toBeVisible();
  await places(page, ['Order 1', 'Order 2', 'Order 3']);
  await cell(page, 2, 1).click({ button: 'right' });
  await expect(page.getByRole('menuitem', { name: 'Delete record' })).toBeVisible();
  await expect(page.getByRole('menuitem', { name: 'Move up' })).toBeHidden();
});
