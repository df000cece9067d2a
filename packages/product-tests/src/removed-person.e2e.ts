import { expect } from '@playwright/test';
import { emailOf, invite, signUp } from './people.ts';
import { test } from './product-test.ts';

test('a person who is removed is told so where they are', async ({ page, browser }) => {
  await signUp(page, 'Ines Moreau');
  await page.goto('/settings/members');
  // Nobody else could look after the organization.
  await expect(page.getByText('Ines Moreau').first()).toBeVisible();
  await page.getByRole('button', { name: 'Show rights of Ines Moreau' }).click();
  await expect(page.getByText('needs an admin: make somebody else one')).toBeVisible();
  await expect(page.getByRole('button', { name: /^Leave/ })).toBeHidden();
  const link = await invite(page, emailOf('Jonas'));
  const theirs = await (await browser.newContext()).newPage();
  await signUp(theirs, 'Jonas', link);
  await theirs.goto('/home?newDatabaseModal=open');
  await theirs.getByRole('button', { name: 'Blank database' }).click();
  await theirs.waitForURL('**/database/**');
  await expect(
    theirs.getByRole('button', { name: 'Add table' }).or(theirs.getByRole('grid')).first(),
  ).toBeVisible();

  await page.reload();
  await page.getByRole('button', { name: 'Show rights of Jonas' }).click();
  await page.getByRole('button', { name: 'Remove Jonas' }).click();
  await expect(page.getByRole('dialog')).toContainText('Hand over what they own to');
  await page.getByRole('button', { name: 'Remove person' }).click();
  await expect(page.getByText('Jonas was removed')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Remove Jonas' })).toBeHidden();

  await expect(theirs.getByRole('heading', { name: 'No longer open to you' })).toBeVisible();
  await expect(theirs.getByText(/You were removed from Ines Moreau's organization/)).toBeVisible();
  await theirs.goto('/home');
  await expect(theirs.getByRole('button', { name: 'Sign in' })).toBeVisible();
  await expect(theirs.getByText(/You were removed from Ines Moreau's organization/)).toBeVisible();
});
