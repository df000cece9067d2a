import { expect } from '@playwright/test';
import { expectAccessible } from './expect-accessible.ts';
import { call, emailOf, invite, signUp } from './people.ts';
import { test } from './product-test.ts';

const address = '/home/scheduling/availability';

test('hours are set, copied, overridden and kept; what is not saved is asked about', async ({
  page,
  browser,
}) => {
  await signUp(page, 'Ines Moreau');
  const link = await invite(page, emailOf('Jonas Berg'));
  await page.goto(address);
  await expect(page.getByText('Manage your scheduling availabilities')).toBeVisible();
  await page.getByRole('button', { name: 'Setup scheduling' }).click();
  // Without a form and a calendar, it is told what they are good for.
  await expect(page.getByRole('region', { name: 'Your scheduling forms' })).toContainText(
    'Let people book time with you',
  );
  await expect(page.getByRole('button', { name: 'Connect a calendar' })).toBeVisible();
  await expectAccessible(page, 'the page of scheduling');
  await page.getByRole('link', { name: 'Availability' }).click();

  await page.getByRole('button', { name: 'New availability' }).click();
  const creating = page.getByRole('dialog', { name: 'Create new availability' });
  await expect(creating.getByLabel('Name')).toBeFocused();
  await expect(creating.getByRole('button', { name: 'Create', exact: true })).toBeDisabled();
  await creating.getByLabel('Name').fill('Studio hours');
  await creating.getByRole('button', { name: 'Create', exact: true }).click();

  const dialog = page.getByRole('dialog', { name: 'Edit availability' });
  const save = dialog.getByRole('button', { name: 'Save' });
  await expect(dialog.getByText('40 h a week')).toBeVisible();
  await expect(save).toBeDisabled();
  const days = dialog.getByRole('list', { name: 'Weekly hours' });
  await days.getByRole('switch', { name: 'Saturday' }).check();
  await expect(days.getByRole('combobox', { name: 'Saturday from' })).toHaveText('9:00am');
  await expect(days.getByRole('combobox', { name: 'Saturday to' })).toHaveText('5:00pm');
  await days.getByRole('combobox', { name: 'Friday to' }).click();
  await page.getByRole('option', { name: '3:00pm' }).click();
  await days.getByRole('button', { name: 'Add a time to Friday' }).click();
  await expect(days.getByRole('combobox', { name: 'Friday from' }).nth(1)).toHaveText('3:00pm');
  await expect(days.getByRole('combobox', { name: 'Friday to' }).nth(1)).toHaveText('4:00pm');
  await days.getByRole('button', { name: 'Remove this time of Friday' }).nth(1).click();
  await days.getByRole('button', { name: 'Copy Friday’s times' }).click();
  const copying = page.getByRole('dialog', { name: 'Copy Friday’s times to' });
  await expect(copying.getByText('Replaces their times')).toBeVisible();
  await copying.getByRole('checkbox', { name: 'Wednesday' }).check();
  await copying.getByRole('button', { name: 'Apply' }).click();
  await expect(days.getByRole('combobox', { name: 'Wednesday to' })).toHaveText('3:00pm');
  await expect(dialog.getByText('44 h a week')).toBeVisible();

  await dialog.getByRole('button', { name: 'Add a date' }).click();
  await dialog.getByLabel('Date', { exact: true }).fill('2030-12-24');
  // What is typed and not added yet is neither left out of a save nor lost by leaving.
  await expect(save).toBeDisabled();
  await expect(dialog.getByText('To save, add or cancel the date override first')).toBeVisible();
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(dialog.getByText('Tue 12/24/2030')).toBeVisible();
  // The same date again begins with what it has, and a date may have several times.
  await dialog.getByRole('button', { name: 'Add a date' }).click();
  await dialog.getByLabel('Date', { exact: true }).fill('2030-12-24');
  await dialog.getByRole('switch', { name: 'Open at other times' }).check();
  await dialog.getByRole('combobox', { name: 'the date to' }).click();
  await page.getByRole('option', { name: '12:00pm' }).click();
  await dialog.getByRole('button', { name: 'Add a time to the date' }).click();
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(dialog.getByText('9:00am to 12:00pm, 12:00pm to 1:00pm')).toBeVisible();
  await dialog.getByRole('button', { name: 'Add an absence' }).click();
  await dialog.getByLabel('First day').fill('2030-12-25');
  await dialog.getByLabel('Last day').fill('2030-12-31');
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();
  await expectAccessible(page, 'an availability');

  // Escape asks, and what was changed is still there.
  await page.keyboard.press('Escape');
  const asking = page.getByRole('dialog', { name: 'Unsaved changes' });
  await expect(asking.getByRole('button', { name: 'Resume' })).toBeFocused();
  await asking.getByRole('button', { name: 'Resume' }).click();
  await expect(asking).toBeHidden();
  // An emptied name falls back.
  await dialog.getByLabel('Name').fill('');
  await save.click();
  await expect(dialog).toBeHidden();
  const list = page.getByRole('list', { name: 'Availabilities' });
  await expect(list.getByRole('listitem')).toContainText(['Studio hoursDefault']);
  await expect(list).toContainText('44 h a week');

  await page.reload();
  await list.getByRole('button', { name: 'Edit Studio hours' }).click();
  await expect(dialog.getByText('Wed 12/25/2030 to Tue 12/31/2030')).toBeVisible();
  await days.getByRole('switch', { name: 'Saturday' }).uncheck();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await asking.getByRole('button', { name: 'Discard' }).click();
  await expect(dialog).toBeHidden();
  await expect(list).toContainText('44 h a week');

  // A date that was only typed is asked about too.
  await list.getByRole('button', { name: 'Edit Studio hours' }).click();
  await dialog.getByRole('button', { name: 'Add an absence' }).click();
  await dialog.getByLabel('First day').fill('2031-01-02');
  await dialog.getByRole('button', { name: 'Cancel' }).last().click();
  await asking.getByRole('button', { name: 'Discard' }).click();
  await expect(dialog).toBeHidden();

  // What is saved after another one became the default elsewhere leaves that the default.
  await call(page, '/admin/userAvailabilities/', {
    name: 'Evenings',
    timezone: 'Asia/Tokyo',
    isDefault: false,
  });
  await page.reload();
  await list.getByRole('button', { name: 'Edit Studio hours' }).click();
  await dialog.getByLabel('Name').fill('Shop hours');
  const otherTab = await page.context().newPage();
  await otherTab.goto(address);
  await otherTab.getByRole('button', { name: 'More for Evenings' }).click();
  await otherTab.getByRole('menuitem', { name: 'Make default' }).click();
  const rows = (of: typeof page) => of.getByRole('list', { name: 'Availabilities' }).getByRole('listitem');
  await expect(rows(otherTab)).toContainText(['EveningsDefault', 'Studio hours']);
  await otherTab.close();
  await save.click();
  await expect(dialog).toBeHidden();
  await expect(rows(page)).toContainText(['EveningsDefault', 'Shop hours']);

  const updating = '**/admin/userAvailabilities/update';
  await page.route(updating, (route) => route.fulfill({ json: { success: false } }));
  await list.getByRole('button', { name: 'More for Shop hours' }).click();
  await page.getByRole('menuitem', { name: 'Make default' }).click();
  await expect(page.getByText('Could not update availability')).toBeVisible();
  await page.unroute(updating);

  // Another one becomes the default, and the first can be deleted.
  await list.getByRole('button', { name: 'More for Shop hours' }).click();
  await page.getByRole('menuitem', { name: 'Make default' }).click();
  await expect(rows(page)).toContainText(['Shop hoursDefault', 'Evenings']);
  await list.getByRole('button', { name: 'More for Evenings' }).click();
  await page.getByRole('menuitem', { name: 'Make default' }).click();
  await expect(list.getByRole('listitem')).toContainText(['EveningsDefault', 'Shop hours']);

  // A colleague sees them and changes nothing.
  const theirs = await (await browser.newContext()).newPage();
  await signUp(theirs, 'Jonas Berg', link);
  await theirs.goto(address);
  await theirs.getByRole('combobox', { name: 'Availability of' }).click();
  await theirs.getByRole('option', { name: 'Ines Moreau' }).click();
  await theirs.getByRole('button', { name: 'Edit Evenings' }).click();
  await expect(theirs.getByText('Only admins and Ines can edit their availability')).toBeVisible();
  await expect(theirs.getByRole('switch', { name: 'Monday' })).toBeDisabled();
  await expect(theirs.getByRole('button', { name: 'Save' })).toBeDisabled();
  await theirs.context().close();

  await list.getByRole('button', { name: 'More for Shop hours' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await page.getByRole('button', { name: 'Delete availability' }).click();
  await expect(list.getByRole('listitem')).toHaveCount(1);
});
