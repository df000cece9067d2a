import { expect, type Page } from '@playwright/test';
import { hasRadicale, startProduct, startRadicale } from '@weft/testkit';
import { lastDay, showNextMonth } from './next-month.ts';
import { call, invite, signUp } from './people.ts';
import { test } from './product-test.ts';

// Zones without summer time: they are as far apart on every day of the year.
test.use({ timezoneId: 'Africa/Lagos' });

/** Connects the calendar of whoever sits at this page. */
async function connect(page: Page, url: string, username: string): Promise<void> {
  await page.goto('/home/scheduling/calendars');
  await page.getByRole('button', { name: 'Connect calendar' }).click();
  const connecting = page.getByRole('dialog', { name: 'Connect calendar' });
  await connecting.getByLabel('Address of the server').fill(url);
  await connecting.getByLabel('User name').fill(username);
  await connecting.getByLabel('Password').fill('secret');
  await connecting.getByRole('button', { name: 'Connect', exact: true }).click();
  await expect(page.getByText('Connected', { exact: true })).toBeVisible();
}

async function choose(page: Page, box: string, option: string): Promise<void> {
  await page.getByRole('combobox', { name: box }).click();
  await page.getByRole('option', { name: option }).click();
}

test('the page of a team is booked, moved and cancelled in the calendars of a real server', async ({
  browser,
}) => {
  test.skip(!hasRadicale(), 'Radicale is not installed: apt-get install radicale');
  test.slow();
  await using stack = new AsyncDisposableStack();
  const radicale = await startRadicale(['ines', 'jules']);
  stack.defer(() => radicale.close());
  const product = await startProduct({ ALLOW_PRIVATE_HOSTS: '127.0.0.1' });
  stack.defer(() => product.stop());
  const sit = async (more: object = {}) => {
    const context = await browser.newContext({
      ...{ baseURL: product.url, timezoneId: 'Africa/Lagos' },
      ...more,
    });
    stack.defer(() => context.close());
    return context.newPage();
  };
  const [page, other] = [await sit(), await sit()];
  await signUp(page, 'Ines Moreau');
  await signUp(other, 'Jules Okafor', await invite(page, 'jules@example.org'));
  await connect(page, radicale.url, 'ines');
  await connect(other, radicale.url, 'jules');
  for (const person of [page, other]) {
    const work = { name: 'Work', timezone: 'Africa/Lagos', isDefault: true };
    await call(person, '/admin/userAvailabilities/', work);
  }

  await page.goto('/home');
  await page.getByRole('button', { name: 'Create', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Scheduling' }).click();
  await page.getByLabel('Name').fill('Studio visit');
  await page.getByRole('button', { name: 'Create scheduling form' }).click();
  await choose(page, 'Kind', 'Collective');
  await choose(page, 'Add a host', 'Jules Okafor');
  await expect(page.getByRole('list', { name: 'Hosts' })).toContainText('Jules Okafor');
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  await expect(page.getByText('Published', { exact: true })).toBeVisible();
  const [, flowId = ''] = /editor\/([^/]+)/.exec(page.url()) ?? [];

  const visitor = await sit({ viewport: { width: 390, height: 844 }, timezoneId: 'America/Bogota' });
  const open = async () => {
    await visitor.goto(`/t/${flowId}`);
    // The page is drawn anew once it knows the zone of the device.
    await expect(visitor.getByLabel('Time zone')).toHaveValue('America/Bogota');
  };
  await open();
  // A phone shows a week: the styles of the page are there.
  await expect(visitor.getByRole('link', { name: 'Month after' })).toBeHidden();
  await showNextMonth(visitor);
  const day = await lastDay(visitor);
  const offered = async (time: string) => {
    await showNextMonth(visitor);
    await visitor.getByRole('link', { name: day }).click();
    await expect(visitor.locator('td a[aria-current]')).toHaveAttribute('aria-label', day);
    await visitor.locator('label', { hasText: time }).click();
    await visitor.getByRole('button', { name: 'Next: your details' }).click();
  };
  const book = async (time: string) => {
    await offered(time);
    await visitor.getByLabel('Name').fill('Amara Lindqvist');
    await visitor.getByLabel('Email').fill('amara@example.org');
    await visitor.getByRole('button', { name: 'Book', exact: true }).click();
    await expect(visitor.getByRole('heading', { name: 'You’re booked' })).toBeVisible();
  };
  const cancel = async () => {
    await visitor.getByRole('link', { name: 'Cancel booking' }).click();
    await visitor.getByRole('button', { name: 'Cancel booking' }).click();
    await expect(visitor.getByRole('link', { name: 'Book another time' })).toBeVisible();
  };
  /** The starts of bookings in somebody's calendar, as UTC. */
  const starts = async (person: string) =>
    [...(await radicale.calendarOf(person)).matchAll(/^DTSTART:\d{8}T(\d{4})/gm)].map(([, at]) => at);
  const inBoth = (at: readonly string[]) =>
    expect
      .poll(async () => [await starts('ines'), await starts('jules')], { timeout: 20_000 })
      .toEqual([at, at]);

  // The hosts' 9:00 is 3:00 in Bogota, and 8:00 as UTC.
  await book('3:00,');
  await inBoth(['0800']);
  await visitor.getByRole('link', { name: 'Reschedule' }).click();
  await offered('4:30,');
  await visitor.getByRole('button', { name: 'Move booking' }).click();
  await expect(visitor.getByText('4:30 to 5:00, Bogota')).toBeVisible();
  await inBoth(['0930']);
  await cancel();
  await inBoth([]);

  // The same page, by turns: one of them is booked, and the other's event leaves the time to nobody else.
  await choose(page, 'Kind', 'Round robin');
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  await expect(page.getByText('Published', { exact: true })).toBeVisible();
  await open();
  await book('3:00,');
  const both = async () => [...(await starts('ines')), ...(await starts('jules'))];
  await expect.poll(both, { timeout: 20_000 }).toEqual(['0800']);
  const first = (await starts('ines')).length === 1 ? 'ines' : 'jules';
  await open();
  await book('3:00,');
  await expect.poll(both, { timeout: 20_000 }).toEqual(['0800', '0800']);
  expect(await starts(first)).toEqual(['0800']);
  await visitor.getByRole('link', { name: 'Reschedule' }).click();
  await offered('4:30,');
  await visitor.getByRole('button', { name: 'Move booking' }).click();
  const second = first === 'ines' ? 'jules' : 'ines';
  await expect.poll(() => starts(second), { timeout: 20_000 }).toEqual(['0930']);
  await cancel();
  await expect.poll(() => starts(second), { timeout: 20_000 }).toEqual([]);
  expect(await starts(first)).toEqual(['0800']);
});
