import { type Browser, expect, type Page } from '@playwright/test';
import { must } from '@weft/std';
import type { Mailbox, Session } from '@weft/testkit';
import { testId } from './databases.ts';

const option = (value: string, color: string) => ({ value, label: value, color });

/** Each order with whose it is; no two share a text. */
const orders = [
  ['Aprons, heavy', 'Finishing', 0.85, '2026-11-26', 920, 'Léa Fournier', 'Keep the selvedge.'],
  ['Table runners, undyed', 'Weaving', 0.62, '2026-11-28', 1_240, 'Léa Fournier', 'Cut on Tuesday.'],
  ['Curtains, gauze', 'Quoted', null, '2026-12-18', 760, 'Omar Haddad', 'Ask for the rail.'],
  ['Napkins, rust', 'Shipped', 1, '2026-10-02', 540, 'Omar Haddad', 'Folded in fours.'],
] as const;

/** A database of customers and of what they ordered, as a shop keeps it. */
export async function portalBase(session: Session, emails: { readonly [name: string]: string }) {
  const { basePublicIdentifier: basePublicId } = await session.post<{ basePublicIdentifier: string }>(
    '/admin/bases',
    { baseName: 'Linen Studio' },
  );
  const [customers, list] = [testId('tbl'), testId('tbl')];
  const id = { name: testId('fld'), email: testId('fld'), order: testId('fld'), stage: testId('fld') };
  const more = { progress: testId('fld'), due: testId('fld'), value: testId('fld'), note: testId('fld') };
  const customer = testId('fld');
  await session.mutate('tables.create', {
    ...{ basePublicId, id: customers, name: 'Customers', records: [] },
    fields: [
      { id: id.name, name: 'Name', type: 'single_line_text' },
      { id: id.email, name: 'Email', type: 'email' },
    ],
  });
  const options = [
    option('Quoted', 'Blue'),
    option('Weaving', 'Orange'),
    option('Finishing', 'Purple'),
    option('Shipped', 'Green'),
  ];
  await session.mutate('tables.create', {
    ...{ basePublicId, id: list, name: 'Orders', records: [] },
    fields: [
      { id: id.order, name: 'Order', type: 'single_line_text' },
      { id: id.stage, name: 'Stage', type: 'single_select', template: { options, disableColors: false } },
      {
        ...{ id: more.progress, name: 'Progress', type: 'percent' },
        template: { decimalPlaces: 0, showProgressBar: true },
      },
      { id: more.due, name: 'Due', type: 'date' },
      { id: more.value, name: 'Value', type: 'currency' },
      { id: more.note, name: 'Note', type: 'long_text' },
    ],
  });
  await session.mutate('fields.create', {
    ...{ basePublicId, tableId: list },
    field: { id: customer, name: 'Customer', type: 'linked_record', template: { tableId: customers } },
  });
  const records = new Map<string, string>();
  const add = async (tableId: string, name: string, data: object) => {
    const recordId = testId('rec');
    records.set(name, recordId);
    await session.mutate('records.create', { basePublicId, tableId, records: [{ id: recordId, data }] });
    return recordId;
  };
  for (const [name, email] of Object.entries(emails))
    await add(customers, name, { [id.name]: name, [id.email]: email });
  for (const [order, stage, progress, due, value, owner, note] of orders) {
    const recordId = await add(list, order, {
      ...{ [id.order]: order, [id.stage]: stage, [more.due]: due, [more.value]: value, [more.note]: note },
      ...(progress !== null && { [more.progress]: progress }),
    });
    await session.mutate('records.updateLinks', {
      ...{ basePublicId, tableId: list, recordId, fieldId: customer },
      ...{ newIds: [must(records.get(owner))], oldIds: [] },
    });
  }
  const recordId = (name: string) => must(records.get(name), name);
  return { basePublicId, orders: list, fields: { ...id, ...more, customer }, recordId };
}

/** A customer at a browser of their own, from the link of the app to its first page. */
export async function signInAs(
  browser: Browser,
  mailbox: Mailbox,
  link: string,
  email: string,
): Promise<Page> {
  const page = await (await browser.newContext()).newPage();
  await page.goto(link);
  await page.getByLabel('Email address').fill(email);
  await page.getByRole('button', { name: 'Send me a code' }).click();
  await expect.poll(() => mailbox.newestTo(email)).not.toBeNull();
  const code = must(/^\d{6}$/m.exec(mailbox.newestTo(email) ?? '')?.[0], 'a code');
  await page.getByLabel('Code').fill(code);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page.getByRole('link', { name: 'Orders' }).first()).toBeVisible();
  return page;
}
