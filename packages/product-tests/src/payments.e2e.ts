import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { expect, type Page } from '@playwright/test';
import { LocalStripe, testKey } from '@weft/integrations/testing';
import { must } from '@weft/std';
import { quickStart, signUp, startProduct } from '@weft/testkit';
import { expectAccessible } from './expect-accessible.ts';
import { emailOf } from './people.ts';
import { sitDown, test } from './product-test.ts';

const atLocalServices = fileURLToPath(new URL('./at-local-services.ts', import.meta.url));

/** In the place of the page of Stripe, on which somebody pays and is led back. */
const payAt = (page: Page, stripe: LocalStripe) =>
  page.route('https://checkout.stripe.com/**', async (route) => {
    const session = must(stripe.sessions.find(({ url }) => url === route.request().url()));
    stripe.pay(session);
    const body = `<!doctype html><title>Pay</title><a href="${session.returnUrl}">Back to the shop</a>`;
    await route.fulfill({ contentType: 'text/html', body });
  });

test('an order form is built by hand, paid on a phone, refunded and compared; and a time is paid and cancelled', async ({
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
  await sitDown(page, session);
  const tab = (name: string) =>
    page.getByRole('navigation', { name: 'Form' }).getByRole('link', { name, exact: true }).click();
  const choose = async (label: string, option: string) => {
    await page.getByRole('combobox', { name: label }).click();
    await page.getByRole('option', { name: option, exact: true }).click();
  };
  const flowIdOf = () => must(/editor\/([^/]+)/.exec(page.url())?.[1]);
  await using phone = await browser.newContext({ viewport: { width: 390, height: 844 } });
  const buyer = await phone.newPage();
  await payAt(buyer, stripe);

  await test.step('products, prices, tax and a coupon are set in the editor, and the account in the settings', async () => {
    await page.goto(`${product.url}/home/forms/new`);
    await page.getByRole('radio', { name: /^A payment form/ }).check();
    await page.getByRole('textbox', { name: 'Name' }).fill('Pottery shop');
    await page.getByRole('button', { name: 'Create form' }).click();
    await page.getByRole('textbox', { name: 'Label of question 2' }).click();
    await choose('Currency', 'EUR');
    const panel = page.getByRole('complementary', { name: 'Question settings' });
    for (const [label, price] of [
      ['Mug', '12.50'],
      ['Bowl', '20'],
    ] as const) {
      await panel.getByRole('button', { name: 'Add product' }).click();
      await page.keyboard.type(label);
      await panel.getByRole('textbox', { name: `Price of ‘${label}’` }).fill(price);
    }
    await panel.getByRole('textbox', { name: 'Name of the tax' }).fill('VAT');
    await panel.getByRole('textbox', { name: 'Tax in per cent' }).fill('19');
    await panel.getByRole('textbox', { name: 'Coupons' }).fill('SPRING 10%');
    await panel.getByRole('textbox', { name: 'Tax of ‘Bowl’ in per cent' }).fill('much');
    await expect(panel.getByText('Write per cent as a number like 7')).toBeVisible();
    await panel.getByRole('textbox', { name: 'Tax of ‘Bowl’ in per cent' }).fill('7');
    await expectAccessible(page, 'the settings of a payment');
    await tab('Settings');
    await page.getByRole('button', { name: 'Connect Stripe' }).click();
    await page.getByRole('textbox', { name: 'Name' }).fill('Pottery');
    await page.getByRole('textbox', { name: /key/i }).fill(testKey);
    await page.getByRole('button', { name: 'Connect', exact: true }).click();
    // One comes back to the form, with the account chosen.
    await expect(page.getByRole('combobox', { name: 'Stripe account' })).toContainText('Pottery');
    await expect(page.getByText('Its key moves no money')).toBeVisible();
    await page.getByRole('button', { name: 'Publish', exact: true }).click();
    await expect(page.getByRole('button', { name: 'Publish', exact: true })).toBeDisabled();
  });

  await test.step('somebody orders and pays on a phone', async () => {
    await buyer.goto(`${product.url}/t/${flowIdOf()}`);
    await buyer.getByLabel('Email').fill('ada@example.org');
    await buyer.getByLabel(/^Mug/).fill('2');
    await buyer.getByLabel(/^Bowl/).fill('1');
    await buyer.getByLabel('Coupon').fill('spring');
    await expect(buyer.getByText('EUR 51.15, less what the coupon takes off')).toBeVisible();
    await buyer.getByRole('button', { name: 'Submit' }).click();
    await expect(buyer.getByRole('link', { name: 'Pay EUR 46.04' })).toBeVisible();
    await expectAccessible(buyer, 'an order');
    await buyer.getByRole('link', { name: 'Pay EUR 46.04' }).click();
    await buyer.getByRole('link', { name: 'Back to the shop' }).click();
    await expect(buyer.getByRole('heading', { name: 'Paid. Thank you!' })).toBeVisible();
    await expect(buyer.getByRole('link', { name: 'Download the receipt (PDF)' })).toBeVisible();
  });

  await test.step('a part is given back, and everything is as Stripe says', async () => {
    await tab('Results');
    await page.getByRole('group', { name: 'Results' }).getByRole('button', { name: 'Payments' }).click();
    const payments = page.getByRole('list', { name: 'Payments' });
    await expect(payments).toContainText('2 × Mug, 1 × Bowl');
    await payments.getByRole('button', { name: 'Refund' }).click();
    const dialog = page.getByRole('dialog', { name: 'Refund this payment' });
    await expectAccessible(page, 'a refund');
    await dialog.getByLabel('Amount in EUR').fill('10');
    await dialog.getByRole('button', { name: 'Refund EUR 10.00' }).click();
    await expect(payments).toContainText('EUR 10.00 refunded');
    await page.getByRole('button', { name: 'Export' }).click();
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name: 'CSV' }).click(),
    ]);
    const csv = await readFile(await file.path(), 'utf8');
    expect(csv).toContain('"2 × Mug\n1 × Bowl",45.00,4.50,');
    await page.getByRole('button', { name: 'Compare with Stripe' }).click();
    await expect(page.getByRole('region', { name: 'Comparison' })).toContainText('1 compared, 0 different');
    expect(stripe.refunds.map(({ amount }) => amount)).toEqual([1_000]);
  });

  await test.step('a time of a scheduling page is booked once it is paid, and given back as it is cancelled', async () => {
    await session.post('/admin/userAvailabilities/', { name: 'Work', timezone: 'UTC', isDefault: true });
    const made = { name: 'Throwing lesson', kind: 'scheduling' };
    const { flowId } = await session.mutate<{ flowId: string }>('forms.create', made);
    await page.goto(`${product.url}/editor/${flowId}/edit`);
    await page.getByRole('group', { name: 'View' }).getByRole('button', { name: 'Questions' }).click();
    await page.getByRole('button', { name: 'Payment', exact: true }).click();
    await choose('Currency', 'EUR');
    await page.getByRole('textbox', { name: 'Label', exact: true }).fill('Lesson');
    await page.getByRole('textbox', { name: 'Fixed price' }).fill('35');
    await tab('Settings');
    await choose('Stripe account', 'Pottery');
    await page.getByRole('button', { name: 'Publish', exact: true }).click();
    await expect(page.getByRole('button', { name: 'Publish', exact: true })).toBeDisabled();
    await buyer.goto(`${product.url}/t/${flowIdOf()}`);
    await buyer.locator('.slot label').first().click();
    await buyer.getByRole('button', { name: 'Next' }).click();
    await buyer.getByLabel('Name').fill('Ada Lovelace');
    await buyer.getByLabel('Email').fill('ada@example.org');
    await expect(buyer.getByRole('group', { name: /Lesson/ })).toContainText('EUR 35.00');
    await buyer.getByRole('button', { name: 'Go on to the payment' }).click();
    await expect(buyer.getByText('The time is kept for you until')).toBeVisible();
    await expectAccessible(buyer, 'the order of a booking');
    await buyer.getByRole('link', { name: 'Pay EUR 35.00' }).click();
    await buyer.getByRole('link', { name: 'Back to the shop' }).click();
    await expect(buyer.getByRole('heading', { name: 'You’re booked' })).toBeVisible();
    await tab('Bookings');
    const months = page.getByRole('button', { name: 'Month after' });
    const booked = page.getByText('Ada Lovelace', { exact: true });
    const counted = page.getByRole('status').filter({ hasText: /^\d+ booking/ });
    await expect(counted).toBeVisible();
    // The first free time may be next month's.
    if (!(await booked.isVisible())) await months.click();
    await expect(page.getByText('EUR 35.00 paid')).toBeVisible();
    await page.getByRole('button', { name: 'More for Ada Lovelace' }).click();
    await page.getByRole('menuitem', { name: 'Cancel booking' }).click();
    await expectAccessible(page, 'cancelling a booking that was paid');
    await page.getByRole('button', { name: 'Cancel and refund EUR 35.00' }).click();
    await expect(page.getByText('EUR 35.00 refunded')).toBeVisible();
  });
});
