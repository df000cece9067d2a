import { expect, type Page } from '@playwright/test';
import type { Table } from '@weft/core';
import { AiServer } from '@weft/integrations/testing';
import { must } from '@weft/std';
import { type Session, signUp, startMailbox, startProduct } from '@weft/testkit';
import { signInAs } from './app-portal.ts';
import { testId } from './databases.ts';
import { expectAccessible } from './expect-accessible.ts';
import { sitDown, test } from './product-test.ts';

const emails = { 'Léa Fournier': 'lea@cafe-brume.example', 'Omar Haddad': 'omar@haddad.example' };

/** Two linked tables, and who signs in. */
const tables = [
  {
    ...{ op: 'addTable', name: 'Customers' },
    fields: [{ name: 'Name' }, { name: 'Email', type: 'email' }],
  },
  {
    ...{ op: 'addTable', name: 'Orders' },
    fields: [
      { name: 'Order' },
      { name: 'Stage', type: 'single_select', options: ['Quoted', 'Weaving', 'Shipped'] },
      { name: 'Due', type: 'date' },
      { name: 'Customer', type: 'linked_record', linkedTable: 'Customers' },
    ],
  },
  { op: 'setUsers', table: 'Customers', email: 'Email', name: 'Name' },
  { op: 'setApp', set: { access: 'signedIn', signUp: 'invite' } },
];

const pages = [
  { op: 'addPage', ref: 'list', label: 'Orders', visibleTo: 'signedIn', before: 'Home' },
  { op: 'addPage', ref: 'one', label: 'Order', about: 'Orders', visibleTo: 'signedIn', inNavigation: false },
  { op: 'addPage', ref: 'new', label: 'Ask for a quote', visibleTo: 'signedIn' },
  { op: 'addBlock', in: 'list', type: 'heading', set: { text: 'Your orders' } },
  { op: 'addBlock', ref: 'search', in: 'list', type: 'search', set: {} },
  {
    ...{ op: 'addBlock', ref: 'orders', in: 'list', type: 'table' },
    set: { table: 'Orders', fields: ['Order', 'Stage', 'Due'], opens: 'one' },
  },
  { op: 'changeBlock', block: 'search', set: { target: 'orders' } },
  { op: 'addBlock', in: 'one', type: 'heading', set: { field: 'Order' } },
  {
    ...{ op: 'addBlock', in: 'one', type: 'detail' },
    set: { table: 'Orders', fields: ['Stage', 'Due', 'Customer'] },
  },
  {
    ...{ op: 'addBlock', in: 'new', type: 'form' },
    set: {
      ...{ table: 'Orders', mode: 'create', fields: ['Order', 'Due'], button: 'Ask' },
      after: { kind: 'openPage', page: 'list' },
    },
  },
  { op: 'removePage', page: 'Home' },
];

const rules = [
  {
    ...{ op: 'addRule', table: 'Orders', who: 'signedIn', can: ['read', 'create'] },
    ...{ rows: { kind: 'own', field: 'Customer' }, presets: { Customer: { from: 'user', field: '$id' } } },
  },
  {
    ...{ op: 'addRule', table: 'Customers', who: 'signedIn', can: ['read'] },
    rows: { kind: 'own', field: 'Email' },
  },
];

/** What each customer has ordered. */
const orders = [
  ['Aprons, heavy', 'Léa Fournier'],
  ['Table runners, undyed', 'Léa Fournier'],
  ['Curtains, gauze', 'Omar Haddad'],
] as const;

/** The studio types its customers and their orders into the tables that the chat has made. */
async function fill({ query, mutate }: Session, flowId: string): Promise<Map<string, string>> {
  const { baseId, tables: made } = await query<{ baseId: string; tables: Table[] }>('apps.tables', {
    flowId,
  });
  const table = (name: string) =>
    must(
      made.find((one) => one.name === name),
      name,
    );
  const field = (of: string, name: string) =>
    must(
      table(of).fields.find((one) => one.name === name),
      name,
    ).id;
  const records = new Map<string, string>();
  const add = async (of: string, name: string, data: object) => {
    const id = testId('rec');
    records.set(name, id);
    const tableId = table(of).id;
    await mutate('records.create', { basePublicId: baseId, tableId, records: [{ id, data }] });
    return id;
  };
  for (const [name, email] of Object.entries(emails))
    await add('Customers', name, {
      [field('Customers', 'Name')]: name,
      [field('Customers', 'Email')]: email,
    });
  for (const [order, owner] of orders) {
    const recordId = await add('Orders', order, { [field('Orders', 'Order')]: order });
    await mutate('records.updateLinks', {
      ...{ basePublicId: baseId, tableId: table('Orders').id, recordId, oldIds: [] },
      ...{ fieldId: field('Orders', 'Customer'), newIds: [must(records.get(owner))] },
    });
  }
  return records;
}

async function ask(page: Page, text: string): Promise<void> {
  await page.getByLabel('Ask for a change').fill(text);
  await page.keyboard.press('Enter');
}

const draftOf = ({ query }: Session, flowId: string) =>
  query<{ version: number; content: { blocks: { [id: string]: { props: { type: string } } } } }>('apps.get', {
    flowId,
  });

test('a portal built by chat is looked at before it is applied, and keeps two customers apart', async ({
  page,
  browser,
}) => {
  await using service = await new AiServer().listen();
  const mailbox = await startMailbox();
  await using product = await startProduct({
    ...{ AI_BASE_URL: service.baseUrl, AI_API_KEY: AiServer.key },
    SMTP_URL: `smtp://127.0.0.1:${mailbox.port}?from=studio@linen.example`,
  });
  const ines = await signUp(product.url, 'Ines Moreau');
  await sitDown(page, ines);
  await page.goto(`${product.url}/home/zite/new`);
  await page.getByLabel('Name').fill('Linen Studio');
  await page.getByRole('radio', { name: /^Blank/ }).check();
  await page.getByRole('button', { name: 'Create app' }).click();
  await page.waitForURL('**/editor/zite/**');
  const [, flowId = ''] = /editor\/zite\/([^/]+)/.exec(page.url()) ?? [];
  const tree = page.getByRole('region', { name: 'Pages', exact: true });
  await expect(tree.getByText('Home')).toBeVisible();
  await page.keyboard.press('Control+j');
  const says = (operations: readonly object[], say: string) =>
    service.answers.push(JSON.stringify({ say, operations }));

  // Tables first: the page is looked at as it would be, and nothing is made before somebody says so.
  says(tables, 'I add the tables of customers and orders.');
  await ask(page, 'I need customers and their orders');
  await expect(page.getByText('Added the table ‘Orders’ to the database')).toBeVisible();
  const tableNames = async () =>
    (await ines.query<{ tables: Table[] }>('apps.tables', { flowId })).tables.map(({ name }) => name);
  expect(await tableNames()).not.toContain('Orders');
  await page.getByRole('button', { name: /^Apply \d+ changes$/ }).click();
  await expect(page.getByText('Applied', { exact: true })).toBeVisible();
  expect(await tableNames()).toEqual(expect.arrayContaining(['Customers', 'Orders']));

  // An answer that would take a table away is no answer: nothing of it is shown or made.
  const before = await draftOf(ines, flowId);
  const hostile = [...pages, { op: 'deleteTable', table: 'Orders' }];
  says(hostile, 'I delete the orders.');
  says(hostile, 'I delete the orders.');
  await ask(page, 'Pages for customers');
  await expect(page.getByText(/no answer that fits/)).toBeVisible();
  says(pages, 'I add a list, the page of an order and a form.');
  await page.getByRole('button', { name: /again|Retry/ }).click();
  await expect(page.getByText('Added the page ‘Ask for a quote’')).toBeVisible();

  // The proposal on the canvas, as somebody would see it who signs in.
  await expect(page.getByText('Preview of the proposal')).toBeVisible();
  await expect(tree.getByRole('treeitem', { name: 'Ask for a quote' })).toBeVisible();
  await expect(tree.getByText('Home')).toBeHidden();
  const canvas = page.frameLocator('iframe[title="The page"]');
  await tree.getByRole('treeitem', { name: 'Orders' }).click();
  await expect(page.getByText('Before it can be published')).toBeVisible();
  await expectAccessible(page, 'a proposal on the canvas');
  await page.getByRole('button', { name: 'Current', exact: true }).click();
  await expect(page.getByText('Preview of the proposal')).toBeHidden();
  await expect(tree.getByText('Home')).toBeVisible();
  await expect(canvas.getByRole('heading', { name: 'Linen Studio' })).toBeVisible();
  await page.getByRole('button', { name: 'Preview', exact: true }).last().click();
  await expect(tree.getByRole('treeitem', { name: 'Ask for a quote' })).toBeVisible();
  expect(await draftOf(ines, flowId)).toEqual(before);
  await page.getByRole('button', { name: 'Discard' }).click();
  await expect(tree.getByText('Home')).toBeVisible();
  await expect(page.getByText('Preview of the proposal')).toBeHidden();
  expect(await draftOf(ines, flowId)).toEqual(before);

  // Asked once more, with rules; the old rule that everybody may read goes.
  const [old] = must(Object.entries(before.content.blocks).find(([, { props }]) => props.type === 'rule'));
  says(
    [...pages, ...rules, { op: 'removeRule', rule: old }],
    'Pages, and each customer sees their own orders.',
  );
  await ask(page, 'The pages again, and customers see their own orders alone');
  await expect(page.getByText('Preview of the proposal')).toBeVisible();
  await expect(canvas.getByRole('heading', { name: 'Your orders' })).toBeVisible();
  await expect(page.getByText('nothing keeps it from being published')).toBeVisible();
  await page.getByRole('button', { name: /^Apply \d+ changes$/ }).click();
  await expect(page.getByText('Preview of the proposal')).toBeHidden();
  await expect(tree.getByText('Ask for a quote')).toBeVisible();
  const records = await fill(ines, flowId);
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  await expect(page.getByText('Published', { exact: true })).toBeVisible();

  // Two customers in two browsers.
  const link = `${product.url}/a/${flowId}`;
  const [lea, omar] = await Promise.all(
    Object.values(emails).map((email) => signInAs(browser, mailbox, link, email)),
  ).then(([one, two]) => [must(one), must(two)] as const);
  await expect(lea.getByText('2 of 2 orders')).toBeVisible();
  await expect(lea.getByRole('link', { name: 'Aprons, heavy' })).toBeVisible();
  await expect(omar.getByRole('link', { name: 'Curtains, gauze' })).toBeVisible();
  await expect(omar.getByText('1 of 1 orders')).toBeVisible();
  const blockId = must(await lea.locator('[data-block-id]:has(table)').getAttribute('data-block-id'));
  for (const path of [
    `/order/${records.get('Curtains, gauze')}`,
    `/orders?q-${blockId}=Curtains`,
    `/-/block/${blockId}?q-${blockId}=gauze`,
    `/-/block/${blockId}?record=${records.get('Curtains, gauze')}`,
    `/-/export/${blockId}`,
  ]) {
    const text = await (await lea.request.get(`${link}${path}`)).text();
    for (const secret of ['gauze<', 'Omar', 'omar@'])
      expect([path, text.includes(secret)]).toEqual([path, false]);
  }
  await omar.getByRole('link', { name: 'Ask for a quote' }).first().click();
  await omar.getByLabel('Order', { exact: true }).fill('Bread cloths');
  await omar.getByRole('button', { name: 'Ask', exact: true }).click();
  await expect(omar.getByRole('link', { name: 'Bread cloths' })).toBeVisible();
  await lea.goto(`${link}/orders`);
  await expect(lea.getByText('2 of 2 orders')).toBeVisible();
  await expect(lea.getByText('Bread cloths')).toHaveCount(0);
  mailbox.close();
});
