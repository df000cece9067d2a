import { fileURLToPath } from 'node:url';
import { expect } from '@playwright/test';
import { cell, reviewCsv, signUp } from './people.ts';
import { test } from './product-test.ts';

const corpus = (name: string): string =>
  fileURLToPath(new URL(`../../imports/corpus/${name}.csv`, import.meta.url));

test('a file is read another way, and what was decided stays', async ({ page: ines }) => {
  await signUp(ines, 'Ines Moreau');
  await reviewCsv(ines, corpus('bank-de-preamble'));
  const name = (column: number) => ines.getByLabel(`Field name, column ${column}`);
  await expect(ines.getByText('4 rows above the header are left out.')).toBeVisible();
  await expect(name(1)).toHaveValue('Buchungstag');
  // A list that fits has no scrollbar, which would shift its cells against the header.
  const scroller = ines.getByRole('list', { name: 'Columns' }).locator('..');
  expect(await scroller.evaluate((box) => box.scrollHeight - box.clientHeight)).toBe(0);
  await name(5).fill('Amount');
  await expect(
    ines.getByText('All 40 values are numbers with up to 2 decimals, decimal comma'),
  ).toBeVisible();
  await ines.getByRole('checkbox', { name: 'Import Währung' }).click();

  const header = ines.getByRole('switch', { name: 'First row is a header' });
  await header.click();
  await expect(name(1)).toHaveValue('Field 1');
  await expect(ines.getByText('rows above the header')).toBeHidden();
  await expect(name(5)).toHaveValue('Amount');
  await header.click();
  await expect(name(1)).toHaveValue('Buchungstag');
  await expect(name(5)).toHaveValue('Amount');
  await expect(ines.getByRole('checkbox', { name: 'Import Währung' })).not.toBeChecked();

  // Another separator makes other columns; the first one finds the same ones again.
  const facts = ines.getByRole('button', { name: /^bank-de-preamble\.csv/ });
  const separator = async (label: string) => {
    await facts.click();
    await ines.getByRole('combobox', { name: 'Separator' }).click();
    await ines.getByRole('option', { name: label }).click();
    // Beside it: Escape would close the whole wizard where the popover has closed by itself.
    await ines.getByText('Review and Edit Schema').click();
  };
  await separator('Pipe');
  await expect(ines.getByRole('heading', { name: '1 column found' })).toBeVisible();
  await separator('Semicolon');
  await expect(ines.getByRole('heading', { name: '6 columns found' })).toBeVisible();
  await ines.getByRole('button', { name: 'Keep them' }).click();
  await expect(name(1)).toHaveValue('Kontoauszug');
});

test('the options of a select are renamed and deleted before the import', async ({ page: ben }) => {
  await signUp(ben, 'Ben Okafor');
  await reviewCsv(ben, corpus('airtable-grid'));
  await ben.getByLabel('Field name, column 2').click();
  await ben.getByRole('textbox', { name: 'Option 1', exact: true }).fill('To do');
  await ben.getByRole('button', { name: 'Delete Done' }).click();
  await expect(ben.getByText('Cells of Status with “Done” have no option.')).toBeVisible();
  const preview = ben.getByRole('table', { name: 'Preview' });
  await expect(preview.getByRole('row').nth(1)).toContainText('To do');
  await expect(preview.getByRole('row').nth(3)).toContainText('Done, doesn’t fit');

  // Escape would throw away what was decided: it asks first, and once more it keeps everything.
  const question = ben.getByRole('dialog', { name: 'Discard import?' });
  await ben.keyboard.press('Escape');
  await expect(question.getByRole('button', { name: 'Keep reviewing' })).toBeFocused();
  await ben.keyboard.press('Escape');
  await expect(question).toBeHidden();
  await expect(ben.getByRole('textbox', { name: 'Option 1', exact: true })).toHaveValue('To do');

  await ben.getByRole('button', { name: 'Import Database' }).click();
  await expect(ben.getByText('15 values don’t fit')).toBeVisible();
  await ben.getByRole('button', { name: 'Open database' }).click();
  await expect(ben.locator('[data-grid-cells]')).toBeFocused();
  await expect(cell(ben, 1, 2)).toHaveText('To do');
  await expect(cell(ben, 2, 2)).toHaveText('In progress');
  await expect(cell(ben, 3, 2)).toContainText('Done');
});

test('what is odd about a file is said, and each has its way back', async ({ page: ada }) => {
  await signUp(ada, 'Ada Lind');
  const name = (column: number) => ada.getByLabel(`Field name, column ${column}`);
  await reviewCsv(ada, corpus('padded-labels'));
  await expect(ada.getByText('4 values with spaces around · 4 equal another without them')).toBeVisible();
  await expect(ada.getByRole('list', { name: 'Options' }).getByRole('listitem')).toHaveCount(6);
  await ada.getByRole('switch', { name: 'Leave out the spaces and merge' }).click();
  await expect(ada.getByRole('list', { name: 'Options' }).getByRole('listitem')).toHaveCount(3);
  await ada.getByRole('button', { name: 'Import Database' }).click();
  await ada.waitForURL('**/database/**');
  await expect(cell(ada, 5, 2)).toHaveText('Never');

  await ada.goto('/home');
  await reviewCsv(ada, corpus('quote-stray-merges'));
  await expect(ada.getByText('The quote opened on line 3 closes on line 5')).toBeVisible();
  await ada.getByRole('button', { name: /^quote-stray-merges\.csv/ }).click();
  await ada.getByRole('combobox', { name: 'Quotes' }).click();
  await ada.getByRole('option', { name: 'None, quotes are text' }).click();
  await expect(ada.getByText('A cell begins with a quote').first()).toBeVisible();
  await expect(name(4)).toHaveValue('Field 4');
});

test('what is decided of a column is said, and another type is one press away', async ({ page: ada }) => {
  await signUp(ada, 'Ada Marker');
  await reviewCsv(ada, corpus('missing-markers'));
  await ada.getByLabel('Field name, column 2').click();
  const about = ada.getByRole('region', { name: 'About Depth' });
  const note = about.getByText('“NA” in 14 cells stays as text.');
  await expect(note).toBeVisible();
  await about.getByRole('button', { name: 'Single line text All fit' }).click();
  await expect(note).toBeHidden();
  await about.getByRole('button', { name: 'Number All fit' }).click();
  await expect(note).toBeVisible();

  await ada.getByRole('button', { name: 'Import Database' }).click();
  await expect(cell(ada, 1, 2)).toHaveText('NA');
  await expect(ada.locator('[data-grid-cells]')).toBeFocused();
  await expect(cell(ada, 1, 2)).not.toHaveClass(/is-unfit/);
  await cell(ada, 1, 2).click();
  await expect(ada.getByText('Depth, NA, row 1')).toBeAttached();
});
