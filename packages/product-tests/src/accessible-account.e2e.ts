import { expect } from '@playwright/test';
import { expectAccessible } from './expect-accessible.ts';
import { inviteByClicks, signUp } from './people.ts';
import { test } from './product-test.ts';

// Who signs up first reads the outbox.
test.use({ ownProduct: true });

test('the outbox passes axe in light and dark', async ({ page }) => {
  // Of the first person of a server alone.
  await signUp(page, 'Ines Moreau');
  await page.goto('/settings/outbox');
  await page.getByRole('button', { name: /^Read the mail/ }).click();
  await expectAccessible(page, 'outbox');
});

test('the pages around passwords and mails pass axe in light and dark', async ({ page }) => {
  await page.goto('/sign-in');
  await page.getByRole('link', { name: 'Forgot password?' }).click();
  await expect(page.getByRole('button', { name: 'Send link' })).toBeVisible();
  await expectAccessible(page, 'forgotten password');
  await page.goto('/reset-password#code');
  await expect(page.getByRole('button', { name: 'Change password' })).toBeVisible();
  await expectAccessible(page, 'new password');
  await page.goto('/verify-email#code');
  await page.getByRole('button', { name: 'Verify address' }).click();
  await expect(page.getByRole('alert')).toBeVisible();
  await expectAccessible(page, 'verify address, refused');
});

test('the settings pass axe in light and dark', async ({ page }) => {
  await signUp(page, 'Bob Orne');
  const sections = page.getByRole('navigation', { name: 'Settings' });
  await page.getByRole('link', { name: 'Settings' }).click();
  await expect(page.getByText('Not verified')).toBeVisible();
  await expectAccessible(page, 'profile');
  await sections.getByRole('link', { name: 'Security' }).click();
  await expect(page.getByText('This device')).toBeVisible();
  await expectAccessible(page, 'security');
  await sections.getByRole('link', { name: 'API tokens' }).click();
  await expect(page.getByText('No tokens yet')).toBeVisible();
  await expectAccessible(page, 'tokens, none');
  await page.getByRole('button', { name: 'Create token' }).click();
  await expectAccessible(page, 'token dialog');
  await page.getByRole('dialog').getByLabel('Name').fill('Script');
  await page.getByRole('dialog').getByRole('button', { name: 'Create token' }).click();
  await expect(page.getByRole('button', { name: 'Copy token' })).toBeVisible();
  await expectAccessible(page, 'token made');
  await page.getByRole('button', { name: 'Done' }).click();
  await expect(page.getByRole('button', { name: 'Revoke Script' })).toBeVisible();
  await expectAccessible(page, 'tokens');
  await sections.getByRole('link', { name: 'Organization' }).click();
  await expect(page.getByLabel('Domains of addresses that may join')).toBeVisible();
  await expectAccessible(page, 'organization');
  await sections.getByRole('link', { name: 'Members' }).click();
  await expect(page.getByText('No open invitations')).toBeVisible();
  await inviteByClicks(page, 'cleo@example.com');
  await expect(page.getByText('cleo@example.com', { exact: true })).toBeVisible();
  await expectAccessible(page, 'people and invitations');
  await sections.getByRole('link', { name: 'Audit log' }).click();
  await expect(page.getByText('created the token')).toBeVisible();
  await expectAccessible(page, 'audit log');
});

test('the reference of the API passes axe in light and dark', async ({ page }) => {
  await page.goto('/docs');
  await expect(page.getByRole('heading', { name: 'API reference' })).toBeVisible();
  // All calls look alike; with every one of them axe takes a minute.
  await page.getByRole('searchbox').fill('records');
  await page.getByRole('button', { name: 'Show parts of records' }).first().click();
  await expectAccessible(page, 'API reference');
});
