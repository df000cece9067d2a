import { expect } from '@playwright/test';
import { expectAccessible } from './expect-accessible.ts';
import { lastDay, nextMonth, showNextMonth } from './next-month.ts';
import { signUp } from './people.ts';
import { test } from './product-test.ts';

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

// Zones without summer time: they are as far apart on every day of the year.
test.use({ timezoneId: 'Africa/Lagos' });

test('a page is made, published, booked from a phone in another zone, moved and cancelled', async ({
  page,
  browser,
}) => {
  await signUp(page, 'Ines Moreau');
  await page.goto('/home');
  await page.getByRole('button', { name: 'Create', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Scheduling' }).click();
  await page.getByLabel('Name').fill('Studio visit');
  await page.getByRole('button', { name: 'Create scheduling form' }).click();
  await expect(page.getByRole('list', { name: 'Hosts' })).toContainText('Ines Moreau');
  await page.getByLabel('Description').fill('See the looms.');
  await page.getByRole('combobox', { name: 'Above the title' }).click();
  await page.getByRole('option', { name: 'A picture and title of its own' }).click();
  await page.getByLabel('Beside the picture').fill('Linen Studio');
  const choosing = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Choose the picture' }).click();
  await (await choosing).setFiles({ name: 'loom.png', mimeType: 'image/png', buffer: png });
  await expect(page.getByRole('button', { name: 'Replace the picture' })).toBeVisible();
  await page.getByRole('button', { name: 'Add location' }).click();
  await page.getByLabel('Location 1', { exact: true }).fill('12 quai Perrache, Lyon');
  // It counts as it is typed, without leaving the field first.
  await expect(page.getByRole('button', { name: 'Publish', exact: true })).toBeEnabled();
  await page.getByRole('button', { name: 'Add duration' }).click();
  await expectAccessible(page, 'the editor of a scheduling form');
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  await expect(page.getByText('Published', { exact: true })).toBeVisible();

  // Any time says why it is not offered, and leads to what changes that.
  const times = page.getByRole('list', { name: 'Times' });
  await page.getByRole('button', { name: 'Times', exact: true }).click();
  await page.getByRole('button', { name: 'Month after' }).click();
  await expect(page.getByRole('button', { name: /, has times on offer$/ }).first()).toBeVisible();
  // The last of a day lies beyond the hours, whatever time it is.
  // By the keyboard: a toast may lie over it, and how long is up to its timer, which stops while nobody looks.
  await times.getByRole('button').last().press('Enter');
  const why = page.getByRole('dialog', { name: /isn’t offered/ });
  await expect(why.getByRole('link', { name: 'Change the availability' }).first()).toBeVisible();
  await expectAccessible(page, 'the times of a scheduling form');
  await page.keyboard.press('Escape');
  await page.getByRole('region', { name: 'Rules on this page' }).getByText('Notice').click();
  await expect(page.getByLabel('A time every')).toBeFocused();
  const [, flowId = ''] = /editor\/([^/]+)/.exec(page.url()) ?? [];

  const phone = await browser.newContext({
    ...{ viewport: { width: 390, height: 844 }, hasTouch: true, timezoneId: 'America/Bogota' },
    baseURL: new URL(page.url()).origin,
  });
  const visitor = await phone.newPage();
  await visitor.goto(`/t/${flowId}`);
  // The zone of the device, without a question.
  await expect(visitor.getByLabel('Time zone')).toHaveValue('America/Bogota');
  await expect(visitor.getByText('See the looms.')).toBeVisible();
  await expect(visitor.getByText('Linen Studio')).toBeVisible();
  await expect(visitor.locator('img.face')).toHaveJSProperty('naturalWidth', 1);
  await expectAccessible(visitor, 'the times of a booking page');
  // Next month: what is booked is not on the page that bookings opened on before there were any.
  const month = nextMonth();
  await showNextMonth(visitor);
  const day = await lastDay(visitor);
  const choose = async () => {
    await showNextMonth(visitor);
    await visitor.getByRole('link', { name: day }).click();
    await expect(visitor.locator('td a[aria-current]')).toHaveAttribute('aria-label', day);
  };
  await visitor.goto(`/t/${flowId}?zone=America/Bogota`);
  await choose();
  // The host's 9:00 is 3:00 there.
  await visitor.locator('label', { hasText: /^3:00,/ }).click();
  await visitor.getByRole('button', { name: 'Next: your details' }).click();
  await visitor.getByRole('button', { name: 'Book', exact: true }).click();
  await expect(visitor.getByText('Write your name')).toBeVisible();
  await visitor.getByLabel('Name').fill('Amara Lindqvist');
  await visitor.getByLabel('Email').fill('amara@example.org');
  await expectAccessible(visitor, 'the details of a booking');
  await visitor.getByRole('button', { name: 'Book', exact: true }).click();
  await expect(visitor.getByRole('heading', { name: 'You’re booked' })).toBeVisible();
  await expect(visitor.getByText('3:00 to 3:30, Bogota')).toBeVisible();
  await expectAccessible(visitor, 'a booking');
  // Back is not told that somebody else has what is one's own.
  const booking = visitor.url();
  await visitor.goBack();
  await expect(visitor).toHaveURL(booking);
  await expect(visitor.getByRole('heading', { name: 'You’re booked' })).toBeVisible();

  await visitor.getByRole('link', { name: 'Reschedule' }).click();
  await choose();
  await visitor.locator('label', { hasText: /^4:00,/ }).click();
  await visitor.getByRole('button', { name: 'Next: your details' }).click();
  await visitor.getByRole('button', { name: 'Move booking' }).click();
  await expect(visitor.getByText('4:00 to 4:30, Bogota')).toBeVisible();

  await page.getByRole('link', { name: 'Bookings' }).click();
  const shown = page.getByRole('listitem').filter({ hasText: 'Amara Lindqvist' });
  const shownMonth = page.getByRole('heading', { level: 2, name: /^\p{L}+ \d{4}$/u });
  // It opens on the month of the next booking, whichever that is.
  await expect(shownMonth).toHaveText(month);
  await expect(shown).toBeVisible();
  await expectAccessible(page, 'the bookings of a scheduling form');

  // Home of scheduling counts it, and opens the settings over itself.
  await page.goto('/home/scheduling');
  const form = page.getByRole('region', { name: 'Your scheduling forms' }).getByRole('listitem');
  await expect(form).toContainText(/Studio visit.*Ines Moreau.*1 booking30 minIndividual/s);
  await form.getByRole('button', { name: 'Studio visit: menu' }).click();
  await page.getByRole('menuitem', { name: 'Scheduling settings' }).click();
  const settings = page.getByRole('dialog', { name: 'Scheduling settings' });
  await expect(settings.getByRole('button', { name: 'Edit Working hours' })).toBeVisible();
  await settings.getByRole('tab', { name: 'Connected Calendars' }).click();
  await expect(settings.getByText('No calendar connected')).toBeVisible();
  await expectAccessible(page, 'the settings of scheduling');
  await settings.getByRole('button', { name: 'Close' }).click();
  await form.getByRole('link', { name: 'Studio visit: 1 booking' }).click();
  await expect(shownMonth).toHaveText(month);

  // On the days of the month it is found, too, and moved by its host.
  await page.getByRole('button', { name: 'Calendar', exact: true }).click();
  await page.getByRole('button', { name: /: Amara Lindqvist$/ }).click();
  const details = page.getByRole('dialog').filter({ hasText: 'amara@example.org' });
  await details.getByRole('button', { name: 'More for Amara Lindqvist' }).click();
  await page.getByRole('menuitem', { name: 'Move' }).click();
  const moving = page.getByRole('dialog', { name: 'Move this booking' });
  await expect(moving.getByRole('button', { name: 'Move booking' })).toBeDisabled();
  await moving.getByRole('button', { name: '3:30 PM', exact: true }).click();
  await expectAccessible(page, 'a booking that is moved');
  await moving.getByRole('button', { name: 'Move booking' }).click();
  await expect(moving).toBeHidden();
  await expect(page.getByRole('button', { name: /3:30 PM: Amara Lindqvist$/ })).toBeVisible();
  await page.getByRole('button', { name: 'List', exact: true }).click();
  await shown.getByRole('button', { name: 'More for Amara Lindqvist' }).click();
  await page.getByRole('menuitem', { name: 'Cancel booking' }).click();
  await page.getByLabel('Why? They read it.').fill('The loom is broken');
  await page.getByRole('button', { name: 'Cancel booking' }).click();
  await expect(shown).toContainText('Cancelled: The loom is broken');
  await visitor.reload();
  await expect(visitor.getByText('The loom is broken')).toBeVisible();
  await phone.close();
});
