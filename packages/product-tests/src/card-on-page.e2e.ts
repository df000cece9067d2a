import { fileURLToPath } from 'node:url';
import { expect } from '@playwright/test';
import { LocalStripe, testKey } from '@weft/integrations/testing';
import { must } from '@weft/std';
import { quickStart, signUp, startProduct } from '@weft/testkit';
import { expectAccessible } from './expect-accessible.ts';
import { takeCardsHere } from './local-card-fields.ts';
import { emailOf } from './people.ts';
import { sitDown, test } from './product-test.ts';

const atLocalServices = fileURLToPath(new URL('./at-local-services.ts', import.meta.url));

test('a card is paid on the page of its order; without its script, people pay on the page of Stripe', async ({
  page,
  browser,
}) => {
  test.slow();
  await using stripe = new LocalStripe();
  await stripe.listen();
  await using product = await startProduct({ ALLOW_PRIVATE_HOSTS: '127.0.0.1', LOCAL_STRIPE: stripe.url }, [
    ...quickStart,
    '--import',
    atLocalServices,
  ]);
  const session = await signUp(product.url, 'Petra Potter', emailOf('Petra Potter'));
  await session.post('/admin/services/create/stripe', {
    ...{ serviceName: 'Pottery', config: { apiKey: testKey } },
  });
  await sitDown(page, session);
  const tab = (name: string) =>
    page.getByRole('navigation', { name: 'Form' }).getByRole('link', { name, exact: true }).click();
  const choose = async (label: string, option: string) => {
    await page.getByRole('combobox', { name: label }).click();
    await page.getByRole('option', { name: option, exact: true }).click();
  };
  const formAt = () => `${product.url}/t/${must(/editor\/([^/]+)/.exec(page.url())?.[1])}`;

  await test.step('the account gets a publishable key, and the form chooses its card fields', async () => {
    await page.goto(`${product.url}/home/integrations`);
    await page.getByRole('button', { name: 'More for Pottery' }).click();
    await page.getByRole('menuitem', { name: 'Take cards on your own pages' }).click();
    const dialog = page.getByRole('dialog', { name: 'Take cards on your own pages' });
    await dialog.getByLabel('Publishable key').fill('pk_live_0123456789abcdef');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(dialog.getByText('This key is of the other mode')).toBeVisible();
    await expectAccessible(page, 'the publishable key');
    await dialog.getByLabel('Publishable key').fill('pk_test_0123456789abcdef');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(dialog).toBeHidden();
    await page.goto(`${product.url}/home/forms/new`);
    await page.getByRole('radio', { name: /^A payment form/ }).check();
    await page.getByRole('textbox', { name: 'Name' }).fill('Pottery shop');
    await page.getByRole('button', { name: 'Create form' }).click();
    await page.getByRole('textbox', { name: 'Label of question 2' }).click();
    await choose('Currency', 'EUR');
    await page.getByRole('textbox', { name: 'Fixed price' }).fill('35');
    await page.getByRole('switch', { name: 'Take cards on your own page' }).check();
    await tab('Settings');
    await choose('Stripe account', 'Pottery');
    await page.getByRole('button', { name: 'Publish', exact: true }).click();
    await expect(page.getByRole('button', { name: 'Publish', exact: true })).toBeDisabled();
  });

  const phone = { viewport: { width: 390, height: 844 } };
  await test.step('somebody pays there with their second card', async () => {
    await using context = await browser.newContext(phone);
    const buyer = await context.newPage();
    await takeCardsHere(buyer, stripe);
    const refused: string[] = [];
    buyer.on('console', (said) => said.text().includes('Content Security') && refused.push(said.text()));
    await buyer.goto(formAt());
    await buyer.getByLabel('Email').fill('ada@example.org');
    await buyer.getByRole('button', { name: 'Submit' }).click();
    const pay = buyer.getByRole('button', { name: 'Pay EUR 35.00' });
    await expect(pay).toBeVisible();
    await expectAccessible(buyer, 'card fields');
    const number = buyer.frameLocator('iframe').getByLabel('Card number');
    await pay.click();
    await expect(buyer.getByRole('alert')).toHaveText('Your card number is incomplete.');
    expect(stripe.intents).toHaveLength(0);
    await number.fill('4000000000000002');
    await pay.click();
    await expect(buyer.getByRole('alert')).toHaveText('Your card was declined.');
    await number.fill('4242424242424242');
    await pay.click();
    await expect(buyer.getByRole('heading', { name: 'Paid. Thank you!' })).toBeVisible();
    expect([stripe.intents.length, stripe.sessions.length, refused]).toEqual([1, 0, []]);
  });

  await test.step('where the script cannot be loaded, and without any, it is paid on the page of Stripe', async () => {
    for (const javaScriptEnabled of [true, false]) {
      await using context = await browser.newContext({ ...phone, javaScriptEnabled });
      const buyer = await context.newPage();
      await buyer.route('https://js.stripe.com/**', (route) => route.abort());
      await buyer.goto(formAt());
      await buyer.getByLabel('Email').fill('ada@example.org');
      await buyer.getByRole('button', { name: 'Submit' }).click();
      await buyer.getByRole('button', { name: 'Pay on a page of Stripe' }).click();
      const link = buyer.getByRole('link', { name: 'Pay EUR 35.00' });
      await expect(link).toHaveAttribute('href', must(stripe.sessions.at(-1)).url);
      await expect(buyer.getByRole('button', { name: 'Pay EUR 35.00' })).toBeHidden();
    }
    expect([stripe.intents.length, stripe.sessions.length]).toEqual([1, 2]);
  });
});
