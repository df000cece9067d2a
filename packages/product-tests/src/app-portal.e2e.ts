import { expect, type Page } from '@playwright/test';
import { must } from '@weft/std';
import { type Session, signUp, startMailbox, startProduct } from '@weft/testkit';
import { portalBase, signInAs } from './app-portal.ts';
import { testId } from './databases.ts';
import { expectAccessible } from './expect-accessible.ts';
import { sitDown, test } from './product-test.ts';

const emails = { 'Léa Fournier': 'lea@cafe-brume.example', 'Omar Haddad': 'omar@haddad.example' };

const noOverflow = (page: Page) =>
  page.locator('html').evaluate(({ scrollWidth, clientWidth }) => scrollWidth <= clientWidth);

/** Adds a page with a board of the orders by their stages, and one that lists them one by one, and publishes them. */
async function addBoard(
  { query, mutate }: Session,
  flowId: string,
  { orders, fields }: Awaited<ReturnType<typeof portalBase>>,
): Promise<void> {
  const { version } = await query<{ version: number }>('apps.get', { flowId });
  const page = testId('pag');
  const board = {
    ...{ type: 'kanban', table: orders, groupField: fields.stage, moves: true },
    fields: [fields.order, fields.due, fields.stage],
  };
  const list = { type: 'list', table: orders, fields: [fields.order], perPage: 1, opens: page };
  const seen = { type: 'page', visibleTo: 'signedIn', inNavigation: true };
  const props = { ...seen, label: 'Board', slug: 'board' };
  const other = testId('pag');
  const edited = await mutate<{ version: number }>('apps.edit', {
    ...{ flowId, editId: testId('edt'), version },
    edits: [
      { kind: 'block', id: page, before: null, after: { parent: null, order: 'zz', props } },
      { kind: 'block', id: testId('blk'), before: null, after: { parent: page, order: 'V', props: board } },
      {
        ...{ kind: 'block', id: other, before: null },
        after: { parent: null, order: 'zzz', props: { ...seen, label: 'One by one', slug: 'one-by-one' } },
      },
      { kind: 'block', id: testId('blk'), before: null, after: { parent: other, order: 'V', props: list } },
    ],
  });
  await mutate('apps.publish', { flowId, version: edited.version });
}

test('a portal made in one click shows two customers their own orders, and nothing of each other', async ({
  page,
  browser,
}) => {
  const mailbox = await startMailbox();
  await using product = await startProduct({
    SMTP_URL: `smtp://127.0.0.1:${mailbox.port}?from=studio@linen.example`,
  });
  const ines = await signUp(product.url, 'Ines Moreau');
  const base = await portalBase(ines, emails);
  await sitDown(page, ines);

  await page.goto(`${product.url}/home`);
  await page.getByRole('button', { name: 'Create', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Zite' }).click();
  await page.getByLabel('Name').fill('Linen Studio');
  await page.getByRole('radio', { name: 'Linen Studio' }).check();
  await page.getByRole('radio', { name: /^Each person their own/ }).check();
  await page.getByRole('button', { name: 'Create app' }).click();
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  await expect(page.getByText('Published', { exact: true })).toBeVisible();
  const [, flowId = ''] = /editor\/zite\/([^/]+)/.exec(page.url()) ?? [];
  const link = `${product.url}/a/${flowId}`;

  const [lea, omar] = await Promise.all(
    Object.values(emails).map((email) => signInAs(browser, mailbox, link, email)),
  ).then(([one, two]) => [must(one), must(two)] as const);
  await lea.getByRole('link', { name: 'Orders' }).first().click();
  await omar.getByRole('link', { name: 'Orders' }).first().click();
  await expect(lea.getByRole('link', { name: 'Aprons, heavy' })).toBeVisible();
  await expect(lea.getByText('2 of 2 orders')).toBeVisible();
  await expect(lea.getByText('Curtains')).toHaveCount(0);
  await expect(omar.getByRole('link', { name: 'Curtains, gauze' })).toBeVisible();
  await expect(omar.getByText('Aprons')).toHaveCount(0);
  await expectAccessible(lea, 'a list of a published app');

  // By no address: neither what names another's record, nor what asks about it.
  const blockId = must(await lea.locator('[data-block-id]:has(table)').getAttribute('data-block-id'));
  const foreign = base.recordId('Curtains, gauze');
  for (const path of [
    `/orders-record/${foreign}`,
    `/customers-record/${base.recordId('Omar Haddad')}`,
    `/orders?q-${blockId}=Curtains`,
    `/orders?f-${blockId}-${base.fields.stage}=Quoted`,
    `/orders?s-${blockId}=-${base.fields.value}`,
    `/customers`,
    `/-/block/${blockId}?q-${blockId}=gauze`,
    `/-/block/${blockId}?record=${foreign}`,
    `/-/export/${blockId}`,
  ]) {
    const text = await (await lea.request.get(`${link}${path}`)).text();
    for (const secret of ['gauze<', 'Ask for the rail', 'Omar', 'omar@', '$760.00'])
      expect([path, text.includes(secret)]).toEqual([path, false]);
  }
  await lea.goto(`${link}/orders-record/${foreign}`);
  await expect(lea.getByRole('heading', { name: 'Nothing here' })).toBeVisible();

  // A search finds one's own, by the keyboard; a record opens with Enter.
  await lea.goto(`${link}/orders`);
  await lea.getByRole('searchbox').fill('linen curtains');
  await expect(lea.getByText('Nothing matches what you chose.')).toBeVisible();
  await lea.getByRole('searchbox').fill('runners');
  await expect(lea.getByRole('link', { name: 'Aprons, heavy' })).toHaveCount(0);
  await lea.getByRole('link', { name: 'Table runners, undyed' }).press('Enter');
  await expect(lea.getByText('Cut on Tuesday.').first()).toBeVisible();
  await expectAccessible(lea, 'a record of a published app');

  // What the studio changes appears to whom it belongs.
  await lea.goto(`${link}/orders`);
  await expect(lea.getByRole('link', { name: 'Aprons, heavy' })).toBeVisible();
  await ines.mutate('records.update', {
    ...{ basePublicId: base.basePublicId, tableId: base.orders, recordId: base.recordId('Aprons, heavy') },
    data: { [base.fields.order]: 'Aprons, light' },
  });
  await expect(lea.getByRole('link', { name: 'Aprons, light' })).toBeVisible();
  await expect(omar.getByText('Aprons')).toHaveCount(0);

  // What a customer adds is theirs.
  await omar.getByRole('link', { name: 'Add', exact: true }).click();
  await omar.getByLabel('Order', { exact: true }).fill('Bread cloths');
  await omar.getByLabel('Stage').selectOption({ label: 'Quoted' });
  await expectAccessible(omar, 'a form of a published app');
  // What is wrong is led to, and what is filled in stays, whether or not there is a connection.
  await omar.getByLabel('Progress').fill('lots');
  await omar.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(omar.getByLabel('Progress')).toBeFocused();
  await omar.getByLabel('Progress').fill('');
  await omar.context().setOffline(true);
  await omar.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(omar.getByRole('alert')).toContainText('No connection');
  await expect(omar.getByLabel('Order', { exact: true })).toHaveValue('Bread cloths');
  await omar.context().setOffline(false);
  await omar.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(omar.getByRole('link', { name: 'Bread cloths' })).toBeVisible();
  await expect(lea.getByText('Bread cloths')).toHaveCount(0);

  // Cards of a board are moved by key, and drawn.
  await addBoard(ines, flowId, base);
  await lea.goto(`${link}/board`);
  await expectAccessible(lea, 'a board of a published app');
  await lea.getByLabel('Move Aprons, light').press('Enter');
  await lea.getByRole('button', { name: 'Move to Shipped' }).press('Enter');
  const lane = (name: string) => lea.getByRole('region', { name });
  await expect(lane('Shipped').getByText('Aprons, light')).toBeVisible();
  await expect(lea.getByLabel('Move Aprons, light')).toBeFocused();
  await lea.getByText('Table runners, undyed').dragTo(lane('Finishing'));
  await expect(lane('Finishing').getByText('Table runners, undyed')).toBeVisible();

  // Back leads to where somebody was in a list; a page that is opened begins at its top.
  await lea.setViewportSize({ width: 1_280, height: 300 });
  await lea.goto(`${link}/one-by-one`);
  await lea.getByRole('link', { name: 'Show more' }).click();
  await lea.getByRole('link', { name: 'Table runners, undyed' }).click();
  await expect(lea.getByRole('heading', { name: 'Quoted' })).toBeVisible();
  expect(await lea.locator('html').evaluate(({ scrollTop }) => scrollTop)).toBe(0);
  await lea.goBack();
  await expect(lea.getByText('2 of 2 orders')).toBeVisible();

  // On a phone nothing is wider than the screen.
  await lea.setViewportSize({ width: 390, height: 844 });
  for (const path of [
    '/orders',
    '/board',
    `/orders-record/${base.recordId('Aprons, heavy')}`,
    '/customers',
  ]) {
    await lea.goto(`${link}${path}`);
    expect([path, await noOverflow(lea)]).toEqual([path, true]);
  }
  await expectAccessible(lea, 'a published app on a phone');

  // Whoever signs out sees nothing any more, nor does whoever is signed in elsewhere.
  await lea.setViewportSize({ width: 1_280, height: 800 });
  await lea.locator('header summary').click();
  await lea.getByRole('button', { name: 'Sign out' }).first().click();
  await lea.goto(`${link}/orders`);
  await expect(lea.getByRole('heading', { name: 'Sign in to Linen Studio' })).toBeVisible();
  await expectAccessible(lea, 'the sign-in of a published app');
  mailbox.close();
});
