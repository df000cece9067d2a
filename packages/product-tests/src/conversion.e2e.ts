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

  // Who chooses the former type again is offered to undo instead: a new text would be '12.5'.
  await editField(page, 'Amount');
  await chooseType(page, 'Single line text', 'Number');
  await page.getByRole('button', { name: 'Convert' }).click();
  await expect(cell(page, 2, 2)).toHaveClass(/is-unfit/);
  await editField(page, 'Amount');
  await chooseType(page, 'Number', 'Single line text');
  await page.getByRole('button', { name: 'Undo the conversion' }).click();
  await expect(page.getByRole('button', { name: 'Convert' })).toBeHidden();
  await expect(cell(page, 1, 2)).toHaveText('12.50');
  await expect(cell(page, 2, 2)).not.toHaveClass(/is-unfit/);

  // A filter that asks for a part of a text asks nothing of a number: the panel says so before.
  await page.getByRole('button', { name: 'Filter', exact: true }).click();
  await page.getByRole('button', { name: 'Add condition' }).click();
  await page.getByRole('combobox', { name: 'Condition 1: field' }).click();
  await page.getByRole('option', { name: 'Amount' }).click();
  await page.getByPlaceholder('Enter a text').fill('1');
  await expect(page.getByRole('grid')).toHaveAttribute('aria-rowcount', '3');
  await page.keyboard.press('Escape');
  await editField(page, 'Amount');
  await chooseType(page, 'Single line text', 'Number');
  await expect(
    page.getByText('The filter of Grid view loses what the new type cannot be asked.'),
  ).toBeVisible();
  await chooseType(page, 'Number', 'Long text');
  await expect(page.getByText('The filter of Grid view loses')).toBeHidden();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByRole('button', { name: 'Cancel' })).toBeHidden();

  await editField(page, 'Order');
  await page.getByRole('combobox', { name: 'Type: Single line text' }).click();
  await expect(page.getByRole('option', { name: 'Checkbox' })).toBeDisabled();
  await expect(page.getByRole('option', { name: 'Checkbox' })).toContainText('Cannot name the records');
});

test('linked records become their names, which is said before, and all links come back', async ({
  atCsv,
}) => {
  const page = await atCsv(
    'Ada Names',
    'Order,Stage\nRunners,Weaving\n"Towels, blue",Drying\nThrows,Weaving\n',
  );
  await page.getByRole('button', { name: 'Add field' }).first().click();
  await page.getByPlaceholder('Field name').fill('Follows');
  await chooseType(page, 'Single line text', 'Linked record');
  await page.getByRole('combobox', { name: 'Linked table' }).click();
  await page.getByRole('option', { name: /this table/ }).click();
  await page.getByRole('button', { name: 'Create field' }).click();
  await saved(page);

  await cell(page, 1, 3).click();
  await page.keyboard.press('Enter');
  for (const name of ['Towels, blue', 'Throws']) {
    await page.getByRole('combobox', { name: 'Follows: find a record' }).fill(name);
    await page.getByRole('option', { name: new RegExp(`^${name}`) }).click();
  }
  await page.keyboard.press('Tab');
  await saved(page);
  await expect(cell(page, 1, 3)).toContainText('Throws');
  const columns = page.getByRole('columnheader');
  const linked = await columns.count();

  await editField(page, 'Follows');
  await page.getByRole('combobox', { name: 'Type: Linked record' }).click();
  await expect(
    page.getByRole('option', { name: 'Checkbox Linked records become texts only' }),
  ).toBeDisabled();
  await page.getByRole('combobox', { name: 'Search: Type' }).fill('Single line text');
  await page.getByRole('option', { name: 'Single line text', exact: true }).click();
  await expect(page.getByText('1 value fits the new type.')).toBeVisible();
  await expect(page.getByText('Each cell becomes the names of its linked records.')).toBeVisible();
  await page.getByRole('button', { name: 'Convert' }).click();
  await expect(cell(page, 1, 3)).toHaveText('"Towels, blue", Throws');
  await expect(columns).toHaveCount(linked - 1);
  await saved(page);

  await page.reload();
  await expect(cell(page, 1, 3)).toHaveText('"Towels, blue", Throws');
  await cell(page, 1, 1).click();
  await page.keyboard.press('Control+z');
  await expect(columns).toHaveCount(linked);
  await expect(cell(page, 2, 4)).toContainText('Runners');
});

test('a text becomes the records that it names, those that are missing are made when asked, and all comes back', async ({
  atCsv,
}) => {
  const rows = ['Runners,"Throws, ""Towels, blue"""', '"Towels, blue",Runners', 'Throws,Napkins'];
  const page = await atCsv('Ada Links', `Order,Follows\n${rows.join('\n')}\n`);
  const columns = page.getByRole('columnheader');
  await expect(cell(page, 3, 2)).toHaveText('Napkins');
  const before = await columns.count();

  await editField(page, 'Follows');
  await chooseType(page, 'Single line text', 'Linked record');
  const convert = page.getByRole('button', { name: 'Convert' });
  await expect(convert).toBeDisabled();
  await page.getByRole('combobox', { name: 'Linked table' }).click();
  await page.getByRole('option', { name: /this table/ }).click();
  await expect(page.getByText('3 values name a record of')).toContainText('1 names no record.');
  await expect(page.getByRole('list', { name: 'Values that do not fit' })).toHaveText('Napkins');
  await expect(page.getByText('The text stays in a field beside the links')).toContainText('Follows (text)');
  await page.getByRole('switch', { name: 'Create the missing record' }).check();
  await expect(page.getByText('The text field goes; undo brings it back as it was.')).toBeVisible();
  await convert.click();
  await expect(cell(page, 1, 2)).toContainText('Towels, blue');
  await expect(cell(page, 3, 2)).toContainText('Napkins');
  await expect(cell(page, 4, 1)).toHaveText('Napkins');
  // The other side of the links.
  await expect(columns).toHaveCount(before + 1);
  await expect(cell(page, 4, 3)).toContainText('Throws');
  await saved(page);

  await page.reload();
  await expect(cell(page, 3, 2)).toContainText('Napkins');
  await cell(page, 1, 1).click();
  await page.keyboard.press('Control+z');
  await expect(columns).toHaveCount(before);
  await expect(cell(page, 1, 2)).toHaveText('Throws, "Towels, blue"');
  await expect(cell(page, 4, 1)).not.toContainText('Napkins');
});
