import { expect, type Locator, type Page, test } from '@playwright/test';

/** Of everybody who signed up in the browser's place, or by clicks. */
export const password = 'correct horse battery';

/** The address of a person of the running test: tests share a server, and each has people of its own. */
export const emailOf = (name: string): string =>
  `${name.toLowerCase().replaceAll(' ', '.')}.${test.info().testId.slice(-8)}@example.com`;

/** Signs up by a call, in an organization of one's own or by the link of an invitation, and opens home. */
export async function signUp(page: Page, name: string, link?: string): Promise<void> {
  const invitationCode = link?.split('/').at(-1);
  const person = { name, email: emailOf(name), password };
  const answer = await page.request.post('/api/auth/sign-up/email', {
    data: invitationCode === undefined ? person : { ...person, invitationCode },
  });
  expect(answer.ok(), await answer.text()).toBe(true);
  await page.goto('/home');
  await expect(page.getByRole('heading', { name: 'Home' })).toBeVisible();
}

/** The same by clicks. */
export async function signUpByClicks(page: Page, name: string, link = '/sign-up'): Promise<void> {
  await page.goto(link);
  await page.getByLabel('Name').fill(name);
  await page.getByLabel('Email').fill(emailOf(name));
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Create account' }).click();
  await expect(page.getByRole('heading', { name: 'Home' })).toBeVisible();
}

/** A link that brings one colleague into the organization of whoever sits at this page. */
export async function invite(page: Page, email: string): Promise<string> {
  const { code } = await call<{ readonly code: string }>(page, '/v1/invitations', { email });
  return `/invite/${code}`;
}

/** The same by clicks. */
export async function inviteByClicks(page: Page, email: string): Promise<string> {
  await page.getByRole('button', { name: 'Invite people' }).first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Email').fill(email);
  await dialog.getByRole('button', { name: 'Create link' }).click();
  const link = await dialog.getByLabel(`Send this link to ${email}`).inputValue();
  await dialog.getByRole('button', { name: 'Close' }).click();
  return link;
}

/** Lets a colleague, by the name they signed up with, read or write the database this page shows, or the one given. */
export async function shareWith(
  page: Page,
  name: string,
  accessLevel: 'read' | 'write' = 'write',
  baseId = new URL(page.url()).pathname.split('/')[2] ?? '',
): Promise<void> {
  const { origin } = new URL(page.url());
  const { people } = await (await page.request.get(`${origin}/v1/people`)).json();
  const { id } = people.find((one: { readonly name: string }) => one.name === name);
  const address = `${origin}/admin/flows/members/${baseId}/${id}`;
  const answer = await page.request.put(address, { headers: { origin }, data: { accessLevel } });
  expect(answer.ok(), await answer.text()).toBe(true);
}

/** Create → Database → Import → CSV, up to the review of what was found. */
export async function reviewCsv(page: Page, file: string): Promise<void> {
  await page.getByRole('button', { name: 'Create', exact: true }).click();
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

/** What is read aloud of the grid: where one is, what one does. */
export const spoken = (page: Page): Locator => page.locator('[aria-live=polite].sr-only').first();

/** Where a mouse or a finger meets the middle of something. */
export async function middle(of: Locator): Promise<{ x: number; y: number }> {
  const box = await of.boundingBox();
  if (box === null) throw new Error('nothing to press');
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

/** Waits until the server has taken every change. */
export async function saved(page: Page): Promise<void> {
  // What is said waits a moment before it changes.
  await expect(page.locator('[data-save]')).toHaveAttribute('data-save', 'saved');
  await expect(page.getByText('All changes saved')).toBeAttached();
}

/** A call of whoever sits at this page, past the page; its answer. */
export async function call<T>(page: Page, path: string, input: object): Promise<T> {
  const { origin } = new URL(page.url());
  const answer = await page.request.post(`${origin}${path}`, { headers: { origin }, data: input });
  expect(answer.ok(), await answer.text()).toBe(true);
  const body = await answer.json();
  return body.result === undefined ? body : body.result.data;
}
