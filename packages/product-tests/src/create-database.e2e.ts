import { expect } from '@playwright/test';
import { AiServer } from '@weft/integrations/testing';
import { signUp as signUpByCall, startProduct } from '@weft/testkit';
import { expectAccessible } from './expect-accessible.ts';
import { signUp } from './people.ts';
import { sitDown, test } from './product-test.ts';

test('a template is found by a description, looked at, and becomes a database', async ({ page }) => {
  await signUp(page, 'Ines Moreau');
  await page.goto('/home/tables/new');
  await expect(page.getByRole('button', { name: 'Blank database' })).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  const gallery = page.getByRole('dialog', { name: 'Start from a template' });
  const search = gallery.getByLabel('Describe what you want to keep');
  await expect(search).toBeFocused();
  await expect(gallery.getByRole('heading', { name: 'Customers' })).toBeVisible();
  await expectAccessible(page, 'gallery of templates');
  await page.keyboard.type('quasar spectroscopy');
  await expect(gallery.getByText('No template fits')).toBeVisible();
  await search.fill('my customers and the deals with them');
  await expect(gallery.getByRole('heading', { name: 'Customers' })).toBeHidden();
  await gallery.getByRole('button', { name: 'Sales pipeline (CRM)' }).press('Enter');

  const preview = page.getByRole('dialog', { name: 'Sales pipeline (CRM)' });
  const create = preview.getByRole('button', { name: 'Create database' });
  await expect(create).toBeFocused();
  await expect(preview.getByRole('table', { name: 'Companies' })).toContainText('Harbour Bakery');
  await preview.getByRole('button', { name: 'Deals' }).click();
  await expect(preview.getByRole('table', { name: 'Deals' })).toContainText('Offer sent');
  await expectAccessible(page, 'preview of a template');
  await preview.getByRole('button', { name: 'Back' }).click();
  await expect(gallery.getByRole('button', { name: 'Sales pipeline (CRM)' })).toBeFocused();
  await page.keyboard.press('Enter');
  await create.click();
  await page.waitForURL('**/database/**');
  await expect(page.getByRole('grid', { name: 'Companies' })).toBeVisible();
  await expect(page.getByText('4 records')).toBeVisible();
  await page.getByRole('button', { name: 'Deals', exact: true }).click();
  await expect(page.getByRole('grid', { name: 'Deals' })).toContainText('Hall textiles');
  await page.getByRole('link', { name: 'Home' }).click();
  await expect(page.getByRole('link', { name: 'Sales pipeline (CRM)' })).toBeVisible();
});

test('a description searches the templates where the server has no AI service', async ({ page }) => {
  await signUp(page, 'Ines Moreau');
  await page.goto('/home/tables/new');
  await page.getByRole('button', { name: 'Description' }).click();
  const dialog = page.getByRole('dialog', { name: 'Describe your database' });
  await expect(dialog.getByText('This server has no AI service')).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Search templates' })).toBeDisabled();
  await dialog.getByLabel('What do you want to keep?').fill('recipes and what we cook');
  await dialog.getByRole('button', { name: 'Search templates' }).click();
  const gallery = page.getByRole('dialog', { name: 'Start from a template' });
  await expect(gallery.getByText('your description searches the templates instead')).toBeVisible();
  await expect(gallery.getByRole('listitem').first()).toContainText('Recipes and meals');
  await gallery.getByRole('button', { name: 'Back' }).click();
  await expect(dialog.getByLabel('What do you want to keep?')).toHaveValue('recipes and what we cook');
  await dialog.getByRole('button', { name: 'Back' }).click();
  await expect(page.getByRole('dialog', { name: 'Create database' })).toBeVisible();
});

test('suggested tables are reviewed, changed and made into a database', async ({ page }) => {
  await using service = await new AiServer().listen();
  await using product = await startProduct({ AI_BASE_URL: service.baseUrl, AI_API_KEY: AiServer.key });
  await sitDown(page, await signUpByCall(product.url, 'Ines Moreau', 'ines@example.com'));
  const text = (name: string) => ({ name, type: 'single_line_text' });
  const link = (name: string, linkedTable: string) => ({ name, type: 'linked_record', linkedTable });
  const level = { name: 'Level', type: 'single_select', options: ['Beginner', 'Returning'] };
  const tables = [
    { name: 'Classes', fields: [text('Class'), level, link('Teacher', 'Teachers'), link('Yarn', 'Yarns')] },
    { name: 'Teachers', fields: [text('Name'), link('Classes', 'Classes')] },
  ];
  service.answers.push({ status: 500 }, JSON.stringify({ name: 'Weaving classes', tables }));
  await page.goto(`${product.url}/home/tables/new`);
  await page.getByRole('button', { name: 'Description' }).click();
  const description = page.getByLabel('What do you want to keep?');
  await description.fill('Weekly weaving classes');
  await page.getByRole('button', { name: 'Generate' }).click();

  // The first time the service fails: a toast says so, and one table is there to go on with.
  await expect(page.getByText('Failed to generate database schema')).toBeVisible();
  const review = page.getByRole('dialog', { name: 'AI schema review' });
  await expect(review.getByLabel('Database name')).toHaveValue('My database');
  await expect(review.getByRole('heading', { name: 'Table 1' })).toBeVisible();
  await review.getByRole('button', { name: 'Back' }).click();
  await expect(description).toHaveValue('Weekly weaving classes');
  await page.getByRole('button', { name: 'Generate' }).click();

  await expect(review.getByLabel('Database name')).toHaveValue('Weaving classes');
  await expect(review.getByText('Choose a linked table: Yarn (in Classes)')).toBeVisible();
  await expect(review.getByRole('button', { name: 'Create database' })).toBeDisabled();
  await expectAccessible(page, 'AI schema review');
  await review.getByRole('button', { name: 'Add option to Level' }).click();
  await review.getByLabel('New option of Level').fill('Children');
  await page.keyboard.press('Enter');
  await expect(review.getByRole('button', { name: 'Remove Children from Level' })).toBeVisible();
  await review.getByRole('button', { name: 'Add table' }).click();
  await review.getByRole('button', { name: 'Table 3: menu' }).click();
  await page.getByRole('menuitem', { name: 'Rename' }).click();
  await review.getByLabel('Name of the table').fill('Yarns');
  await page.keyboard.press('Enter');
  await review.getByRole('combobox', { name: 'Linked table of Yarn' }).click();
  await page.getByRole('option', { name: 'Yarns' }).click();
  await review.getByRole('button', { name: 'Create database' }).click();
  await page.waitForURL('**/database/**');
  await expect(page.getByRole('grid', { name: 'Classes' })).toBeVisible();
  await expect(page.getByText('3 records')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Yarns', exact: true })).toBeVisible();
});
