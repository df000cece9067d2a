import { expect, type Page } from '@playwright/test';
import { expectAccessible } from './expect-accessible.ts';
import { orders } from './orders.ts';
import { cell, saved } from './people.ts';
import { test } from './product-test.ts';

/** Chooses an option of a list that is found by typing. */
async function choose(page: Page, list: RegExp | string, option: RegExp | string) {
  await page.getByRole('combobox', { name: list }).click();
  await page.getByRole('option', { name: option }).click();
}

async function addField(page: Page, name: string, type: string) {
  await page.getByRole('button', { name: 'Add field' }).first().click();
  await page.getByPlaceholder('Field name').fill(name);
  await choose(page, /^Type/, type);
}

test('fields of linked records are looked up, filtered by, and follow them; names are pasted into links', async ({
  atCsv,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const page = await atCsv('Lou Kett', orders);
  await addField(page, 'Nothing', 'Lookup');
  await expect(
    page.getByText('No linked record fields found. Create a linked record field first.'),
  ).toBeVisible();
  await expect(page.getByRole('button', { name: 'Create field' })).toBeDisabled();
  await page.getByRole('button', { name: 'Cancel' }).click();

  await addField(page, 'Follows', 'Linked record');
  await choose(page, 'Linked table', /this table/);
  await page.getByRole('button', { name: 'Create field' }).click();
  await addField(page, 'Their stages', 'Lookup');
  await expect(page.getByText('Select a linked record field first')).toBeVisible();
  await choose(page, 'Linked record field', 'Follows');
  await choose(page, 'Lookup field', 'Stage');
  await expectAccessible(page, 'the settings of a lookup');
  await page.getByRole('button', { name: 'Create field' }).click();
  await saved(page);

  // Behind the links stands the field of the other side.
  const [links, lookups] = [6, 8];
  await cell(page, 1, links).click();
  await page.evaluate(`navigator.clipboard.writeText('Order 2, Order 3\\nNobody')`);
  await page.keyboard.press('Control+v');
  await expect(page.getByText(/Not pasted: “Nobody” that no record of .* has/)).toBeVisible();
  await saved(page);
  await expect(cell(page, 1, links)).toContainText('Order 2');
  await page.getByRole('button', { name: 'Create records' }).click();
  await expect(cell(page, 2, links)).toContainText('Nobody');
  await saved(page);
  await cell(page, 1, links).click();
  await page.keyboard.press('End');
  await expect(cell(page, 1, lookups)).toHaveText('FinishingHeld');

  await page.getByRole('button', { name: 'Filter', exact: true }).click();
  await page.getByRole('button', { name: 'Add condition' }).click();
  await choose(page, 'Condition 1: field', 'Their stages');
  await choose(page, 'Condition 1: value', 'Held');
  await page.keyboard.press('Escape');
  await expect(cell(page, 1, 1)).toHaveText('Order 1');
  await expect(cell(page, 2, 1)).toBeHidden();
});
