import { expect, type Page } from '@playwright/test';
import { must } from '@weft/std';
import { emailOf, inviteByClicks, password, signUp, signUpByClicks } from './people.ts';
import { test } from './product-test.ts';

// Who signs up first reads the outbox.
test.use({ ownProduct: true });

async function signIn(page: Page, email: string, secret: string): Promise<Page> {
  await page.goto('/sign-in');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(secret);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByRole('heading', { name: 'Home' })).toBeVisible();
  return page;
}

/** The link in the newest mail of this subject, as the instance admin reads it in the outbox. */
async function linkFromOutbox(admin: Page, email: string, subject: string): Promise<string> {
  await admin.goto('/settings/outbox');
  await admin
    .getByRole('button', { name: `Read the mail to ${email}: ${subject}` })
    .first()
    .click();
  const text = await admin.locator('pre').first().textContent();
  return must(/http\S+#\S+/.exec(text ?? '')?.[0], 'a link in the mail');
}

async function openSettings(page: Page, section: string): Promise<void> {
  await page.getByRole('button', { name: /(Admin|Member)$/ }).click();
  await page.getByRole('menuitem', { name: 'Settings' }).click();
  await page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name: section }).click();
}

test('a forgotten password is replaced, an address verified, sessions and tokens are ended', async ({
  page: ines,
  newPerson,
  product,
}) => {
  test.setTimeout(180_000);
  await signUpByClicks(ines, 'Ines Moreau');
  const bob = await newPerson();
  await signUpByClicks(bob, 'Bob Orne');
  const email = emailOf('Bob Orne');

  await test.step('a forgotten password', async () => {
    const stranger = await newPerson();
    const refused: string[] = [];
    stranger.on('response', (response) => void (response.ok() || refused.push(response.url())));
    await stranger.goto('/sign-in');
    await stranger.getByRole('link', { name: 'Forgot password?' }).click();
    await stranger.getByRole('button', { name: 'Send link' }).click();
    await expect(stranger.getByText('Enter an email address')).toBeVisible();
    // Who is not signed in yet has asked for nothing that is refused.
    expect(refused).toEqual([]);
    const ask = async (address: string): Promise<string> => {
      await stranger.getByLabel('Email').fill(address);
      await stranger.getByRole('button', { name: 'Send link' }).click();
      await expect(stranger.getByRole('heading', { name: 'Ask for the link' })).toBeVisible();
      const said = await stranger.getByText('This server sends no mail.').textContent();
      await stranger.getByRole('button', { name: 'Use another address' }).click();
      return String(said).replace(address, '');
    };
    expect(await ask(email)).toBe(await ask('nobody@example.com'));

    const link = await linkFromOutbox(ines, email, 'Choose a new password for Weft');
    await stranger.goto(link);
    await stranger.getByLabel('New password').fill('short');
    await stranger.getByRole('button', { name: 'Change password' }).click();
    await expect(stranger.getByText('Use at least 8 characters')).toBeVisible();
    await stranger.getByLabel('New password').fill('quite another secret');
    await stranger.getByRole('button', { name: 'Change password' }).click();
    await expect(stranger.getByRole('heading', { name: 'Password changed' })).toBeVisible();
    // A second time the link opens nothing.
    await stranger.goto('about:blank');
    await stranger.goto(link);
    await stranger.getByLabel('New password').fill('quite another secret');
    await stranger.getByRole('button', { name: 'Change password' }).click();
    await expect(stranger.getByText('This link is not valid any more. Ask for a new one.')).toBeVisible();
    // Where Bob was signed in, he is not any more.
    await bob.goto('/home');
    await expect(bob.getByRole('heading', { name: 'Sign in to Weft' })).toBeVisible();
  });

  const again = await signIn(await newPerson(), email, 'quite another secret');

  await test.step('a verified address', async () => {
    await openSettings(again, 'Profile');
    await expect(again.getByText('Not verified')).toBeVisible();
    await again.getByRole('button', { name: 'Send verification link' }).click();
    await expect(again.getByText('the person who runs it finds the link in the outbox')).toBeVisible();
    await again.goto(await linkFromOutbox(ines, email, 'Verify your address for Weft'));
    await again.getByRole('button', { name: 'Verify address' }).click();
    await expect(again.getByRole('heading', { name: 'Address verified' })).toBeVisible();
    await again.getByRole('button', { name: 'Go to home' }).click();
    await openSettings(again, 'Profile');
    await expect(again.getByText('Verified', { exact: true })).toBeVisible();
  });

  await test.step('a new name', async () => {
    await again.getByLabel('Name').fill('Bob Ornette');
    await again.getByRole('button', { name: 'Save' }).click();
    await expect(again.getByRole('button', { name: /Bob Ornette/ })).toBeVisible();
    await expect(again.getByRole('button', { name: 'Save' })).toBeHidden();
  });

  await test.step('sessions', async () => {
    const elsewhere = await signIn(await newPerson(), email, 'quite another secret');
    await openSettings(again, 'Security');
    const sessions = again.getByRole('list', { name: 'Sessions' }).getByRole('listitem');
    await expect(sessions).toHaveCount(2);
    await expect(sessions.first()).toContainText('This device');
    await again.getByRole('button', { name: 'Sign out others' }).click();
    await again.getByRole('dialog').getByRole('button', { name: 'Sign out others' }).click();
    await expect(sessions).toHaveCount(1);
    await elsewhere.goto('/home');
    await expect(elsewhere.getByRole('heading', { name: 'Sign in to Weft' })).toBeVisible();

    await again.getByLabel('Current password').fill('wrong wrong');
    await again.getByLabel('New password').fill(password);
    await again.getByRole('button', { name: 'Change password' }).click();
    await expect(again.getByText('The current password is not right')).toBeVisible();
    await again.getByLabel('Current password').fill('quite another secret');
    await again.getByRole('button', { name: 'Change password' }).click();
    await expect(again.getByText('Password changed.')).toBeVisible();
    await again.reload();
    await expect(sessions).toHaveCount(1);
  });

  await test.step('tokens', async () => {
    await openSettings(again, 'API tokens');
    await expect(again.getByText('No tokens yet')).toBeVisible();
    await again.getByRole('button', { name: 'Create token' }).click();
    const dialog = again.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Create token' }).click();
    await expect(dialog.getByText('Enter a name')).toBeVisible();
    await dialog.getByLabel('Name').fill('Nightly export');
    await dialog.getByRole('button', { name: 'Create token' }).click();
    await dialog.getByRole('button', { name: 'Copy token' }).click();
    await expect(dialog.getByRole('button', { name: 'Copied' })).toBeVisible();
    const token = await dialog.getByLabel('Token').inputValue();
    expect(await again.evaluate('navigator.clipboard.readText()')).toBe(token);
    await dialog.getByRole('button', { name: 'Done' }).click();

    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const ask = (method: string, path: string, body?: object) =>
      fetch(`${product.url}${path}`, { method, headers, ...(body && { body: JSON.stringify(body) }) });
    expect((await ask('GET', '/admin/flows')).status).toBe(200);
    const refused = await ask('POST', '/admin/bases', { baseName: 'By script' });
    expect([refused.status, await refused.text()]).toEqual([403, expect.stringContaining('scope')]);
    await again.reload();
    await expect(again.getByText('Last used just now')).toBeVisible();
    await again.getByRole('button', { name: 'Revoke Nightly export' }).click();
    await again.getByRole('dialog').getByRole('button', { name: 'Revoke token' }).click();
    await expect(again.getByText('No tokens yet')).toBeVisible();
    expect((await ask('GET', '/admin/flows')).status).toBe(401);
  });

  await test.step('invitations', async () => {
    const toCleo = await inviteByClicks(again, emailOf('Cleo Marsh'));
    await openSettings(again, 'Members');
    await expect(again.getByRole('list', { name: 'Members' })).toContainText('Bob OrnetteYou');
    const open = again.getByRole('list', { name: 'Invitations' }).getByRole('listitem');
    await expect(open).toContainText(emailOf('Cleo Marsh'));
    await again.getByRole('main').getByRole('button', { name: 'Invite people' }).click();
    const dialog = again.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Everyone with the link' }).click();
    await dialog.getByRole('button', { name: 'Create link' }).click();
    const toAll = await dialog.getByLabel('Send this link to your colleagues').inputValue();
    await dialog.getByRole('button', { name: 'Close' }).click();
    await expect(open).toHaveCount(2);
    await again.getByRole('button', { name: `Revoke the invitation: ${emailOf('Cleo Marsh')}` }).click();
    await again.getByRole('dialog').getByRole('button', { name: 'Revoke invitation' }).click();
    await expect(open).toHaveCount(1);

    const cleo = await newPerson();
    await cleo.goto(toCleo);
    await expect(cleo.getByRole('heading', { name: 'Couldn’t open this invitation' })).toBeVisible();
    // Who has an organization already joins another, and goes back and forth; or comes as somebody else.
    await ines.goto(toAll);
    await expect(ines.getByText('You can switch back to Ines Moreau')).toBeVisible();
    await ines.getByRole('button', { name: 'Join organization' }).click();
    await ines.getByRole('button', { name: /'s organization$/ }).click();
    await ines.getByRole('menuitem', { name: 'Ines Moreau' }).click();
    await expect(ines.getByRole('button', { name: /Admin$/ })).toBeVisible();
    await ines.goto(toAll);
    await ines.getByRole('button', { name: 'Use another account' }).click();
    await expect(ines.getByRole('button', { name: 'Create account' })).toBeVisible();
    await signUpByClicks(cleo, 'Cleo Marsh', toAll);
    // A member invites members, and sees their own invitations.
    await openSettings(cleo, 'Members');
    await expect(cleo.getByRole('list', { name: 'Members' }).getByRole('listitem')).toHaveCount(3);
    await expect(cleo.getByText('No open invitations')).toBeVisible();
    await cleo.getByRole('main').getByRole('button', { name: 'Invite people' }).click();
    await expect(cleo.getByRole('dialog').getByLabel('Email')).toBeVisible();
    await expect(cleo.getByRole('dialog').getByLabel('Role')).toBeHidden();
  });

  await test.step('what happened', async () => {
    await openSettings(again, 'Audit log');
    const entries = again.getByRole('list', { name: 'Audit log' }).getByRole('listitem');
    await expect(entries.first()).toContainText('Cleo Marsh joined as member');
    await expect(entries.filter({ hasText: 'Bob Ornette revoked the token “Nightly export”' })).toHaveCount(
      1,
    );
    await expect(entries.filter({ hasText: 'reset their password' })).toHaveCount(1);
    // The outbox is the first person's alone.
    await expect(again.getByRole('link', { name: 'Outbox' })).toBeHidden();
    await again.goto('/settings/outbox');
    await expect(again.getByRole('heading', { name: 'Nothing here' })).toBeVisible();
  });
});

test('who deletes their account is told what goes, and is signed out', async ({ page: odile, newPerson }) => {
  await signUp(odile, 'Odile Brandt');
  const cora = await newPerson();
  await signUp(cora, 'Cora Vale');
  await openSettings(cora, 'Profile');
  await cora.getByRole('button', { name: 'Delete account' }).click();
  const dialog = cora.getByRole('dialog', { name: 'Delete your account?' });
  await expect(dialog).toContainText("Cora Vale's organization is deleted, for nobody else is in it.");
  await dialog.getByLabel('Current password').fill(password);
  await dialog.getByRole('button', { name: 'Delete account' }).click();
  const sentence = `DELETE ${emailOf('Cora Vale')}`;
  await expect(dialog.getByLabel(`Type ${sentence}`)).toBeFocused();
  await dialog.getByLabel(`Type ${sentence}`).fill(sentence);
  await dialog.getByRole('button', { name: 'Delete account' }).click();
  await expect(cora.getByRole('heading', { name: 'Sign in to Weft' })).toBeVisible();
  await expect(cora.getByText('Your account was deleted.')).toBeVisible();
});
