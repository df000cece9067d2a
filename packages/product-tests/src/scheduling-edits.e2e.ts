import { expect, type Page } from '@playwright/test';
import { firstPageId, questionProps } from '@weft/forms';
import { lastDay, showNextMonth } from './next-month.ts';
import { call, signUp } from './people.ts';
import { test } from './product-test.ts';

/** Asks for a company and, of those that have one, how many they are. */
async function askCompany(page: Page, flowId: string): Promise<void> {
  const { version } = await call<{ readonly version: number }>(page, '/rpc/forms.get', { flowId });
  const [firm, size] = ['c', 's'].map((last) => `fld${last.padStart(21, '0')}`);
  const hasFirm = { conjunction: 'and', items: [{ fieldId: firm, operator: 'is_not_empty' }] };
  const block = (id: string | undefined, order: string, props: object) => ({
    ...{ kind: 'block', id, before: null },
    after: { parent: firstPageId, order, props: { ...questionProps('short_text'), ...props } },
  });
  const edits = [
    block(firm, 'V', { label: 'Company' }),
    block(size, 'W', { label: 'How many are you?', shownWhen: hasFirm }),
  ];
  await call(page, '/rpc/forms.edit', { flowId, version, editId: `edt${'0'.repeat(21)}`, edits });
  await page.reload();
}

test('times are told as the draft was edited last, and after a refused move as they are by now', async ({
  page,
  browser,
}) => {
  await signUp(page, 'Ines Moreau');
  await page.goto('/home');
  await page.getByRole('button', { name: 'Create', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Scheduling' }).click();
  await page.getByLabel('Name').fill('Studio visit');
  await page.getByRole('button', { name: 'Create scheduling form' }).click();
  await page.waitForURL('**/editor/**');
  const [, flowId = ''] = /editor\/([^/]+)/.exec(page.url()) ?? [];
  await askCompany(page, flowId);
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  await expect(page.getByText('Published', { exact: true })).toBeVisible();

  // The last edit is slow: what is asked about the day is asked after it.
  const order: string[] = [];
  await page.route('**/rpc/forms.edit', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    const answer = await route.fetch();
    order.push('edit');
    await route.fulfill({ response: answer });
  });
  await page.route('**/rpc/scheduling.day*', async (route) => {
    order.push('day');
    await route.continue();
  });
  await page.getByRole('button', { name: 'Add duration' }).click();
  await page.getByRole('button', { name: 'Times', exact: true }).click();
  await expect(page.getByRole('list', { name: 'Times' })).toBeVisible();
  expect(order.slice(0, 2)).toEqual(['edit', 'day']);
  await page.unrouteAll({ behavior: 'wait' });

  const visit = await browser.newContext({
    ...{ viewport: { width: 390, height: 844 }, baseURL: new URL(page.url()).origin },
  });
  const visitor = await visit.newPage();
  await visitor.goto(`/t/${flowId}`);
  await showNextMonth(visitor);
  const day = await lastDay(visitor);
  const choose = async () => {
    await showNextMonth(visitor);
    await visitor.getByRole('link', { name: day }).click();
  };
  await choose();
  const book = async (time: RegExp, name: string) => {
    await visitor.locator('label', { hasText: time }).click();
    await visitor.getByRole('button', { name: 'Next: your details' }).click();
    await visitor.getByLabel('Name').fill(name);
    await visitor.getByLabel('Email').fill('somebody@example.org');
    // What an answer brings up is there at once.
    await expect(visitor.getByLabel('How many are you?')).toBeHidden();
    await visitor.getByLabel('Company').fill('Linen & Co');
    await visitor.getByLabel('How many are you?').fill('12');
    await visitor.getByRole('button', { name: 'Book', exact: true }).click();
    await expect(visitor.getByRole('heading', { name: 'You’re booked' })).toBeVisible();
  };
  await book(/^9:00,/, 'Amara Lindqvist');

  await page.getByRole('link', { name: 'Bookings' }).click();
  const shown = page.getByRole('listitem').filter({ hasText: 'Amara Lindqvist' });
  const month = day.split(' ').slice(2).join(' ');
  const shownMonth = page.getByRole('heading', { level: 2, name: /^\p{L}+ \d{4}$/u });
  while ((await shownMonth.textContent()) !== month)
    await page.getByRole('button', { name: 'Month after' }).click();
  await shown.getByRole('button', { name: 'More for Amara Lindqvist' }).click();
  await page.getByRole('menuitem', { name: 'Move' }).click();
  const moving = page.getByRole('dialog', { name: 'Move this booking' });
  const three = moving.getByRole('button', { name: '3:30 PM', exact: true });
  await three.click();

  // Somebody books that time while the dialog is open.
  await visitor.goto(`/t/${flowId}`);
  await choose();
  await book(/^15:30,/, 'Bo Ek');
  await moving.getByRole('button', { name: 'Move booking' }).click();
  await expect(moving.getByRole('alert')).toContainText('not free');
  await expect(three).toHaveCount(0);
  await expect(moving.getByRole('button', { name: 'Move booking' })).toBeDisabled();
  await visit.close();
});

test('a page is closed by its settings, which name bookings, and a booking is moved meanwhile', async ({
  page,
  browser,
}) => {
  await signUp(page, 'Ines Moreau');
  await page.goto('/home');
  await page.getByRole('button', { name: 'Create', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Scheduling' }).click();
  await page.getByLabel('Name').fill('Studio visit');
  await page.getByRole('button', { name: 'Create scheduling form' }).click();
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  await expect(page.getByText('Published', { exact: true })).toBeVisible();
  const [, flowId = ''] = /editor\/([^/]+)/.exec(page.url()) ?? [];
  const visit = await browser.newContext({
    ...{ viewport: { width: 390, height: 844 }, baseURL: new URL(page.url()).origin },
  });
  const visitor = await visit.newPage();
  await visitor.goto(`/t/${flowId}`);
  await visitor
    .locator('label', { hasText: /^\d+:\d\d/ })
    .first()
    .click();
  await visitor.getByRole('button', { name: 'Next: your details' }).click();
  await visitor.getByLabel('Name').fill('Amara Lindqvist');
  await visitor.getByLabel('Email').fill('somebody@example.org');
  await visitor.getByRole('button', { name: 'Book', exact: true }).click();
  await expect(visitor.getByRole('heading', { name: 'You’re booked' })).toBeVisible();
  const booking = visitor.url();

  await page.getByRole('link', { name: 'Settings', exact: true }).click();
  await expect(page).toHaveURL(`/editor/${flowId}/settings`);
  await expect(page.getByText('Number of answers')).toHaveCount(0);
  await page.getByLabel('Message').fill('Back in May.');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByRole('switch', { name: 'Take bookings' }).click();
  await expect(page.getByRole('switch', { name: 'Take bookings' })).not.toBeChecked();
  await visitor.goto(`/t/${flowId}`);
  await expect(visitor.getByRole('heading', { name: 'This page is closed' })).toBeVisible();
  await expect(visitor.getByText('Back in May.')).toBeVisible();
  await visitor.goto(booking);
  await visitor.getByRole('link', { name: /move|another time|reschedule/i }).click();
  await visitor
    .locator('label', { hasText: /^\d+:\d\d/ })
    .last()
    .click();
  await visitor.getByRole('button', { name: /^Next/ }).click();
  await visitor.getByRole('button', { name: 'Move booking' }).click();
  await expect(visitor.getByRole('heading', { name: 'You’re booked' })).toBeVisible();
  await visit.close();
});
