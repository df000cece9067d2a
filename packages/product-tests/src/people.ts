import { type Browser, expect, type Locator, type Page } from '@playwright/test';
import { signUp as signUpByCall } from '@weft/testkit';
import { importOrder } from './databases.ts';

const password = 'correct horse battery';

/** A person at a browser of their own, with nothing in it. */
export async function person(browser: Browser): Promise<Page> {
  const context = await browser.newContext({ permissions: ['clipboard-read', 'clipboard-write'] });
  const page = await context.newPage();
  page.on('pageerror', (error) => {
    throw error;
  });
  return page;
}

export async function signUp(page: Page, address: string, name: string): Promise<void> {
  await page.goto(address);
  await page.getByLabel('Name').fill(name);
  await page.getByLabel('Email').fill(`${name.toLowerCase().replaceAll(' ', '.')}@example.com`);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: /^(Create account|Sign up|Join)/ }).click();
  await expect(page.getByRole('heading', { name: 'Home' })).toBeVisible();
}

/** A link that brings one colleague into the organization of whoever sits at this page. */
export async function invite(page: Page, email: string): Promise<string> {
  await page.getByRole('button', { name: 'Invite people' }).first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Email').fill(email);
  await dialog.getByRole('button', { name: 'Create link' }).click();
  const link = await dialog.getByLabel(`Send this link to ${email}`).inputValue();
  await dialog.getByRole('button', { name: 'Close' }).click();
  return link;
}

/** Create → Database → Import → CSV, up to the review of what was found. */
export async function reviewCsv(page: Page, file: string): Promise<void> {
  await page.getByRole('button', { name: 'Create' }).click();
  await page.getByRole('menuitem', { name: 'Database' }).click();
  await page.getByRole('button', { name: 'Import From external data' }).click();
  await page.getByRole('button', { name: 'Connect' }).click();
  await page.locator('input[type=file]').setInputFiles(file);
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByText('Review and Edit Schema')).toBeVisible();
}

/** The same, up to the grid of the new database. */
export async function importCsv(page: Page, file: string): Promise<void> {
  await reviewCsv(page, file);
  await page.getByRole('button', { name: 'Import Database' }).click();
  await page.waitForURL('**/database/**');
}

/** A cell of the grid by the row's number and the column's place, both from 1; the first column names the record. */
export const cell = (page: Page, row: number, column: number): Locator =>
  page.locator(`[role=row][aria-rowindex="${row + 1}"] [role=gridcell][aria-colindex="${column + 1}"]`);

/** Waits until the server has taken every change. */
export async function saved(page: Page): Promise<void> {
  // What is said waits a moment before it changes.
  await expect(page.locator('[data-save]')).toHaveAttribute('data-save', 'saved');
  await expect(page.getByText('All changes saved')).toBeAttached();
}

/** A person in front of the rows of a CSV. Other tests sign up and import by clicks: here both are calls. */
export async function atCsv(
  page: Page,
  product: { readonly url: string },
  name: string,
  csv: string,
): Promise<void> {
  const session = await signUpByCall(product.url, name);
  const cookies = session.headers.cookie.split('; ').map((pair) => {
    const [key = '', ...value] = pair.split('=');
    return { name: key, value: value.join('='), url: product.url };
  });
  await page.context().addCookies(cookies);
  const { order } = await importOrder(session, csv);
  for await (const _ of session.events('import.csvImportStream', order));
  await page.goto(`${product.url}/database/${order.basePublicId}`);
  await expect(cell(page, 1, 1)).toBeVisible();
}
