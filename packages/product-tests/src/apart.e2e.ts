import { writeFileSync } from 'node:fs';
import { expect } from '@playwright/test';
import { cell, emailOf, importCsv, invite, saved, shareWith, signUp } from './people.ts';
import { test } from './product-test.ts';

// Others do without: each browser would start one.
test.use({ serviceWorkers: 'allow' });

/** Of those who sign up by a call. */
const password = 'a long enough password';

test('two people who were apart come to the same table, and what is refused is shown, not lost', async ({
  page: ann,
  newPerson,
}) => {
  await signUp(ann, 'Ann Linde');
  const link = await invite(ann, emailOf('Ben Okafor'));
  const file = test.info().outputPath(`apart-${process.pid}.csv`);
  writeFileSync(file, 'Order,Notes\nRunners,a\nTowels,b\nThrows,c\n');
  await importCsv(ann, file);
  const ben = await newPerson();
  await signUp(ben, 'Ben Okafor', link);
  await shareWith(ann, 'Ben Okafor');
  await ben.goto(ann.url());
  await expect(cell(ben, 1, 1)).toHaveText('Runners');

  // Away from the network, editing goes on; what was changed is counted, kept, and sent.
  await ben.evaluate('navigator.serviceWorker.ready.then(() => {})');
  await ben.context().setOffline(true);
  await cell(ben, 1, 1).click();
  await ben.keyboard.type('Table runners');
  await ben.keyboard.press('Enter');
  await ben.keyboard.type('Tea towels');
  await ben.keyboard.press('Enter');
  await expect(cell(ben, 2, 1)).toHaveText('Tea towels');
  const copied = 'Picnic throws\tlast of the season\nQuilts\tnew';
  await ben.evaluate(`navigator.clipboard.writeText(${JSON.stringify(copied)})`);
  await ben.keyboard.press('Control+v');
  await expect(cell(ben, 4, 2)).toHaveText('new');
  await expect(ben.getByText('Offline: 3 changes waiting')).toBeVisible();
  // Loaded anew, the page is one that says so and keeps count, until it comes back by itself.
  await ben.reload();
  await expect(ben.getByRole('heading', { name: 'You’re offline' })).toBeVisible();
  await expect(ben.getByText('3 changes are kept on this device')).toBeVisible();
  const taken = ann.waitForResponse((response) => response.url().includes('records.update'));
  await cell(ann, 2, 1).click();
  await ann.keyboard.type('Bath towels');
  await ann.keyboard.press('Enter');
  await taken;
  await ben.context().setOffline(false);
  await saved(ben);
  // Whoever the server heard last.
  for (const page of [ann, ben]) {
    await expect(cell(page, 1, 1)).toHaveText('Table runners');
    await expect(cell(page, 2, 1)).toHaveText('Tea towels');
    await expect(cell(page, 4, 1)).toHaveText('Quilts');
  }

  // The field is gone before the change arrives: it is refused, and the text that was written is there to copy.
  await ben.context().setOffline(true);
  await cell(ben, 3, 2).click();
  await ben.keyboard.type('call back on Monday');
  await ben.keyboard.press('Enter');
  await expect(ben.getByText('Offline: 1 change waiting')).toBeVisible();
  const gone = ann.waitForResponse((response) => response.url().includes('fields.delete'));
  await ann.getByRole('button', { name: 'Notes: field menu' }).click({ force: true });
  await ann.getByRole('menuitem', { name: 'Delete field' }).click();
  await gone;
  await ben.context().setOffline(false);
  const dialog = ben.getByRole('dialog', { name: 'Sync Error' });
  await expect(dialog).toContainText(
    'Something went wrong while syncing your changes. We recommend refreshing the page to continue.',
  );
  await dialog.getByRole('button', { name: 'Copy' }).click();
  expect(await ben.evaluate('navigator.clipboard.readText()')).toBe(
    'Edited Notes\nNotes: call back on Monday',
  );
  await dialog.getByRole('button', { name: 'Refresh Page' }).click();
  await expect(cell(ben, 1, 1)).toHaveText('Table runners');
  await expect(ben.getByRole('columnheader', { name: 'Notes' })).toBeHidden();

  // The table one looks at is deleted: it is said by whom, and can be brought back.
  const tab = ben.getByRole('navigation', { name: 'Tables' }).getByRole('button').first();
  const name = (await tab.textContent()) ?? '';
  await ann.getByRole('button', { name: `${name}: table menu` }).click();
  await ann.getByRole('menuitem', { name: 'Delete table' }).click();
  await expect(ben.getByText(`Ann Linde deleted the table ${name}`)).toBeVisible();
  await ben.getByRole('button', { name: 'Restore' }).click();
  await expect(cell(ben, 1, 1)).toHaveText('Table runners');
  await expect(cell(ann, 1, 1)).toHaveText('Table runners');

  // The record one writes into is deleted: what was typed so far can be taken along.
  await cell(ben, 2, 1).click();
  await ben.keyboard.type('Tea towels, striped');
  await cell(ann, 2, 1).click({ button: 'right' });
  await ann.getByRole('menuitem', { name: 'Delete record' }).click();
  await expect(ben.getByText('Not saved: “Tea towels, striped”')).toBeVisible();
  await ben.getByRole('button', { name: 'Copy' }).click();
  expect(await ben.evaluate('navigator.clipboard.readText()')).toBe('Tea towels, striped');
});

test('what one works on stays when a part of the page cannot be fetched, and when the session ends', async ({
  atCsv,
}) => {
  const cleo = await atCsv('Cleo Marsh', 'Order\nOrder 1\nOrder 2\n');
  await cleo.context().setOffline(true);
  await cleo.getByRole('button', { name: 'Add field' }).click();
  const panel = cleo.getByRole('complementary', { name: 'Add field' });
  await expect(panel).toContainText('couldn’t be loaded: the server is out of reach');
  await expect(cell(cleo, 1, 1)).toHaveText('Order 1');
  await cleo.context().setOffline(false);
  await expect(panel.getByLabel('Name')).toBeVisible();
  await panel.getByRole('button', { name: 'Close' }).click();

  await cleo.context().clearCookies();
  await cell(cleo, 1, 1).click();
  await cleo.keyboard.type('Order 10');
  await cleo.keyboard.press('Enter');
  await expect(cleo.getByText('Signed out: 1 change waiting')).toBeVisible();
  // Kept on this device: the page may be closed meanwhile.
  await cleo.reload();
  await cleo.getByLabel('Email').fill(emailOf('Cleo Marsh'));
  await cleo.getByLabel('Password').fill(password);
  await cleo.getByRole('button', { name: 'Sign in' }).click();
  await saved(cleo);
  await expect(cell(cleo, 1, 1)).toHaveText('Order 10');

  // Or one signs in again where one is.
  await cleo.context().clearCookies();
  await cell(cleo, 1, 1).click();
  await cleo.keyboard.type('Order 11');
  await cleo.keyboard.press('Enter');
  await cleo.getByRole('button', { name: 'Sign in' }).click();
  const dialog = cleo.getByRole('dialog', { name: 'Sign in again' });
  await dialog.getByLabel('Password').fill(password);
  await dialog.getByRole('button', { name: 'Sign in' }).click();
  await saved(cleo);
  await cleo.reload();
  await expect(cell(cleo, 1, 1)).toHaveText('Order 11');
});
