import { expect } from '@playwright/test';
import { AiServer } from '@weft/integrations/testing';
import { signUp, startMailbox, startProduct } from '@weft/testkit';
import { expectAccessible } from './expect-accessible.ts';
import { sitDown, test } from './product-test.ts';

test('an app of a template is changed by chat in one step, and its people are invited and blocked', async ({
  page,
}) => {
  await using service = await new AiServer().listen();
  const mailbox = await startMailbox();
  await using product = await startProduct({
    ...{ AI_BASE_URL: service.baseUrl, AI_API_KEY: AiServer.key },
    SMTP_URL: `smtp://127.0.0.1:${mailbox.port}?from=weft@example.org`,
  });
  await sitDown(page, await signUp(product.url, 'Ines Moreau', 'ines@example.com'));
  await page.goto(`${product.url}/home/zite/new`);
  await page.getByRole('radio', { name: /From a template/ }).check();
  await page.getByRole('radio', { name: /Client portal/ }).check();
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Client portal');
  await expectAccessible(page, 'templates of apps');
  await page.getByRole('button', { name: 'Create app' }).click();
  await page.waitForURL('**/editor/zite/**');

  const pages = page.getByRole('region', { name: 'Pages' });
  await expect(pages.getByText('My details')).toBeVisible();
  await page.keyboard.press('Control+j');
  const box = page.getByLabel('Ask for a change');
  await expect(box).toBeFocused();
  // What takes long is cancelled, and can be written on.
  service.answers.push('hang');
  await box.fill('Add a page of numbers');
  await page.keyboard.press('Enter');
  await expect.poll(() => service.requests.length).toBe(1);
  await page.getByRole('button', { name: 'Cancel', exact: true }).click();
  await expect(box).toHaveValue('Add a page of numbers');

  const chart = { table: 'Projects', title: 'By status', groupField: 'Status', shape: 'bar' };
  const operations = [
    { op: 'addPage', ref: 'numbers', label: 'Numbers' },
    { op: 'addBlock', in: 'numbers', type: 'chart', set: chart },
  ];
  service.answers.push(JSON.stringify({ say: 'I add a page with a chart.', operations }));
  await box.press('Enter');
  await expect(page.getByText('Added the page ‘Numbers’')).toBeVisible();
  await expect(page.getByText('nothing keeps it from being published')).toBeVisible();
  await page.getByRole('button', { name: 'Current', exact: true }).click();
  await expect(pages.getByText('Numbers')).toBeHidden();
  await expectAccessible(page, 'chat of an app');
  await page.getByRole('button', { name: 'Apply 1 change' }).click();
  await expect(pages.getByText('Numbers')).toBeVisible();
  const undo = page.getByRole('banner').getByRole('button', { name: 'Undo' });
  await undo.click();
  await expect(pages.getByText('Numbers')).toBeHidden();
  await expect(undo).toBeDisabled();

  await page.getByRole('link', { name: 'Settings' }).click();
  await expect(page.getByRole('radio', { name: 'Plum' })).toBeAttached();
  // The settings scroll, and never what stands around them.
  expect(await page.locator('html').evaluate((html) => html.scrollHeight - html.clientHeight)).toBe(0);

  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  await page.getByRole('link', { name: /People/ }).click();
  await page.getByRole('button', { name: 'Invite', exact: true }).click();
  await page.getByLabel('Email').fill('noor@example.org');
  await page.getByLabel('Name', { exact: true }).fill('Noor de Wit');
  await page.getByRole('button', { name: 'Send invitation' }).click();
  await page.getByRole('button', { name: 'More about Noor de Wit' }).click();
  await page.getByRole('menuitem', { name: 'Block' }).click();
  await page.getByRole('button', { name: 'Block', exact: true }).click();
  await page.getByLabel('Search people').fill('noor@');
  await expect(page.getByText('1 person found.')).toBeVisible();
  await expect(page.getByText('Blocked just now')).toBeVisible();
  await expectAccessible(page, 'people of an app');
  mailbox.close();
});
