import { expect, type Page } from '@playwright/test';
import { cell, saved } from './people.ts';
import { test } from './product-test.ts';

async function editField(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: `${name}: field menu` }).click({ force: true });
  await page.getByRole('menuitem', { name: 'Edit field' }).click();
}

async function chooseType(page: Page, from: string, to: string): Promise<void> {
  await page.getByRole('combobox', { name: `Type: ${from}` }).click();
  await page.getByRole('combobox', { name: 'Search: Type' }).fill(to);
  await page.getByRole('option', { name: to, exact: true }).click();
}

test('a field takes another type: what does not fit is said before, kept as text, and all comes back', async ({
  atCsv,
}) => {
  const rows = ['Runners,12.50,Weaving', 'Towels,about ten,Drying', 'Throws,1250,Weaving'];
  const page = await atCsv('Ada Convert', `Order,Amount,Stage\n${rows.join('\n')}\n`);
  await expect(cell(page, 1, 2)).toHaveText('12.50');

  await editField(page, 'Amount');
  await chooseType(page, 'Single line text', 'Number');
  await expect(page.getByText('1 value does not fit and is kept as text')).toBeVisible();
  await expect(page.getByRole('list', { name: 'Values that do not fit' })).toHaveText('about ten');
  await page.getByRole('button', { name: 'Convert' }).click();
  await expect(page.getByRole('button', { name: 'Convert' })).toBeHidden();
  await expect(cell(page, 2, 2)).toHaveText('about ten');
  await expect(cell(page, 2, 2)).toHaveClass(/is-unfit/);
  await cell(page, 1, 2).click();
  await page.keyboard.type('13');
  await page.keyboard.press('Enter');
  await saved(page);

  // In another window the same, then back: the text that stood there, letter by letter.
  await page.reload();
  await expect(cell(page, 2, 2)).toHaveClass(/is-unfit/);
  await page.keyboard.press('Control+z');
  await page.keyboard.press('Control+z');
  await expect(cell(page, 1, 2)).toHaveText('12.50');
  await expect(cell(page, 2, 2)).not.toHaveClass(/is-unfit/);

  await editField(page, 'Order');
  await page.getByRole('combobox', { name: 'Type: Single line text' }).click();
  await expect(page.getByRole('option', { name: 'Checkbox' })).toBeDisabled();
  await expect(page.getByRole('option', { name: 'Checkbox' })).toContainText('Cannot name the records');
});
