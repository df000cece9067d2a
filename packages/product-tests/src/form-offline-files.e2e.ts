import { expect } from '@playwright/test';
import { signUp } from '@weft/testkit';
import { madeForm } from './made-form.ts';
import { test } from './product-test.ts';

// A service worker brings the page back.
test.use({ serviceWorkers: 'allow' });

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

test('a file that was chosen without a connection survives a reload, and goes out once with the answer', async ({
  page,
  context,
  product,
}) => {
  const owner = await signUp(product.url, 'Fiona Files');
  const { flowId, address, ids } = await madeForm(owner, 'Field notes', [
    { type: 'short_text', label: 'Your name' },
    { type: 'file', label: 'Photo', settings: { accept: 'images', maxFiles: 3 } },
  ]);
  await page.goto(address);
  const chooser = page.getByLabel('Photo: choose files');
  await chooser.setInputFiles({ name: 'before.png', mimeType: 'image/png', buffer: png });
  await expect(page.locator('.files input[type=hidden]')).toHaveCount(1);
  await expect
    .poll(() =>
      page.evaluate<number>("caches.open('weft-forms').then((one) => one.keys()).then((k) => k.length)"),
    )
    .toBe(1);
  await page.evaluate('navigator.serviceWorker.ready.then(() => {})');
  await context.setOffline(true);
  // As texts go, this looks like what stands for a file.
  await page.getByLabel('Your name').fill('kept:underthedoormat');
  await chooser.setInputFiles({ name: 'fox.png', mimeType: 'image/png', buffer: png });
  await expect(page.getByText('Kept on this device until there is a connection')).toBeVisible();
  await page.getByRole('button', { name: 'Submit' }).click();
  await expect(page.getByText('It is kept on this device, and goes out')).toBeVisible();
  await page.reload();
  await expect(page.getByLabel('Your name')).toHaveValue('kept:underthedoormat');
  for (const name of ['before.png', 'fox.png'])
    await expect(page.getByRole('button', { name: `Remove ${name}` })).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByRole('heading', { name: 'Thank you' })).toBeVisible();

  const inForm = { basePublicId: flowId, tableId: flowId.replace('bas', 'tbl') };
  const { records } = await owner.query<{
    records: readonly { data: { [id: string]: readonly { originalName: string }[] } }[];
  }>('records.list', inForm);
  expect(records).toHaveLength(1);
  expect(records[0]?.data[ids[0] ?? '']).toBe('kept:underthedoormat');
  expect(records[0]?.data[ids[1] ?? '']?.map(({ originalName }) => originalName)).toEqual([
    'before.png',
    'fox.png',
  ]);
});

test('pages are turned without a connection, with a file on one of them, and the answer goes out once', async ({
  page,
  context,
  product,
}) => {
  const owner = await signUp(product.url, 'Petra Pages');
  const { flowId, address, ids } = await madeForm(
    owner,
    'Field notes',
    [
      { type: 'short_text', label: 'Your name', required: true },
      { type: 'file', label: 'Photo', page: 1 },
      { type: 'short_text', label: 'Seen by {{Your name}}', page: 2 },
    ],
    { review: true },
  );
  await page.goto(address);
  await expect
    .poll(() =>
      page.evaluate<number>("caches.open('weft-forms').then((one) => one.keys()).then((k) => k.length)"),
    )
    .toBe(2);
  await page.evaluate('navigator.serviceWorker.ready.then(() => {})');
  await expect
    .poll(() =>
      page.evaluate<number>("caches.open('weft-form-files').then((one) => one.keys()).then((k) => k.length)"),
    )
    .toBeGreaterThan(3);
  await context.setOffline(true);
  const next = page.getByRole('button', { name: 'Next' });
  await next.click();
  await expect(page.getByText('Your name: ')).toBeVisible();
  await page.getByLabel('Your name').fill('Ada');
  await next.click();
  await page
    .getByLabel('Photo: choose a file')
    .setInputFiles({ name: 'fox.png', mimeType: 'image/png', buffer: png });
  await expect(page.getByText('Kept on this device until there is a connection')).toBeVisible();
  await next.click();
  await page.getByLabel('Seen by Ada').fill('A fox');
  await page.getByRole('button', { name: 'Back' }).click();
  await expect(page.getByRole('button', { name: 'Remove fox.png' })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('button', { name: 'Remove fox.png' })).toBeVisible();
  await next.click();
  await expect(page.getByLabel('Seen by Ada')).toHaveValue('A fox');
  await next.click();
  // The review lists what was answered, and leads back.
  for (const answer of ['Ada', 'fox.png', 'A fox'])
    await expect(page.locator('dd', { hasText: answer }).first()).toBeVisible();
  await page.getByRole('button', { name: 'Change Page 3' }).click();
  await expect(page.getByLabel('Seen by Ada')).toHaveValue('A fox');
  await next.click();
  await page.getByRole('button', { name: 'Submit' }).click();
  await expect(page.getByText('It is kept on this device, and goes out')).toBeVisible();
  await page.reload();
  await context.setOffline(false);
  await expect(page.getByRole('heading', { name: 'Thank you' })).toBeVisible();

  const inForm = { basePublicId: flowId, tableId: flowId.replace('bas', 'tbl') };
  const { records } = await owner.query<{ records: readonly { data: { [id: string]: unknown } }[] }>(
    'records.list',
    inForm,
  );
  expect(records.map(({ data }) => ids.map((id) => data[id]))).toEqual([
    ['Ada', [expect.objectContaining({ originalName: 'fox.png' })], 'A fox'],
  ]);
});

test('an answer with a file that waited for a connection is taken though its question is gone meanwhile', async ({
  page,
  context,
  product,
}) => {
  const owner = await signUp(product.url, 'Greta Gone');
  const { flowId, address, ids } = await madeForm(owner, 'Field notes', [
    { type: 'short_text', label: 'Your name' },
    { type: 'file', label: 'Photo' },
  ]);
  await page.goto(address);
  await page.evaluate('navigator.serviceWorker.ready.then(() => {})');
  await context.setOffline(true);
  await page.getByLabel('Your name').fill('Ada');
  await page
    .getByLabel('Photo: choose a file')
    .setInputFiles({ name: 'fox.png', mimeType: 'image/png', buffer: png });
  await page.getByRole('button', { name: 'Submit' }).click();
  await expect(page.getByText('It is kept on this device, and goes out')).toBeVisible();
  const [, photo = ''] = ids;
  const { content } = await owner.query<{ content: { blocks: { [id: string]: object } } }>('forms.get', {
    flowId,
  });
  const edit = { kind: 'block', id: photo, before: content.blocks[photo], after: null };
  await owner.mutate('forms.edit', { flowId, editId: `edt${'g'.repeat(21)}`, version: 2, edits: [edit] });
  await owner.mutate('forms.publish', { flowId, version: 3 });
  await context.setOffline(false);
  await page.goto(address);
  await expect(page.getByRole('heading', { name: 'Thank you' })).toBeVisible();
  const inForm = { basePublicId: flowId, tableId: flowId.replace('bas', 'tbl') };
  const { records } = await owner.query<{ records: readonly { data: { [id: string]: unknown } }[] }>(
    'records.list',
    inForm,
  );
  expect(records.map(({ data }) => ids.map((id) => data[id]))).toEqual([
    ['Ada', [expect.objectContaining({ originalName: 'fox.png' })]],
  ]);
});

test('two tabs that fill in one form keep their answers and files apart', async ({
  page,
  context,
  product,
}) => {
  const owner = await signUp(product.url, 'Tessa Tabs');
  const { flowId, address, ids } = await madeForm(owner, 'Field notes', [
    { type: 'short_text', label: 'Your name' },
    { type: 'file', label: 'Photo' },
  ]);
  const other = await context.newPage();
  for (const tab of [page, other]) await tab.goto(address);
  await context.setOffline(true);
  for (const [tab, name] of [
    [page, 'fox'],
    [other, 'cat'],
  ] as const) {
    await tab.getByLabel('Your name').fill(name);
    await tab
      .getByLabel('Photo: choose a file')
      .setInputFiles({ name: `${name}.png`, mimeType: 'image/png', buffer: png });
    await expect(tab.getByText('Kept on this device until there is a connection')).toBeVisible();
  }
  await page.getByRole('button', { name: 'Submit' }).click();
  await expect(page.getByText('It is kept on this device, and goes out')).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByRole('heading', { name: 'Thank you' })).toBeVisible();
  await expect(other.getByLabel('Your name')).toHaveValue('cat');
  await other.getByRole('button', { name: 'Submit' }).click();
  await expect(other.getByRole('heading', { name: 'Thank you' })).toBeVisible();
  const inForm = { basePublicId: flowId, tableId: flowId.replace('bas', 'tbl') };
  const { records } = await owner.query<{ records: readonly { data: { [id: string]: unknown } }[] }>(
    'records.list',
    inForm,
  );
  expect(records.map(({ data }) => ids.map((id) => data[id]))).toEqual(
    ['fox', 'cat'].map((name) => [name, [expect.objectContaining({ originalName: `${name}.png` })]]),
  );
});
