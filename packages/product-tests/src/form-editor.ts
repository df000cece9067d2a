// The editor of forms, worked on as people do.
import { type Browser, type BrowserContextOptions, expect, type Page } from '@playwright/test';

export const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

/** Create → Form, with a name; its editor is open. */
export async function newForm(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'Create', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Form', exact: true }).click();
  await page.getByLabel('Name').fill(name);
  await page.getByRole('button', { name: 'Create form' }).click();
  await expect(page.getByLabel('Title').first()).toHaveValue(name);
}

export const palette = (page: Page) => page.getByRole('complementary', { name: 'Blocks' });

export async function addQuestion(page: Page, type: string, label: string): Promise<void> {
  const labels = page.getByLabel(/^Label of question/);
  const count = await labels.count();
  await palette(page).getByRole('button', { name: type, exact: true }).click();
  await expect(labels).toHaveCount(count + 1);
  // A new question has the focus.
  await page.locator('textarea:focus').fill(label);
}

/** The labels on the sheet, from top to bottom. */
export const sheet = (page: Page) =>
  page
    .getByLabel(/^Label of question/)
    .evaluateAll((labels) => labels.map((label) => (label as unknown as { readonly value: string }).value));

export async function publish(page: Page): Promise<string> {
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Publish', exact: true })).toBeDisabled();
  await page.getByRole('link', { name: 'Share' }).click();
  return page.getByRole('textbox', { name: 'Link' }).inputValue();
}

/** A stranger's browser. */
export async function stranger(browser: Browser, options: BrowserContextOptions): Promise<Page> {
  return (await browser.newContext(options)).newPage();
}

/** Adds a page behind the others. */
export async function addPage(page: Page, kind: string, heading: string): Promise<void> {
  await page.getByRole('button', { name: 'Add a page' }).click();
  await page.getByRole('menuitem', { name: kind, exact: true }).click();
  await page.getByLabel('Page title').fill(heading);
}
