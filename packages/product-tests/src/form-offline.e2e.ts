import { expect, type Page } from '@playwright/test';
import { signUp } from '@weft/testkit';
import { madeForm } from './made-form.ts';
import { emailOf } from './people.ts';
import { test } from './product-test.ts';

// A service worker brings the page back.
test.use({ serviceWorkers: 'allow' });

/** Pages that the browser brings back by itself. */
const keptPages = (page: Page) =>
  page.evaluate<number>(
    "caches.open('weft-forms').then((pages) => pages.keys()).then((keys) => keys.length)",
  );

test('a form that was opened is answered without a connection, and goes out once when it is back', async ({
  page,
  context,
  product,
}) => {
  const owner = await signUp(product.url, 'Olga Owner', emailOf('Olga Owner'));
  const { flowId, address, ids } = await madeForm(owner, 'Field notes', [
    { type: 'short_text', label: 'Your name', required: true },
    { type: 'multiple_choice', label: 'Seen', choices: ['Fox', 'Owl'] },
  ]);
  await page.goto(address);
  await expect.poll(() => keptPages(page)).toBe(1);
  await page.evaluate('navigator.serviceWorker.ready.then(() => {})');
  await context.setOffline(true);
  await page.getByLabel('Your name').fill('Ada');
  await page.getByLabel('Owl').check();
  await page.getByRole('button', { name: 'Submit' }).click();
  await expect(page.getByText('It is kept on this device')).toBeVisible();
  await page.reload();
  await expect(page.getByLabel('Your name')).toHaveValue('Ada');
  await expect(page.getByLabel('Owl')).toBeChecked();
  await context.setOffline(false);
  await expect(page.getByRole('heading', { name: 'Thank you' })).toBeVisible();
  await page.goto(address);
  await expect(page.getByLabel('Your name')).toHaveValue('');
  const inForm = { basePublicId: flowId, tableId: flowId.replace('bas', 'tbl') };
  const { records } = await owner.query<{ records: readonly { data: { [id: string]: unknown } }[] }>(
    'records.list',
    inForm,
  );
  expect(records.map(({ data }) => data[ids[0] ?? ''])).toEqual(['Ada']);
});

test('an answer that goes out by itself and is refused by a busy server goes out with the next opening', async ({
  page,
  context,
  product,
}) => {
  const owner = await signUp(product.url, 'Bea Busy');
  const { address } = await madeForm(owner, 'Field notes', [{ type: 'short_text', label: 'Your name' }]);
  await page.goto(address);
  await context.setOffline(true);
  await page.getByLabel('Your name').fill('Ada');
  await page.getByRole('button', { name: 'Submit' }).click();
  await expect(page.getByText('It is kept on this device')).toBeVisible();
  const toForm = (url: URL) => url.href.endsWith(address);
  await context.route(toForm, (route) =>
    route.request().method() === 'POST' ? route.fulfill({ status: 503, body: 'Busy' }) : route.continue(),
  );
  await context.setOffline(false);
  await expect(page.getByText('the server could not take it')).toBeVisible();
  await context.unroute(toForm);
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Thank you' })).toBeVisible();
});

test('an answer is sent although the server never answers a request that saves it', async ({
  page,
  product,
}) => {
  const owner = await signUp(product.url, 'Sam Slow');
  const { address } = await madeForm(owner, 'Field notes', [{ type: 'short_text', label: 'Your name' }]);
  await page.goto(address);
  const saving = page.waitForRequest(/\/unfinished$/);
  await page.route(/\/unfinished$/, () => {});
  await page.getByLabel('Your name').fill('Ada');
  await saving;
  await page.getByRole('button', { name: 'Submit' }).click();
  await expect(page.getByRole('heading', { name: 'Thank you' })).toBeVisible();
});

test('a form with a password is not kept on the device, even when it was before it got one', async ({
  page,
  product,
}) => {
  const owner = await signUp(product.url, 'Pia Private');
  const { flowId, address } = await madeForm(owner, 'Field notes', [
    { type: 'short_text', label: 'Your name' },
  ]);
  await page.goto(address);
  await expect.poll(() => keptPages(page)).toBe(1);
  await page.evaluate('navigator.serviceWorker.ready.then(() => {})');
  await owner.mutate('forms.setPassword', { flowId, password: 'open sesame' });
  await page.reload();
  await page.getByLabel('Password').fill('open sesame');
  await page.getByRole('button', { name: 'Open' }).click();
  await expect(page.getByLabel('Your name')).toBeVisible();
  await expect.poll(() => keptPages(page)).toBe(0);
  const asked = page.waitForResponse((one) => one.request().resourceType() === 'fetch');
  await page.reload();
  await asked;
  await expect(page.getByLabel('Your name')).toBeVisible();
  expect(await keptPages(page)).toBe(0);
});

test('without a connection a wrong answer is marked, listed and focused as with one', async ({
  page,
  context,
  product,
}) => {
  const owner = await signUp(product.url, 'Mark Marked');
  const { address } = await madeForm(owner, 'Field notes', [
    { type: 'email', label: 'Your email' },
    { type: 'single_choice', label: 'Seen', choices: ['Fox', 'Owl'], required: true },
    { type: 'short_text', label: 'Where?', page: 1 },
  ]);
  await page.goto(address);
  await expect.poll(() => keptPages(page)).toBe(2);
  const next = page.getByRole('button', { name: 'Next' });
  const alert = page.getByRole('alert');
  const seen = async () => {
    await page.getByLabel('Your email').fill('nobody');
    await next.click();
    await expect(alert).toBeFocused();
    await expect(page).toHaveTitle(/^Check your answers/);
    await expect(page.getByLabel('Your email')).toHaveAttribute('aria-invalid', 'true');
    const where = page.locator('main .alert, main .question:has(.fault)');
    const described = await page.getByLabel('Your email').getAttribute('aria-describedby');
    return [...(await where.allInnerTexts()), described?.trim()];
  };
  const online = await seen();
  await page.goto(`${address}?new`);
  await context.setOffline(true);
  expect(await seen()).toEqual(online);
  await alert.getByRole('link', { name: 'Seen' }).click();
  await expect(page.getByLabel('Fox')).toBeFocused();
  await page.getByLabel('Fox').check();
  await page.getByLabel('Your email').fill('ada@example.org');
  await expect(page.locator('.fault')).toHaveCount(0);
  await next.click();
  await expect(page.getByLabel('Where?')).toBeVisible();
});

test('pages that were turned without a connection are counted once, as the answer arrives', async ({
  page,
  context,
  product,
}) => {
  const owner = await signUp(product.url, 'Tess Turner');
  const { flowId, address } = await madeForm(
    owner,
    'Field notes',
    [
      { type: 'short_text', label: 'Your name' },
      { type: 'short_text', label: 'Seen', page: 1 },
      { type: 'short_text', label: 'Where?', page: 2 },
    ],
    { review: true },
  );
  await page.goto(address);
  await expect.poll(() => keptPages(page)).toBe(2);
  const next = page.getByRole('button', { name: 'Next' });
  await page.getByLabel('Your name').fill('Ada');
  await next.click();
  await expect(page.getByLabel('Seen')).toBeVisible();
  await context.setOffline(true);
  await next.click();
  await page.getByRole('button', { name: 'Back' }).click();
  await next.click();
  await expect(page.getByLabel('Where?')).toBeVisible();
  await next.click();
  await page.getByRole('button', { name: 'Submit' }).click();
  await expect(page.getByText('It is kept on this device')).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByRole('heading', { name: 'Thank you' })).toBeVisible();
  const counts = async () => {
    const { starts, pages } = await owner.query<{
      readonly starts: number;
      readonly pages: readonly { readonly reached: number }[];
    }>('forms.summary', { flowId });
    return [starts, ...pages.slice(1).map(({ reached }) => reached)];
  };
  await expect.poll(counts, { timeout: 10_000 }).toEqual([1, 1, 1, 1]);
});
