import { expect, type Page } from '@playwright/test';
import { newChildren, questionProps, questionType, questionTypeNames } from '@weft/forms';
import { type Session, signUp } from '@weft/testkit';
import { newBase } from './databases.ts';
import { expectAccessible } from './expect-accessible.ts';
import { emailOf } from './people.ts';
import { test } from './product-test.ts';

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

/** Settings without which a type cannot be published. */
const settings: { readonly [type: string]: { readonly [name: string]: string } } = {
  paragraph: { text: 'Some **bold** words.' },
  video: { address: 'https://vimeo.com/76979871' },
  calculation: { formula: '1 + 2' },
  hidden: { parameter: 'source' },
  consent: { terms: 'You agree to everything that is written here.' },
};

let made = 0;
const freshId = (kind: string): string => `${kind}${(made++).toString(36).padStart(21, 'b')}`;
const orderOf = (place: number): string => `V${String(place + 1).padStart(4, '0')}V`;

/** A table whose records a form may offer, as a picker names it. */
async function customersOf(owner: Session) {
  const base = await newBase(owner);
  const [table, field] = [freshId('tbl'), freshId('fld')];
  await owner.mutate('tables.create', {
    ...{ basePublicId: base, id: table, name: 'Customers' },
    fields: [{ id: field, name: 'Name', type: 'single_line_text' }],
    records: ['Ada Lovelace', 'Grace Hopper'].map((name) => ({
      id: freshId('rec'),
      data: { [field]: name },
    })),
  });
  const fields = [{ id: field, name: 'Name' }];
  return { base, table: { id: table, name: 'Customers' }, fields, filter: null };
}

/** A published form with a block of every type; what asks anything is required. */
async function formOfEverything(owner: Session): Promise<string> {
  const { flowId } = await owner.mutate<{ readonly flowId: string }>('forms.create', { name: 'Everything' });
  const body = new FormData();
  body.append('file', new Blob([png]), 'dot.png');
  const sent = await fetch(`${owner.url}/v1/forms/${flowId}/images`, {
    method: 'POST',
    headers: owner.headers,
    body,
  });
  const { image } = (await sent.json()) as { readonly image: string };
  const block = (id: string, parent: string, place: number, props: object) => ({
    ...{ kind: 'block', id, before: null },
    after: { parent, order: orderOf(place), props },
  });
  const source = await customersOf(owner);
  // A payment is published with an account at its provider, which there is none of here.
  const types = questionTypeNames.filter((type) => questionType(type).takesPayment !== true);
  const edits = types.flatMap((type, place) => {
    const { isContent = false, hasPictures = false, label, fromAddress } = questionType(type);
    const id = freshId('fld');
    const own = {
      ...settings[type],
      ...(type === 'image' && { image, alt: 'A dot' }),
      ...(type === 'record_picker' && { source }),
    };
    const props = {
      ...questionProps(type),
      label,
      required: !isContent && fromAddress === undefined,
      ...own,
    };
    return [
      block(id, `pag${'0'.repeat(21)}`, place, props),
      ...newChildren(type, freshId).map((child, at) =>
        block(child.id, id, at, {
          ...child.props,
          ...(hasPictures && child.props.type === 'choice' && { image, alt: `Picture ${at + 1}` }),
        }),
      ),
    ];
  });
  await owner.mutate('forms.edit', { flowId, editId: freshId('edt'), version: 0, edits });
  await owner.mutate('forms.publish', { flowId, version: 1 });
  return `${owner.url}/t/${flowId}`;
}

const fitsWide = (page: Page): Promise<boolean> =>
  page.evaluate('document.documentElement.scrollWidth <= innerWidth');

test('a form of every block is accessible at first and with faults, small, enlarged and from right to left', async ({
  page,
  product,
}) => {
  const owner = await signUp(product.url, 'Bea Blocks', emailOf('Bea Blocks'));
  await page.goto(await formOfEverything(owner));
  await expect(page.getByRole('button', { name: 'Remove row 1' })).toBeHidden();
  await expectAccessible(page, 'every block');
  await page.setViewportSize({ width: 320, height: 800 });
  await expectAccessible(page, 'every block at 320 px');
  expect(await fitsWide(page)).toBe(true);
  await page.locator('html').evaluate((html) => html.setAttribute('dir', 'rtl'));
  await expectAccessible(page, 'every block from right to left');
  expect(await fitsWide(page)).toBe(true);
  await page.locator('html').evaluate((html) => html.removeAttribute('dir'));
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.locator('html').evaluate((html) => Object.assign(html.style, { fontSize: '200%', zoom: '2' }));
  await expectAccessible(page, 'every block at twice the size');
  expect(await fitsWide(page)).toBe(true);
  await page.locator('html').evaluate((html) => html.removeAttribute('style'));

  await page.getByRole('button', { name: 'Submit' }).click();
  await expect(page.getByRole('alert').getByRole('link', { name: 'Signature', exact: true })).toBeVisible();
  await expectAccessible(page, 'every block with faults');
  // Each fault leads to something that takes the focus.
  const links = await page.getByRole('alert').getByRole('link').all();
  expect(links.length).toBeGreaterThan(30);
  for (const link of links) {
    await link.click();
    const target = (await link.getAttribute('href')) ?? '';
    await expect(page.locator(`:focus${target}`)).toHaveCount(1);
  }
});

test('rows are added to a group and removed, and those that are left arrive', async ({ page, product }) => {
  const owner = await signUp(product.url, 'Gil Group', emailOf('Gil Group'));
  const { flowId } = await owner.mutate<{ readonly flowId: string }>('forms.create', { name: 'Guests' });
  const block = (id: string, parent: string, props: object) => ({
    ...{ kind: 'block', id, before: null },
    after: { parent, order: orderOf(made), props },
  });
  const id = freshId('fld');
  await owner.mutate('forms.edit', {
    flowId,
    editId: freshId('edt'),
    version: 0,
    edits: [
      block(id, `pag${'0'.repeat(21)}`, {
        ...{ type: 'repeating_group', label: 'Your guests', required: true, noun: 'guest', maxRows: 3 },
      }),
      block(freshId('fld'), id, { type: 'part', name: 'column', label: 'Name', required: true }),
      block(freshId('fld'), id, { type: 'part', name: 'column', label: 'Age', kind: 'number' }),
    ],
  });
  await owner.mutate('forms.publish', { flowId, version: 1 });
  await page.goto(`${owner.url}/t/${flowId}`);
  const add = page.getByRole('button', { name: 'Add a guest' });
  const guest = (place: number) => page.getByRole('group', { name: `guest ${place}` });
  await guest(1).getByLabel('Name').fill('Ada');
  await add.click();
  await expect(guest(2).getByLabel('Name')).toBeFocused();
  await page.keyboard.type('Bob');
  await add.click();
  await guest(3).getByLabel('Name').fill('Cyd');
  await guest(3).getByLabel('Age').fill('old');
  await expect(add).toBeHidden();
  await page.getByRole('button', { name: 'Remove guest 2' }).click();
  await expect(guest(2).getByLabel('Name')).toHaveValue('Cyd');
  await page.getByRole('button', { name: 'Submit' }).click();
  await expect(page.getByRole('link', { name: 'Age, row 2' })).toBeVisible();
  await expect(guest(2).getByText('Enter a number like 12 or 12.5')).toBeVisible();
  await guest(2).getByLabel('Age').fill('7');
  await page.getByRole('button', { name: 'Submit' }).click();
  await expect(page.getByRole('heading', { name: 'Thank you' })).toBeVisible();
  const { metadata } = await owner.query<{
    readonly metadata: { readonly tables: readonly { readonly id: string }[] };
  }>('metadata.get', { basePublicId: flowId });
  const { records } = await owner.query<{ readonly records: readonly { readonly data: object }[] }>(
    'records.list',
    { basePublicId: flowId, tableId: metadata.tables[0]?.id },
  );
  expect(records.map(({ data }) => Reflect.get(data, id))).toEqual(['Name: Ada\nName: Cyd; Age: 7']);
});

test('a record is found by typing, chosen by keys, and arrives', async ({ page, product }) => {
  const owner = await signUp(product.url, 'Rita Records', emailOf('Rita Records'));
  const source = await customersOf(owner);
  const { flowId } = await owner.mutate<{ readonly flowId: string }>('forms.create', { name: 'Orders' });
  const id = freshId('fld');
  const props = { type: 'record_picker', label: 'Customer', required: true, source };
  const after = { parent: `pag${'0'.repeat(21)}`, order: orderOf(made), props };
  const edits = [{ kind: 'block', id, before: null, after }];
  await owner.mutate('forms.edit', { flowId, editId: freshId('edt'), version: 0, edits });
  await owner.mutate('forms.publish', { flowId, version: 1 });
  await page.goto(`${owner.url}/t/${flowId}`);
  const field = page.getByRole('combobox', { name: 'Customer' });
  await field.fill('hop');
  await expect(page.getByRole('option')).toHaveText(['Grace Hopper']);
  await expectAccessible(page, 'records that were found');
  await field.press('ArrowDown');
  await field.press('Enter');
  await expect(field).toHaveValue('Grace Hopper');
  await expect(page.getByRole('option')).toHaveCount(0);
  await page.getByRole('button', { name: 'Submit' }).click();
  await expect(page.getByRole('heading', { name: 'Thank you' })).toBeVisible();
  const { records } = await owner.query<{ readonly records: readonly { readonly data: object }[] }>(
    'records.list',
    { basePublicId: flowId, tableId: `tbl${flowId.slice(3)}` },
  );
  expect(records.map(({ data }) => Reflect.get(data, id))).toEqual(['Grace Hopper']);
});
