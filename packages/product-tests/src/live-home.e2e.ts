import { expect } from '@playwright/test';
import { call, emailOf, invite, shareWith, signUp } from './people.ts';
import { test } from './product-test.ts';

test('home and trash show what a colleague does, and what they did while one was offline', async ({
  page,
  browser,
}) => {
  await signUp(page, 'Ines Moreau');
  const link = await invite(page, emailOf('Jonas'));
  const context = await browser.newContext();
  const theirs = await context.newPage();
  await signUp(theirs, 'Jonas', link);
  await theirs.goto('/home');
  await expect(theirs.getByText('Press create to get started.')).toBeVisible();

  const { basePublicIdentifier } = await call<{ basePublicIdentifier: string }>(page, '/admin/bases', {
    baseName: 'Plans',
  });
  await shareWith(page, 'Jonas', 'write', basePublicIdentifier);
  const { origin } = new URL(page.url());
  const rename = async (newName: string) => {
    const address = `${origin}/admin/flows/rename/${basePublicIdentifier}`;
    expect((await page.request.put(address, { headers: { origin }, data: { newName } })).ok()).toBe(true);
  };
  const move = (action: 'trash' | 'restore') =>
    call(page, '/admin/flows/trash', { flowIds: [basePublicIdentifier], action });
  const card = (name: string) => theirs.getByRole('heading', { name, exact: true });
  await expect(card('Plans')).toBeVisible();
  await rename('Budget');
  await expect(card('Budget')).toBeVisible();
  await move('trash');
  await expect(card('Budget')).toBeHidden();
  await theirs.getByRole('link', { name: 'Trash' }).click();
  await expect(card('Budget')).toBeVisible();
  await move('restore');
  await expect(card('Budget')).toBeHidden();
  await theirs.getByRole('link', { name: 'Home' }).click();
  await expect(card('Budget')).toBeVisible();

  // A workspace that he is let into shows, and leaves his sidebar when he is not any more.
  const { newWorkspace } = await call<{ newWorkspace: { id: string } }>(page, '/workspaces/', {
    name: 'Team',
  });
  const { people } = await (await page.request.get(`${origin}/v1/people`)).json();
  const jonas = people.find(({ name }: { name: string }) => name === 'Jonas');
  const letIn = async (accessLevel: 'read' | null) => {
    const address = `${origin}/workspaces/${newWorkspace.id}/members/${jonas.id}`;
    expect((await page.request.put(address, { headers: { origin }, data: { accessLevel } })).ok()).toBe(true);
  };
  const team = theirs.getByRole('link', { name: /^Team/ });
  await letIn('read');
  await expect(team).toBeVisible();
  await letIn(null);
  await expect(team).toBeHidden();

  await context.setOffline(true);
  await rename('Costs');
  await context.setOffline(false);
  await expect(card('Costs')).toBeVisible();

  // Two tabs of one person share one stream, and what one does is shown in the other.
  const second = await context.newPage();
  await second.goto('/home');
  await second.getByRole('button', { name: 'Costs: menu' }).click({ force: true });
  await second.getByRole('menuitem', { name: 'Rename' }).click();
  await second.getByRole('dialog').getByLabel('Name').fill('Sums');
  await second.getByRole('dialog').getByRole('button', { name: 'Rename' }).click();
  await expect(card('Sums')).toBeVisible();
});
