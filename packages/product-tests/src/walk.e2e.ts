import { fileURLToPath } from 'node:url';
import { expect } from '@playwright/test';
import { cell, emailOf, importCsv, inviteByClicks, saved, shareWith, signUpByClicks } from './people.ts';
import { test } from './product-test.ts';

// Its server is killed.
test.use({ ownProduct: true });

const countries = fileURLToPath(new URL('../../imports/fixtures/country-codes.csv', import.meta.url));

test('a CSV becomes a typed database that two people edit together, through undo, reload and a crash', async ({
  page: ines,
  newPerson,
  product,
}) => {
  await signUpByClicks(ines, 'Ines Moreau');
  const link = await inviteByClicks(ines, emailOf('Ben Okafor'));

  await importCsv(ines, countries);
  const grid = ines.getByRole('grid', { name: 'country-codes' });
  await expect(grid).toHaveAttribute('aria-rowcount', '250');
  await expect(grid).toHaveAttribute('aria-colcount', '57');
  await expect(cell(ines, 1, 1)).toHaveText('AFG');
  await expect(ines.getByText('249 records')).toBeVisible();

  // A colleague follows the link and opens the same database in another browser.
  const ben = await newPerson();
  await signUpByClicks(ben, 'Ben Okafor', link);
  await shareWith(ines, 'Ben Okafor');
  await ben.getByRole('link', { name: 'country-codes' }).click();
  await expect(cell(ben, 1, 1)).toHaveText('AFG');

  // Typing replaces the cell; the colleague sees it without doing anything.
  await cell(ines, 1, 2).click();
  await ines.keyboard.type('Kabul');
  await ines.keyboard.press('Enter');
  await expect(cell(ines, 1, 2)).toHaveText('Kabul');
  await expect(cell(ben, 1, 2)).toHaveText('Kabul');
  await saved(ines);

  // What is emptied comes back with undo, for both.
  await cell(ben, 2, 6).click();
  await ben.keyboard.press('Delete');
  await expect(cell(ines, 2, 6)).toHaveText('');
  await ben.keyboard.press('Control+z');
  await expect(cell(ben, 2, 6)).toHaveText('248');
  await expect(cell(ines, 2, 6)).toHaveText('248');
  await saved(ben);

  // Undo belongs to the person and outlives a reload.
  await ines.reload();
  await expect(cell(ines, 1, 2)).toHaveText('Kabul');
  await ines.getByRole('button', { name: 'Undo' }).click();
  await expect(cell(ines, 1, 2)).toHaveText('AFG');
  await expect(cell(ben, 1, 2)).toHaveText('AFG');
  await ines.getByRole('button', { name: 'Redo' }).first().click();
  await expect(cell(ines, 1, 2)).toHaveText('Kabul');
  await saved(ines);

  // The server is killed; editing goes on, and nothing is lost when it is back.
  await product.restart('SIGKILL');
  await cell(ben, 3, 2).click();
  await ben.keyboard.type('Tirana');
  await ben.keyboard.press('Enter');
  await expect(cell(ines, 3, 2)).toHaveText('Tirana', { timeout: 20_000 });
  await saved(ben);
  await ines.reload();
  await expect(cell(ines, 1, 2)).toHaveText('Kabul');
  await expect(cell(ines, 3, 2)).toHaveText('Tirana');
  await ines.getByRole('button', { name: 'Undo' }).click();
  await expect(cell(ines, 1, 2)).toHaveText('AFG');
});
