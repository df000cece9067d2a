import { expect } from '@playwright/test';
import { call, signUp } from './people.ts';
import { test } from './product-test.ts';

test('somebody outside works on one item, until they are removed', async ({ page, newPerson }) => {
  await signUp(page, 'Ines Moreau');
  const { basePublicIdentifier: basePublicId } = await call<{ basePublicIdentifier: string }>(
    page,
    '/admin/bases',
    { baseName: 'Studio plans' },
  );
  await call(page, '/rpc/metadata.create', { basePublicId, createDefaultRecords: true });
  await page.reload();
  await page
    .getByRole('button', { name: /menu of Studio plans|Studio plans.*menu/i })
    .first()
    .click();
  await page.getByRole('menuitem', { name: 'Share' }).click();
  await page.getByLabel('Email of somebody outside').fill('gus@outside.example');
  await page.getByRole('button', { name: 'Invite by email' }).click();
  await expect(page.getByText('gus@outside.example is invited to this item alone')).toBeVisible();
  const { origin } = new URL(page.url());
  const { invitations } = await (await page.request.get(`${origin}/v1/invitations`)).json();

  const gus = await newPerson();
  await gus.goto('/sign-up');
  await gus.getByRole('link', { name: 'Use a code' }).click();
  await gus.getByLabel('Invitation code').fill(invitations[0].code);
  await gus.getByRole('button', { name: 'Continue' }).click();
  await expect(gus.getByRole('heading', { name: 'Open Studio plans' })).toBeVisible();
  await expect(gus.getByLabel('Email')).toHaveValue('gus@outside.example');
  await gus.getByLabel('Name').fill('Gus Far');
  await gus.getByLabel('Password').fill('correct horse battery');
  await gus.getByRole('button', { name: 'Create account' }).click();
  await expect(gus.getByText('Untitled Table').first()).toBeVisible();
  await gus.goto('/home');
  await gus.getByRole('link', { name: 'Shared with you' }).click();
  await expect(gus.getByRole('link', { name: 'Studio plans' })).toBeVisible();

  // What he moves to the trash he finds again in his own.
  await gus.getByRole('button', { name: 'Studio plans: menu' }).click({ force: true });
  await gus.getByRole('menuitem', { name: 'Move to trash' }).click();
  await gus.getByRole('dialog').getByRole('button', { name: 'Move to trash' }).click();
  await expect(gus.getByRole('link', { name: 'Studio plans' })).toBeHidden();
  await gus.getByRole('link', { name: 'Trash' }).click();
  await gus.getByRole('button', { name: 'Shared with you' }).click();
  await gus.getByRole('button', { name: 'Restore Studio plans' }).click();
  await expect(gus.getByText('Trash is empty')).toBeVisible();
  await gus.getByRole('link', { name: 'Shared with you' }).click();
  await expect(gus.getByRole('link', { name: 'Studio plans' })).toBeVisible();

  await page.goto('/settings/members');
  await page.getByRole('button', { name: 'Remove Gus Far' }).click();
  await page.getByRole('button', { name: 'Remove collaborator' }).click();
  await expect(page.getByText('Gus Far was removed')).toBeVisible();
  await gus.goto('/home');
  await expect(gus.getByRole('link', { name: 'Starred' })).toBeVisible();
  await expect(gus.getByRole('link', { name: 'Shared with you' })).toBeHidden();
});
