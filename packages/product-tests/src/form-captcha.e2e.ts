import { expect } from '@playwright/test';
import { signUp } from '@weft/testkit';
import { madeForm } from './made-form.ts';
import { test } from './product-test.ts';

/** Does what the script of the service does: it draws something, and calls back with a token. */
const widget = `window.turnstile = { render: (box, { sitekey, callback }) => {
  const button = document.createElement('button');
  Object.assign(button, { type: 'button', textContent: 'I am a person, ' + sitekey, onclick: () => callback('token') });
  box.append(button);
} };`;

test('a captcha is asked for where an answer is sent, and one that cannot be loaded loses no answer', async ({
  page,
  product,
}) => {
  const owner = await signUp(product.url, 'Cleo Captcha');
  const { flowId, address } = await madeForm(owner, 'Guests', [
    { type: 'short_text', label: 'Your name' },
    { type: 'short_text', label: 'Your wish', page: 1 },
  ]);
  const captcha = { service: 'turnstile', siteKey: '0x4site', secret: '0x4secret' };
  await owner.mutate('forms.setCaptcha', { flowId, captcha });
  const service = 'https://challenges.cloudflare.com/**';
  let isAway = false;
  await page.route(service, (route) =>
    isAway ? route.abort() : route.fulfill({ contentType: 'text/javascript', body: widget }),
  );
  await page.goto(address);
  await page.getByLabel('Your name').fill('Ada');
  await expect(page.locator('input[name=captcha]')).toHaveCount(0);
  await page.getByRole('button', { name: 'Next' }).click();
  await page.getByLabel('Your wish').fill('Rain');
  await page.getByRole('button', { name: 'I am a person, 0x4site' }).click();
  await expect(page.locator('input[name=captcha]')).toHaveValue('token');
  // From here on the service is away.
  isAway = true;
  await page.goto(`${address}?new`);
  await page.getByRole('button', { name: 'Next' }).click();
  await expect(page.getByText('Cloudflare Turnstile could not be loaded')).toBeVisible();
  await page.getByLabel('Your wish').fill('Sun');
  await page.getByRole('button', { name: 'Submit' }).click();
  await expect(page.getByRole('heading', { name: 'Thank you' })).toBeVisible();
  const { spam } = await owner.query<{ spam: readonly { reasons: readonly string[] }[] }>('forms.spam', {
    flowId,
  });
  expect(spam.map(({ reasons }) => reasons[0])).toEqual([
    'Not verified: Cloudflare Turnstile could not be loaded by the browser',
  ]);
});
