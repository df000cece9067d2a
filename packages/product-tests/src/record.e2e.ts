import { expect, type Page } from '@playwright/test';
import { expectAccessible } from './expect-accessible.ts';
import { orders } from './orders.ts';
import { cell, saved } from './people.ts';
import { test } from './product-test.ts';

const record = (page: Page) => page.getByRole('dialog', { name: 'Record' });
const press = (page: Page, name: string) => record(page).getByRole('button', { name, exact: true }).click();

test('a record is opened, edited, and one of its values taken back', async ({ atCsv }) => {
  const page = await atCsv('Rea Cord', orders);
  await cell(page, 1, 1).click();
  await page.keyboard.press('Alt+Enter');
  await expect(record(page).getByLabel('Order', { exact: true })).toHaveValue('Order 1');
  await expect(record(page).getByRole('status')).toHaveText(/^1 of 60 in /);
  await expect(
    record(page).getByText('created this record').or(record(page).getByText('Nothing was changed')),
  ).toBeVisible();
  await expectAccessible(page, 'a record');

  // A text, a number, a choice, a box: each is saved when it is left.
  await record(page).getByLabel('Order', { exact: true }).fill('measured again');
  await record(page).getByLabel('Metres', { exact: true }).fill('25');
  await record(page).getByLabel('Metres', { exact: true }).press('Enter');
  await record(page).getByRole('button', { name: 'Stage: Weaving' }).click();
  await page.getByRole('option', { name: 'Held' }).click();
  await record(page).getByLabel('Paid').click();
  await saved(page);
  await expect(record(page).getByText(/set Metres from 10 to 25/)).toBeVisible();
  await expect(record(page).getByText(/set Stage from Weaving to Held/)).toBeVisible();

  await press(page, 'Set Stage back to Weaving');
  await expect(record(page).getByRole('button', { name: 'Stage: Weaving' })).toBeVisible();

  // Given up by Escape, which closes the record only when nothing is being typed.
  await record(page).getByLabel('Order', { exact: true }).fill('a mistake');
  await page.keyboard.press('Escape');
  await expect(record(page).getByLabel('Order', { exact: true })).toHaveValue('measured again');
  await page.keyboard.press('Escape');
  await expect(record(page)).toBeHidden();
  await expect(cell(page, 1, 3)).toHaveText('25');
  await expect(page.getByLabel(/: cells$/)).toBeFocused();
});

test('one goes from record to record, by a link too, and duplicates one', async ({ atCsv }) => {
  const page = await atCsv('Nell Next', orders);
  await cell(page, 2, 1).hover();
  await page.locator('.wg-row:hover .wg-open').click();
  const name = record(page).getByLabel('Order', { exact: true });
  await expect(name).toHaveValue('Order 2');
  await press(page, 'Next record');
  await expect(name).toHaveValue('Order 3');
  await press(page, 'Previous record');
  await press(page, 'Previous record');
  await expect(name).toHaveValue('Order 1');
  await expect(record(page).getByRole('button', { name: 'Previous record' })).toBeDisabled();

  // What is being typed is saved also where one goes on, or back, without leaving the input.
  await record(page).getByLabel('Order', { exact: true }).fill('typed and left');
  await page.goBack();
  await expect(record(page)).toBeHidden();
  await expect(cell(page, 1, 1)).toHaveText('typed and left');
  await saved(page);
  await page.goForward();
  await expect(name).toHaveValue('typed and left');
  await page.reload();
  await expect(record(page).getByLabel('Order', { exact: true })).toHaveValue('typed and left');

  await press(page, 'More');
  await page.getByRole('menuitem', { name: 'Duplicate record' }).click();
  await expect(record(page).getByRole('status')).toHaveText(/^2 of 61 in /);
  await expect(name).toHaveValue('typed and left');
  await saved(page);
  await press(page, 'More');
  await page.getByRole('menuitem', { name: 'Delete record' }).click();
  await expect(record(page)).toBeHidden();
  await expect(page.getByText(/^60 records$/)).toBeVisible();
  await saved(page);
  await page.goto(`${page.url().split('?')[0]}?record=recnobodyhasthis00000000`);
  await expect(page.getByText('This record is not here')).toBeVisible();
});
