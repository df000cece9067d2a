import { expect } from '@playwright/test';
import { call, signUp } from './people.ts';
import { test } from './product-test.ts';

test('a database is created, found, renamed, moved to the trash and brought back', async ({ page }) => {
  await signUp(page, 'Ines Moreau');
  await expect(page.getByText('Press create to get started.')).toBeVisible();

  // A file dropped anywhere is on its way to be imported.
  const dataTransfer = await page.evaluateHandle(`(() => {
    const held = new DataTransfer();
    held.items.add(new File(['Name,Due\\nA,2026-01-02\\n'], 'dropped.csv', { type: 'text/csv' }));
    return held;
  })()`);
  await page.dispatchEvent('main', 'dragenter', { dataTransfer });
  await expect(page.getByText('Drop a CSV or Excel file to import it')).toBeVisible();
  await page.dispatchEvent('main', 'drop', { dataTransfer });
  await expect(page.getByRole('dialog', { name: 'Import from CSV' })).toContainText('dropped.csv');
  await page.getByRole('button', { name: 'Close' }).click();
  await expect(page.getByText('Drop a CSV or Excel file to import it')).toBeHidden();

  // Both addresses open the dialog, and are plain again.
  await page.goto('/home?newDatabaseModal=open');
  await expect(page.getByRole('dialog', { name: 'Create database' })).toBeVisible();
  await expect(page).toHaveURL('/home');
  await page.goto('/home?integration=no-service&googleSheetsImport=true');
  await expect(page).toHaveURL('/home');
  await page.goto('/home/zite/new');
  await expect(page.getByRole('heading', { name: 'New app' })).toBeVisible();
  await page.goto('/home/new');
  await expect(page.getByRole('heading', { name: 'New form' })).toBeVisible();
  await page.goto('/home/forms/nowhere/new/start/none');
  await expect(page.getByText('Nothing here')).toBeVisible();
  await page.goto('/home/tables/new');
  await expect(page.getByRole('dialog', { name: 'Create database' })).toBeVisible();
  // By keyboard alone: the search behind the dialog is out of reach, and each step begins where one goes on.
  await expect(page.getByRole('button', { name: 'Blank database' })).toBeFocused();
  await page.keyboard.press('Control+k');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Connect' })).toBeFocused();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Blank database' }).click();
  await page.waitForURL('**/database/**');
  await expect(page.getByRole('grid', { name: 'Untitled Table' })).toBeVisible();
  await expect(page.getByText('3 records')).toBeVisible();

  await page.getByRole('link', { name: 'Home' }).click();
  const card = (name: string) => page.getByRole('link', { name });
  const menu = async (name: string, item: string) => {
    await page.getByRole('button', { name: `${name}: menu` }).click({ force: true });
    await page.getByRole('menuitem', { name: item }).click();
  };
  await menu('Untitled database', 'Rename');
  await page.getByRole('dialog').getByLabel('Name').fill('Wholesale');
  await page.getByRole('dialog').getByRole('button', { name: 'Rename' }).click();
  await expect(card('Wholesale')).toBeVisible();
  await page.getByLabel('Search Home').fill('nothing of this name');
  await expect(card('Wholesale')).toBeHidden();
  await page.getByLabel('Search Home').fill('whole');
  await expect(card('Wholesale')).toBeVisible();
  // Enter opens the only match, listed already or not.
  await page.getByLabel('Search Home').fill('WHOLES');
  await page.getByLabel('Search Home').press('Enter');
  await expect(page.getByText('3 records')).toBeVisible();
  await page.goBack();

  const confirm = () => page.getByRole('dialog').getByRole('button', { name: 'Move to trash' }).click();
  await menu('Wholesale', 'Move to trash');
  await confirm();
  await expect(card('Wholesale')).toBeHidden();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(card('Wholesale')).toBeVisible();
  await menu('Wholesale', 'Move to trash');
  await confirm();
  await page.getByRole('link', { name: 'Trash' }).click();
  await expect(page.getByRole('heading', { name: 'Wholesale' })).toBeVisible();
  await menu('Wholesale', 'Restore');
  await expect(page.getByText('Trash is empty')).toBeVisible();
  await page.getByRole('link', { name: 'Home' }).click();
  // By keyboard: where the card one stood on is taken away, its neighbour has the focus.
  const other = await call<{ basePublicIdentifier: string }>(page, '/admin/bases', { baseName: 'Other' });
  await page.reload();
  await page.getByRole('button', { name: 'Other: menu' }).press('Enter');
  await page.getByRole('menuitem', { name: 'Move to trash' }).press('Enter');
  await expect(page.getByRole('dialog').getByRole('button', { name: 'Cancel' })).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(card('Wholesale')).toBeFocused();
  await expect(page.locator(`a[href*="${other.basePublicIdentifier}"]`)).toBeHidden();
  // The second press of a double one does not open the card below the menu.
  await page.getByRole('button', { name: 'Wholesale: menu' }).click({ force: true });
  await page.getByRole('menuitem', { name: 'Rename' }).dblclick();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
  await card('Wholesale').click();
  await expect(page.getByRole('grid', { name: 'Untitled Table' })).toBeVisible();

  // A list that cannot be had says so, and is asked for again.
  await page.route('**/admin/flows?**', (route) => route.abort());
  await page.goto('/home');
  await expect(page.getByRole('heading', { name: 'Couldn’t load your items' })).toBeVisible();
  await page.unroute('**/admin/flows?**');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(card('Wholesale')).toBeVisible();

  // Signed in, the page to sign in leads on; a session that ended leads back to it.
  await page.goto('/sign-in');
  await expect(page).toHaveURL('/home');
  await expect(card('Wholesale')).toBeVisible();
  await page.context().clearCookies();
  await page.getByRole('link', { name: 'Trash' }).click();
  await expect(page).toHaveURL('/sign-in?next=%2Fhome%2Ftrash');
});

test('whoever has nothing yet tries a demo database, or imports a file, by one click', async ({
  newPerson,
}) => {
  const page = await newPerson();
  await signUp(page, 'Nora New');
  await page.getByRole('button', { name: 'Import a CSV file' }).click();
  await expect(page.getByRole('dialog', { name: 'Import from CSV' })).toBeVisible();
  await page.getByRole('button', { name: 'Close' }).click();
  await page.getByRole('button', { name: 'Try a demo database' }).click();
  await expect(page.getByRole('grid', { name: 'Orders' })).toBeVisible();
  await expect(page.getByText('8 records')).toBeVisible();
  // Its card shows what it holds.
  await page.getByRole('link', { name: 'Home' }).click();
  await page.getByRole('button', { name: 'Cards' }).click();
  await expect
    .poll(() =>
      page
        .locator('img[src*="preview.svg"]')
        .first()
        .evaluate((image) => image.complete && image.naturalWidth),
    )
    .toBeGreaterThan(0);
});

test('a trash of more than 15 items scrolls below its title', async ({ newPerson }) => {
  const page = await newPerson();
  await signUp(page, 'Tova Tidy');
  const flowIds: string[] = [];
  for (let i = 0; i < 16; i++) {
    const made = await call<{ basePublicIdentifier: string }>(page, '/admin/bases', {
      baseName: `Plan ${i}`,
    });
    flowIds.push(made.basePublicIdentifier);
  }
  await call(page, '/admin/flows/trash', { flowIds, action: 'trash' });
  await page.goto('/home/trash');
  await page.getByRole('button', { name: 'Restore Plan 0', exact: true }).scrollIntoViewIfNeeded();
  await expect(page.getByRole('button', { name: 'Restore Plan 15', exact: true })).not.toBeInViewport();
  await expect(page.getByRole('heading', { name: 'Trash', level: 1 })).toBeInViewport();
});
