import { expect } from '@playwright/test';
import { signUp } from '@weft/testkit';
import { madeForm } from './made-form.ts';
import { emailOf } from './people.ts';
import { test } from './product-test.ts';

/** A script of the page: all that forms keep on this device; empty while they keep nothing. */
const writtenOnDevice = `new Promise((resolve) => {
  const opening = indexedDB.open('weft-forms');
  opening.onupgradeneeded = () => opening.transaction.abort();
  opening.onerror = () => resolve('');
  opening.onsuccess = () => {
    const all = opening.result.transaction('answers').objectStore('answers').getAll();
    all.onsuccess = () => resolve(JSON.stringify(all.result));
    opening.result.close();
  };
})`;

test('a form that is reloaded half-filled has its answers still, on every page of it', async ({
  page,
  product,
}) => {
  const owner = await signUp(product.url, 'Olga Owner', emailOf('Olga Owner'));
  const { address } = await madeForm(owner, 'Trip', [
    { type: 'short_text', label: 'Your name', required: true },
    { type: 'ranking', label: 'Cities', choices: ['Rome', 'Paris', 'Oslo'] },
    { type: 'long_text', label: 'Why', page: 1 },
  ]);
  const kept = () => page.waitForResponse((response) => response.url().endsWith('/unfinished'));
  await page.goto(address);
  const first = kept();
  await page.getByLabel('Your name').fill('Ada');
  await page.getByRole('button', { name: 'Keep this order' }).click();
  expect((await first).status()).toBe(200);
  await page.reload();
  await expect(page.getByLabel('Your name')).toHaveValue('Ada');
  await expect(page.getByLabel('Place of Oslo')).toHaveValue(/:3$/);
  await page.getByRole('button', { name: 'Next' }).click();
  const second = kept();
  await page.getByLabel('Why').fill('To see the sea');
  await second;
  await page.reload();
  await expect(page.getByText('What you filled in before is still here')).toBeVisible();
  await expect(page.getByLabel('Why')).toHaveValue('To see the sea');
  await page.getByRole('button', { name: 'Submit' }).click();
  await expect(page.getByRole('heading', { name: 'Thank you' })).toBeVisible();
  await page.getByRole('link', { name: 'Send another answer' }).click();
  await expect(page.getByLabel('Your name')).toHaveValue('');
});

test('what was written last is on this device before the server has it, and stands there after a reload', async ({
  page,
  product,
}) => {
  const owner = await signUp(product.url, 'Rita Owner', emailOf('Rita Owner'));
  const { address } = await madeForm(owner, 'Reload', [{ type: 'short_text', label: 'Your name' }]);
  await page.route('**/unfinished', (route) => route.abort());
  // No timer runs: nothing waits for one to be on the device.
  await page.clock.install();
  await page.goto(address);
  await page.clock.pauseAt(new Date(Date.now() + 3_600_000));
  await page.getByLabel('Your name').fill('Ada');
  await expect.poll(() => page.evaluate<string>(writtenOnDevice)).toContain('Ada');
  await page.reload();
  await expect(page.getByLabel('Your name')).toHaveValue('Ada');
});

test('what the server has no turn for is sent to it again without another letter', async ({
  page,
  product,
}) => {
  const owner = await signUp(product.url, 'Bea Owner', emailOf('Bea Owner'));
  const { address } = await madeForm(owner, 'Busy', [{ type: 'short_text', label: 'Your name' }]);
  let asked = 0;
  await page.route('**/unfinished', async (route) => {
    asked++;
    if (asked === 1) await route.fulfill({ json: { kept: false, retryAfter: 1 } });
    else await route.continue();
  });
  await page.goto(address);
  const kept = page.waitForResponse(
    async (response) => response.url().endsWith('/unfinished') && (await response.json()).kept === true,
  );
  await page.getByLabel('Your name').fill('Ada');
  await kept;
  expect(asked).toBe(2);
});

test('what stands in a question follows from the answers before it, until somebody writes there (L13)', async ({
  page,
  product,
}) => {
  const owner = await signUp(product.url, 'Dora Owner', emailOf('Dora Owner'));
  const { address } = await madeForm(owner, 'Seats', [
    { type: 'short_text', label: 'Who comes?' },
    {
      ...{ type: 'number', label: 'How many seats?', settings: { usual: '1' } },
      usualWhen: [
        { of: 0, is: 'club', text: '10' },
        { of: 0, is: 'firm', text: '50' },
      ],
    },
    {
      ...{ type: 'short_text', label: 'Where?', page: 1 },
      usualWhen: [{ of: 0, is: 'firm', text: 'the hall, {{Who comes?}}' }],
    },
    {
      ...{ type: 'single_choice', label: 'Which day?', choices: ['Monday', 'Friday'] },
      usualWhen: [
        { of: 0, is: 'club', text: '0' },
        { of: 0, is: 'firm', text: '1' },
      ],
    },
    {
      ...{ type: 'multi_dropdown', label: 'What to eat?', choices: ['Soup', 'Cake'] },
      usualWhen: [{ of: 0, is: 'firm', text: '0 1' }],
    },
  ]);
  await page.goto(address);
  const [who, seats] = [page.getByLabel('Who comes?'), page.getByLabel('How many seats?')];
  const days = page.getByRole('group', { name: 'Which day?' });
  const food = page.getByRole('group', { name: 'What to eat?' });
  await expect(seats).toHaveValue('1');
  await expect(days.getByRole('radio', { checked: true })).toHaveCount(0);
  await who.fill('club');
  await expect(seats).toHaveValue('10');
  await expect(days.getByRole('radio', { name: 'Monday' })).toBeChecked();
  await who.fill('firm');
  await expect(seats).toHaveValue('50');
  await expect(days.getByRole('radio', { name: 'Friday' })).toBeChecked();
  await expect(food.getByText('Soup, Cake')).toBeVisible();
  await food.getByText('Soup, Cake').click();
  for (const name of ['Soup', 'Cake']) await food.getByRole('checkbox', { name }).uncheck();
  await seats.fill('');
  await who.fill('club');
  await expect(seats).toHaveValue('');
  await who.fill('firm');
  await page.getByRole('button', { name: 'Next' }).click();
  await expect(page.getByLabel('Where?')).toHaveValue('the hall, firm');
  await page.getByRole('button', { name: 'Back' }).click();
  await expect(seats).toHaveValue('');
  // What was taken back stays so, and what was chosen at first was sent.
  await expect(food.getByText('Choose any')).toBeVisible();
  await expect(days.getByRole('radio', { name: 'Friday' })).toBeChecked();
});
