import { expect, type Page } from '@playwright/test';
import { call, emailOf, invite, signUp } from './people.ts';
import { test } from './product-test.ts';

const newBase = async (page: Page, baseName: string, workspaceId: string | null = null) =>
  (await call<{ basePublicIdentifier: string }>(page, '/admin/bases', { baseName, workspaceId }))
    .basePublicIdentifier;

test('workspaces are made, filled, shared and deleted, and nobody loses what they could open', async ({
  page,
  browser,
}) => {
  await signUp(page, 'Ines Moreau');
  const link = await invite(page, emailOf('Jonas'));
  const theirs = await (await browser.newContext()).newPage();
  await signUp(theirs, 'Jonas', link);

  await page.getByRole('button', { name: 'New workspace' }).click();
  const dialog = page.getByRole('dialog', { name: 'New workspace' });
  await expect(dialog.getByLabel('Name')).toBeFocused();
  await dialog.getByRole('button', { name: 'Create workspace' }).click();
  await expect(dialog).toContainText('Give a name');
  // Made, it is not in the list that is read again: removed meanwhile.
  const removed = { id: 'wsp0removed0000000000000', slug: 'gone', name: 'Gone', icon: null, color: null };
  const mine = { itemCount: 0, flowMemberships: [], accessLevel: 'write', canManage: true };
  await page.route('**/workspaces/', (route) =>
    route.request().method() === 'POST'
      ? route.fulfill({ json: { newWorkspace: { ...removed, ...mine } } })
      : route.fallback(),
  );
  await dialog.getByLabel('Name').fill('Gone');
  await dialog.getByRole('button', { name: 'Create workspace' }).click();
  await expect(dialog.getByRole('alert')).toHaveText('New workspace not found');
  await page.unroute('**/workspaces/');
  await dialog.getByLabel('Name').fill('Trash');
  await dialog.getByRole('button', { name: 'Create workspace' }).click();
  await page.waitForURL('**/home/wsp*');
  // The sidebar says where one is, by whichever of its two addresses one came.
  await expect(page.locator('nav [aria-current=page]')).toHaveText(/^Trash/);
  await expect(page.getByText('Empty workspace')).toBeVisible();
  // Its address is not the trash's.
  await page.goto('/home/trash-2');
  await expect(page.getByRole('heading', { name: 'Trash', level: 1 })).toBeVisible();
  const place = page.locator('nav').getByRole('link', { name: /^Trash \d+$/ });

  for (const name of ['Plans', 'Budget', 'Guests']) await newBase(page, name);
  await page.goto('/home');
  await expect(place).toHaveText('Trash0');
  await page.getByRole('checkbox', { name: 'Select Guests' }).click({ force: true });
  await page.getByRole('checkbox', { name: 'Select Plans' }).click({ force: true, modifiers: ['Shift'] });
  const bar = page.getByRole('toolbar', { name: 'Selected items' });
  await expect(bar).toContainText('3 selected');
  // Databases cannot be opened or closed.
  await expect(bar.getByRole('button', { name: 'Close' })).toBeHidden();
  await bar.getByRole('button', { name: 'Move', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Trash' }).click();
  await expect(page.getByText('3 items moved to Trash workspace')).toBeVisible();
  await expect(place).toHaveText('Trash3');

  // He sees nothing of it until he is let in.
  await theirs.goto('/home');
  await expect(theirs.getByText('Press create to get started.')).toBeVisible();
  await theirs.goto('/home/trash-2');
  await expect(theirs.getByText('Nothing here')).toBeVisible();
  await place.click();
  await page.getByRole('button', { name: 'Trash: menu' }).click();
  await page.getByRole('menuitem', { name: 'Members' }).click();
  await page.getByRole('combobox', { name: 'Jonas in Trash' }).click();
  await page.getByRole('option', { name: 'Can read' }).click();
  await page.getByRole('button', { name: 'Close' }).click();
  await theirs.goto('/home/trash-2');
  await theirs.getByRole('button', { name: 'Plans: menu' }).click({ force: true });
  await expect(theirs.getByRole('menuitem', { name: 'Star', exact: true })).toBeVisible();
  await expect(theirs.getByRole('menuitem', { name: 'Rename' })).toBeHidden();
  await theirs.keyboard.press('Escape');
  await expect(theirs.getByRole('menu')).toBeHidden();
  await theirs.getByRole('button', { name: 'Create', exact: true }).click();
  const form = theirs.getByRole('menuitem', { name: /^Form/ });
  await expect(form).toContainText('You do not have write access to this workspace.');
  await expect(form).toBeDisabled();
  await theirs.keyboard.press('Escape');
  await expect(theirs.getByRole('menu')).toBeHidden();
  // He is told, until he has read it.
  await theirs.getByRole('button', { name: 'Notifications 1 unread' }).click();
  await theirs.getByRole('button', { name: 'Ines Moreau let you into the workspace Trash.' }).click();
  await expect(theirs.getByRole('heading', { name: 'Trash', level: 1 })).toBeVisible();
  await expect(theirs.getByRole('button', { name: 'Notifications', exact: true })).toBeVisible();
  // What he knows to be there and may not use says so; what he may not see is not there.
  for (const address of ['/home/forms/trash-2/new', '/home/tables/trash-2/new', '/settings/audit']) {
    await theirs.goto(address);
    await expect(theirs.getByRole('heading', { name: 'You don’t have access' })).toBeVisible();
  }

  await page.getByRole('button', { name: 'Trash: menu' }).click();
  await page.getByRole('menuitem', { name: 'Delete workspace' }).click();
  await expect(page.getByRole('dialog')).toContainText('The 3 items in it go to Home.');
  await page.getByRole('dialog').getByRole('button', { name: 'Delete workspace' }).click();
  await expect(page.getByRole('link', { name: 'Plans' })).toBeVisible();
  await theirs.goto('/home');
  await expect(theirs.getByRole('link', { name: 'Plans' })).toBeVisible();

  // Without the right to, he is told so where a database would be made.
  const { origin } = new URL(page.url());
  const { people } = await (await page.request.get(`${origin}/v1/people`)).json();
  const { id } = people.find(({ name }: { name: string }) => name === 'Jonas');
  const data = { createDatabase: false };
  const answer = await page.request.patch(`${origin}/v1/people/${id}`, { headers: { origin }, data });
  expect(answer.ok()).toBe(true);
  await theirs.goto('/home/tables/new');
  await expect(theirs.getByText('You may not create databases in this organization.')).toBeVisible();
  await expect(theirs.getByRole('dialog')).toBeHidden();
});

test('whoever may only read a form sees its results, and no tabs that lead nowhere', async ({
  page,
  browser,
}) => {
  await signUp(page, 'Ines Moreau');
  const theirs = await (await browser.newContext()).newPage();
  await signUp(theirs, 'Jonas', await invite(page, emailOf('Jonas')));
  const { flowId } = await call<{ flowId: string }>(page, '/rpc/forms.create', { name: 'Survey' });
  const { origin } = new URL(page.url());
  const { people } = await (await page.request.get(`${origin}/v1/people`)).json();
  const { id } = people.find(({ name }: { name: string }) => name === 'Jonas');
  const address = `${origin}/admin/flows/members/${flowId}/${id}`;
  const answer = await page.request.put(address, { headers: { origin }, data: { accessLevel: 'read' } });
  expect(answer.ok(), await answer.text()).toBe(true);

  await theirs.goto(`/editor/${flowId}/edit`);
  await expect(theirs.getByText('Results. You can read this form, not edit it.')).toBeVisible();
  await theirs.waitForURL('**/results');
  await expect(theirs.getByRole('link', { name: 'Settings' })).toBeHidden();
});

test('a database is noted, starred, locked, and duplicated from its menu', async ({ page }) => {
  await signUp(page, 'Mara Lind');
  const id = await newBase(page, 'Plans');
  await call(page, '/rpc/metadata.create', { basePublicId: id, createDefaultRecords: true });
  await page.reload();
  const choose = async (item: string) => {
    await page.getByRole('button', { name: 'Plans: menu' }).click({ force: true });
    await page.getByRole('menuitem', { name: item, exact: true }).click();
  };
  await choose('Add internal note');
  const note = page.getByRole('dialog', { name: 'Add internal note' });
  await expect(note.getByRole('button', { name: 'Save' })).toBeDisabled();
  await expect(note.getByRole('button', { name: 'Delete' })).toBeHidden();
  await note.getByLabel('Note').fill('Ask Mara first');
  await note.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('img', { name: 'Ask Mara first' })).toBeVisible();
  await choose('Star');
  await expect(page.getByText('Plans starred')).toBeVisible();
  await choose('Duplicate');
  const copy = page.getByRole('dialog', { name: 'Duplicate database' });
  await expect(copy.getByLabel('Name')).toHaveValue('Plans (copy)');
  await copy.getByLabel('Name').fill(' ');
  await expect(copy.getByRole('button', { name: 'Duplicate' })).toBeDisabled();
  await copy.getByLabel('Name').fill('Plans again');
  await copy.getByRole('button', { name: 'Duplicate' }).click();
  await page.getByRole('button', { name: 'Open', exact: true }).click();
  await expect(page.getByText('3 records')).toBeVisible();

  await page.goto('/home');
  await choose('Lock');
  await expect(page.getByRole('img', { name: 'Locked' })).toBeVisible();
  await page.getByRole('link', { name: 'Plans', exact: true }).click();
  await expect(page.getByText('3 records')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Add table' })).toBeHidden();
});
