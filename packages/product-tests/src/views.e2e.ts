import { expect } from '@playwright/test';
import { expectAccessible } from './expect-accessible.ts';
import { orders } from './orders.ts';
import { cell, saved, spoken } from './people.ts';
import { test } from './product-test.ts';
import { choose, count, tool, undo } from './view-tools.ts';

test('a view is filtered by groups within groups, and each change is taken back', async ({ atCsv }) => {
  const page = await atCsv('Fay Filter', orders);
  await tool(page, 'Filter').click();
  await tool(page, 'Add condition').click();
  // Nothing is filled in yet: nothing is filtered, and nothing is counted.
  await expect(count(page)).toHaveText('60 records');
  await expect(tool(page, 'Filter')).toBeVisible();
  await page.getByLabel('Condition 1: value').fill('order 5');
  await expect(count(page)).toHaveText('11 records');
  await expect(tool(page, '1 filter')).toBeVisible();

  await tool(page, 'Add group').click();
  const group = page.getByRole('group', { name: 'Group 2', exact: true });
  await group.getByRole('button', { name: 'Add condition' }).click();
  await choose(page, /^Condition 2\.1: field/, 'Stage');
  await choose(page, /^Condition 2\.1: value/, 'Held');
  await expect(count(page)).toHaveText('3 records');
  await group.getByRole('button', { name: 'Add condition' }).click();
  await choose(page, /^Condition 2\.2: field/, 'Metres');
  await choose(page, 'Condition 2.2: how it is compared', '>');
  await page.getByLabel('Condition 2.2: value').fill('570');
  await choose(page, 'Group 2 is joined by', 'or');
  await expect(count(page)).toHaveText('5 records');
  await expect(tool(page, '3 filters')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog', { name: 'Filter' })).toBeHidden();
  await saved(page);

  // It is the view's, not the tab's.
  await page.reload();
  await expect(count(page)).toHaveText('5 records');
  await tool(page, '3 filters').click();
  await page.getByRole('button', { name: 'Remove group 2' }).click();
  await expect(count(page)).toHaveText('11 records');
  await page.keyboard.press('Escape');
  await saved(page);
  await undo(page);
  await expect(count(page)).toHaveText('5 records');
  await tool(page, '3 filters').click();
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await expect(count(page)).toHaveText('60 records');

  // Dates move with today; boxes and several options are picked.
  await page.getByRole('button', { name: 'Add condition' }).click();
  await choose(page, /^Condition 1: field/, 'Due');
  await choose(page, 'Condition 1: how it is compared', 'is within');
  await choose(page, 'Condition 1: value, kind of date', 'exact date');
  await page.getByLabel('Condition 1: value', { exact: true }).fill('2026-03-21');
  await expect(count(page)).toHaveText('7 records');
  await page.getByRole('button', { name: 'Add condition' }).click();
  await choose(page, /^Condition 2: field/, 'Paid');
  await expect(count(page)).toHaveText('3 records');
  await page.getByRole('button', { name: 'Add condition' }).click();
  await choose(page, /^Condition 3: field/, 'Stage');
  await choose(page, 'Condition 3: how it is compared', 'is any of');
  await page.getByLabel(/^Condition 3: value/).click();
  await page.getByRole('checkbox', { name: 'Weaving' }).click();
  await expect(count(page)).toHaveText('0 records');
});

test('a view is sorted, its fields are hidden and ordered, its rows grow, and each is taken back', async ({
  atCsv,
}) => {
  const page = await atCsv('Sol Sort', orders);
  await tool(page, 'Sort').click();
  await tool(page, 'Add sort').click();
  await choose(page, /^Sort 1: field/, 'Stage');
  await choose(page, 'Sort 1: direction', 'Last → First option');
  await tool(page, 'Add sort').click();
  await choose(page, /^Sort 2: field/, 'Metres');
  await choose(page, 'Sort 2: direction', '9 → 1');
  await expect(cell(page, 1, 1)).toHaveText('Order 60');
  // Changes of a view right after each other are one step.
  await saved(page);
  await page.getByRole('button', { name: 'Move sort by Metres up' }).click();
  await expect(cell(page, 2, 1)).toHaveText('Order 59');
  await page.keyboard.press('Escape');
  await saved(page);
  await undo(page);
  await expect(cell(page, 2, 1)).toHaveText('Order 57');

  const names = () => page.getByRole('columnheader').allInnerTexts();
  await tool(page, 'Hide fields').click();
  await page.getByRole('switch', { name: 'Paid' }).click();
  await expect.poll(names).toEqual(['', 'Order', 'Stage', 'Metres', 'Due']);
  await page.keyboard.press('Escape');
  await saved(page);
  await tool(page, '1 hidden field').click();
  await page.getByRole('button', { name: 'Move Metres up' }).click();
  await expect.poll(names).toEqual(['', 'Order', 'Metres', 'Stage', 'Due']);
  await page.keyboard.press('Escape');
  await saved(page);
  await undo(page);
  await expect.poll(names).toEqual(['', 'Order', 'Stage', 'Metres', 'Due']);
  await undo(page);
  await expect.poll(names).toEqual(['', 'Order', 'Stage', 'Metres', 'Paid', 'Due']);

  const height = async () => (await cell(page, 1, 1).boundingBox())?.height;
  const short = await height();
  await tool(page, 'Row height').click();
  await page.getByRole('menuitem', { name: 'Tall' }).click();
  await expect.poll(height).toBeGreaterThan(90);
  await saved(page);
  await undo(page);
  await expect.poll(height).toBe(short);
});

test('a view is grouped, its groups are collapsed by key, and its columns are added up', async ({
  atCsv,
}) => {
  const page = await atCsv('Gus Group', orders);
  await tool(page, 'Group').click();
  await tool(page, 'Add group').click();
  await choose(page, /^Group 1: field/, 'Stage');
  await choose(page, 'Group 1: direction', 'Last → First option');
  await page.keyboard.press('Escape');
  await expect(tool(page, 'Grouped by Stage')).toBeVisible();
  const counted = page.getByText(/^60 records in 3 groups$/);
  await expect(counted).toBeVisible();
  const group = (name: string) => page.getByRole('button', { name: `Stage ${name}, 20 records` });
  await expect(cell(page, 1, 1)).toHaveText('Order 3');

  // The menu shows what each summary comes to before one is chosen.
  await page.getByRole('button', { name: 'Summary of Metres' }).click();
  await page.getByRole('menuitem', { name: 'Sum 18300' }).click();
  await expect(page.getByRole('row').filter({ has: group('Held') })).toContainText('Sum 6300');
  await expect(page.getByRole('button', { name: 'Summary of Metres' })).toContainText('Sum 18300');

  // Rows of a collapsed group are passed by; its header opens it again.
  await group('Held').focus();
  await page.keyboard.press('ArrowLeft');
  await expect(group('Held')).toHaveAttribute('aria-expanded', 'false');
  await expect(cell(page, 1, 1)).toHaveText('Order 2');
  await expect(counted).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await expect(group('Finishing')).toBeFocused();
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('ArrowRight');
  await expect(cell(page, 1, 1)).toHaveText('Order 3');

  // An edit is added up at once.
  await cell(page, 1, 3).click();
  await page.keyboard.type('1030');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('row').filter({ has: group('Held') })).toContainText('Sum 7300');
  await saved(page);
  await page.reload();
  await expect(counted).toBeVisible();
  await expect(page.getByRole('button', { name: 'Summary of Metres' })).toContainText('Sum 19300');

  await page.setViewportSize({ width: 390, height: 844 });
  await expect(page.getByRole('button', { name: 'New record' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Summary of Metres' })).toContainText('Sum 19300');
});

test('a record made in a filtered view stays there, and one that leaves it is named', async ({ atCsv }) => {
  const page = await atCsv('Pia Prefill', orders);
  await page.getByLabel('Search this table').fill('wea');
  await expect(page.getByText('20 of 60', { exact: true })).toBeVisible();
  await page.keyboard.press('Escape');
  await tool(page, 'Filter').click();
  await tool(page, 'Add condition').click();
  await choose(page, /^Condition 1: field/, 'Stage');
  await choose(page, /^Condition 1: value/, 'Weaving');
  await expect(count(page)).toHaveText('20 records');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog', { name: 'Filter' })).toBeHidden();
  await page.getByRole('button', { name: 'New record' }).click();
  await expect(cell(page, 21, 2)).toHaveText('Weaving');
  await cell(page, 1, 2).click();
  await page.keyboard.press('Delete');
  await expect(cell(page, 1, 1)).toHaveText('Order 1');
  await page.keyboard.press('ArrowDown');
  await page.getByText('This record is hidden by the filter').waitFor();
  await page.getByRole('button', { name: 'Show', exact: true }).click();
  await expect(page.getByRole('dialog').getByLabel('Order', { exact: true })).toHaveValue('Order 1');
});

test('an edited record stays in its place until one moves on', async ({ atCsv }) => {
  const page = await atCsv('Mo Stay', orders);
  const keys = page.keyboard;
  await tool(page, 'Sort').click();
  await tool(page, 'Add sort').click();
  await choose(page, /^Sort 1: field/, 'Metres');
  await keys.press('Escape');
  await tool(page, 'Filter').click();
  await tool(page, 'Add condition').click();
  await choose(page, /^Condition 1: field/, 'Stage');
  await choose(page, /^Condition 1: value/, 'Held');
  await expect(count(page)).toHaveText('20 records');
  await keys.press('Escape');

  // By sort: 30 becomes 9999 and would be last.
  await cell(page, 1, 3).click();
  await keys.type('9999');
  await keys.press('Tab');
  await expect(cell(page, 1, 3)).toHaveText('9999');
  await saved(page);
  await expect(cell(page, 1, 1)).toHaveText('Order 3');
  await keys.press('ArrowDown');
  await expect(cell(page, 1, 1)).toHaveText('Order 6');
  await expect(spoken(page)).toHaveText(/, row 1$/);
  await expect(cell(page, 20, 1)).toHaveText('Order 3');

  // Nothing moves from under a pointer between two presses.
  await cell(page, 1, 3).click();
  await keys.type('8888');
  await keys.press('Shift+Tab');
  await cell(page, 2, 1).dblclick();
  await keys.type(' b');
  await keys.press('Enter');
  await expect(cell(page, 1, 1)).toHaveText('Order 9 b');
  await expect(cell(page, 19, 1)).toHaveText('Order 6');

  // By filter: what is typed at once afterwards goes where the person is.
  await cell(page, 1, 2).click();
  await keys.press('Delete');
  await expect(cell(page, 1, 2)).toHaveText('');
  await expect(count(page)).toHaveText('20 records');
  await keys.press('ArrowDown');
  await keys.press('ArrowLeft');
  await keys.type('Mine');
  await keys.press('Enter');
  await expect(count(page)).toHaveText('19 records');
  await expect(cell(page, 1, 1)).toHaveText('Mine');

  // A new record takes the value that the filter asks for, and stays.
  await page.getByRole('button', { name: 'New record' }).click();
  await keys.type('Fresh');
  await keys.press('Tab');
  await expect(cell(page, 20, 1)).toHaveText('Fresh');
  await expect(cell(page, 20, 2)).toHaveText('Held');
  await keys.press('ArrowUp');
  await expect(count(page)).toHaveText('20 records');
});

test('a table has several views, each with settings of its own', async ({ atCsv }) => {
  const page = await atCsv('Vi View', orders);
  const menu = (name: string) => page.getByRole('button', { name: `View: ${name}`, exact: true });
  const pick = (name: string) => page.getByRole('menuitem', { name, exact: true }).click();
  await tool(page, 'Filter').click();
  await tool(page, 'Add condition').click();
  await page.getByLabel('Condition 1: value').fill('order 5');
  await page.keyboard.press('Escape');
  await menu('Grid view').click();
  await pick('Duplicate view');
  await expect(menu('Grid view copy')).toBeVisible();
  await expect(count(page)).toHaveText('11 records');
  await menu('Grid view copy').click();
  await pick('Rename view');
  await page.getByLabel('View name').fill('grid view');
  await expect(page.getByText('A view with this name already exists')).toBeVisible();
  await page.getByLabel('View name').fill('Fives');
  await page.getByLabel('View name').press('Enter');
  await expect(menu('Fives')).toBeVisible();
  await menu('Fives').click();
  await pick('Add view');
  await expect(count(page)).toHaveText('60 records');
  await saved(page);
  await page.reload();
  await expect(menu('Grid view (2)')).toBeVisible();
  await menu('Grid view (2)').click();
  await pick('Move up');
  await menu('Grid view (2)').click();
  await expect(page.getByRole('menuitem').first()).toHaveText('Grid view');
  await expect(page.getByRole('menuitem').nth(1)).toHaveText('Grid view (2)');
  await pick('Delete view');
  await expect(menu('Fives')).toBeVisible();
  await expect(count(page)).toHaveText('11 records');
  await undo(page);
  await menu('Fives').click();
  await pick('Grid view (2)');
  await expect(count(page)).toHaveText('60 records');
});

test('the editors of a view pass axe, and are sheets on a phone', async ({ atCsv }) => {
  const page = await atCsv('Ax Tool', orders);
  await expect(page.locator('[data-sonner-toast]')).toHaveCount(0);
  await tool(page, 'Filter').click();
  await tool(page, 'Add condition').click();
  await page.getByLabel('Condition 1: value').fill('order');
  await tool(page, 'Add group').click();
  await page.getByRole('group', { name: 'Group 2' }).getByRole('button', { name: 'Add condition' }).click();
  await expectAccessible(page, 'filter');
  await page.setViewportSize({ width: 390, height: 844 });
  const box = await page.getByRole('dialog', { name: 'Filter' }).boundingBox();
  expect(box && [box.x, box.width, Math.round(box.y + box.height)]).toEqual([0, 390, 844]);
  await expectAccessible(page, 'filter on a phone');
  await page.keyboard.press('Escape');
  await page.setViewportSize({ width: 1_440, height: 900 });
  await tool(page, 'Sort').click();
  await tool(page, 'Add sort').click();
  await tool(page, 'Add sort').click();
  await expectAccessible(page, 'sort');
  await page.keyboard.press('Escape');
  await tool(page, 'Hide fields').click();
  await page.getByRole('switch', { name: 'Paid' }).click();
  await expectAccessible(page, 'fields');
  await page.keyboard.press('Escape');
  await cell(page, 2, 1).click({ button: 'right' });
  // A menu stands beside the page's landmarks as long as it is open.
  await expectAccessible(page, 'menu of the cells', ['region']);
});
