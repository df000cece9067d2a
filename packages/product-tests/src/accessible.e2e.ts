import { fileURLToPath } from 'node:url';
import AxeBuilder from '@axe-core/playwright';
import { expect, type Page, test } from '@playwright/test';
import { type Product, startProduct } from '@weft/testkit';
import { importCsv, person, signUp } from './people.ts';

const simple = fileURLToPath(new URL('../../imports/fixtures/country-codes.csv', import.meta.url));

let product: Product;
test.beforeAll(async () => {
  product = await startProduct();
});
test.afterAll(async () => {
  await product.stop();
});

/** Both themes, once the page rests: WCAG 2.2 AA and axe's own advice. */
async function expectAccessible(page: Page, what: string): Promise<void> {
  // A toast on its way out is half transparent; its colours are held in the tokens' test.
  await expect(page.locator('[data-sonner-toast]')).toHaveCount(0);
  for (const theme of ['light', 'dark']) {
    await page.locator('html').evaluate((html, name) => html.setAttribute('data-theme', name), theme);
    await page.waitForTimeout(300);
    const { violations } = await new AxeBuilder({ page }).analyze();
    const faults = violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join('\n')}`);
    expect(faults, `${what}, ${theme}`).toEqual([]);
  }
}

test('every screen passes axe in light and dark', async ({ browser }) => {
  // Twenty-two analyses, seconds each where other work shares the cores.
  test.setTimeout(180_000);
  const page = await person(browser);
  await page.goto(`${product.url}/sign-in`);
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible();
  await expectAccessible(page, 'sign-in');
  await signUp(page, `${product.url}/sign-up`, 'Ines Moreau');
  await expectAccessible(page, 'home, empty');

  await page.getByRole('button', { name: 'Invite people' }).click();
  await expectAccessible(page, 'invite dialog');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Create' }).click();
  await page.getByRole('menuitem', { name: 'Database' }).click();
  await expectAccessible(page, 'create dialog');
  await page.getByRole('button', { name: 'Import From external data' }).click();
  await expectAccessible(page, 'sources');
  await page.getByRole('button', { name: 'Connect' }).click();
  await expectAccessible(page, 'upload');
  await page.locator('input[type=file]').setInputFiles(simple);
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByText('Review and Edit Schema')).toBeVisible();
  await expectAccessible(page, 'schema');
  await page.keyboard.press('Escape');

  await page.goto(`${product.url}/home`);
  await importCsv(page, simple);
  await expect(page.getByRole('gridcell', { name: 'AFG' }).first()).toBeVisible();
  await expectAccessible(page, 'grid');
  await page.getByRole('button', { name: 'Add field' }).click();
  await expectAccessible(page, 'field panel');
  await page.getByRole('button', { name: 'Close' }).click();
  await page.getByRole('gridcell', { name: 'AFG' }).nth(1).dblclick();
  await expectAccessible(page, 'cell editor');
  await page.keyboard.press('Escape');
  await page.getByRole('link', { name: 'Home' }).click();
  await expect(page.getByRole('link', { name: 'country-codes' })).toBeVisible();
  await expectAccessible(page, 'home with a database');
});
