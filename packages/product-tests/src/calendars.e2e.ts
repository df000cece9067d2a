import { expect } from '@playwright/test';
import { signUp, startCalDavServer, startProduct } from '@weft/testkit';
import { expectAccessible } from './expect-accessible.ts';
import { emailOf } from './people.ts';
import { sitDown, test } from './product-test.ts';

test('calendars are connected, chosen, lost and connected again', async ({ page }) => {
  const dav = await startCalDavServer();
  await using product = await startProduct({ ALLOW_PRIVATE_HOSTS: '127.0.0.1' });
  await sitDown(page, await signUp(product.url, 'Ines Moreau', emailOf('Ines Moreau')));
  await page.goto(new URL('/home', product.url).href);
  await page.getByRole('link', { name: 'Scheduling', exact: true }).click();
  await page.getByRole('link', { name: 'Calendars and apps' }).click();
  await expect(page.getByText('No calendar connected')).toBeVisible();

  await page.getByRole('button', { name: 'Connect calendar' }).click();
  const connecting = page.getByRole('dialog', { name: 'Connect calendar' });
  const connect = connecting.getByRole('button', { name: 'Connect', exact: true });
  await expect(connecting.getByLabel('Address of the server')).toBeFocused();
  await expect(connect).toBeDisabled();
  await connecting.getByLabel('Address of the server').fill(dav.url);
  await connecting.getByLabel('User name').fill(dav.username);
  await connecting.getByLabel('Password').fill('wrong');
  await connect.click();
  await expect(connecting.getByRole('alert')).toContainText('refuses the user name or password');
  await connecting.getByLabel('Password').fill(dav.password);
  await connect.click();

  const account = page.getByRole('region', { name: '127.0.0.1' });
  const work = account.getByRole('checkbox', { name: 'Check Work & Meetings for conflicts' });
  const holidays = account.getByRole('checkbox', { name: 'Check Holidays for conflicts' });
  await expect(account.getByText('Connected')).toBeVisible();
  await expect(work).toBeChecked();
  await expect(account.getByRole('radio', { name: 'Add bookings to Work & Meetings' })).toBeChecked();
  // Nothing can be added to a calendar that is only read.
  await expect(account.getByRole('radio')).toHaveCount(1);
  // Its first reading is refused: the account is lost, and connected again.
  dav.fail('unauthorized');
  await holidays.click();
  await expect(account.getByText('Disconnected')).toBeVisible();
  await expect(account.getByText('Until you reconnect, nobody can book Ines Moreau.')).toBeVisible();
  await expectAccessible(page, 'a lost calendar');
  dav.fail(null);
  await account.getByRole('button', { name: 'Reconnect' }).click();
  const again = page.getByRole('dialog', { name: 'Reconnect 127.0.0.1' });
  await again.getByLabel('Address of the server').fill(dav.url);
  await again.getByLabel('Password').fill(dav.password);
  await again.getByRole('button', { name: 'Reconnect', exact: true }).click();
  await expect(account.getByText('Connected')).toBeVisible();
  await page.reload();
  await expect(holidays).toBeChecked();
  await expectAccessible(page, 'calendars');

  // What the server does not take is shown as it was.
  await page.route('**/admin/services/scheduling/service', (route) => route.abort());
  await holidays.click();
  await expect(page.getByText("Couldn't update your calendar settings. Please try again.")).toBeVisible();
  await expect(holidays).toBeChecked();

  await account.getByRole('button', { name: 'More for 127.0.0.1' }).click();
  await page.getByRole('menuitem', { name: 'Disconnect' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Disconnect' }).click();
  await expect(page.getByText('No calendar connected')).toBeVisible();
  await dav.close();
});
