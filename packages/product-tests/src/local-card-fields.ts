import type { Page } from '@playwright/test';
import { confirmCard, type LocalStripe } from '@weft/integrations/testing';
import { must } from '@weft/std';

/** In the place of Stripe’s script: as much of https://docs.stripe.com/js as our page asks of it, and no more. */
const script = `window.Stripe = (key) => {
  let card = '';
  addEventListener('message', ({ origin, data }) => { if (origin === 'https://js.stripe.com') card = data.card; });
  return {
    elements: ({ mode, amount, currency, allowedPaymentMethodTypes }) => {
      if (mode !== 'payment' || !(amount > 0) || currency !== 'eur' || allowedPaymentMethodTypes[0] !== 'card')
        throw new Error('elements() was called with something else');
      const acts = {};
      return {
        create: (type) => ({
          on: (event, act) => { acts[event] = act; },
          mount: (box) => {
            const frame = document.createElement('iframe');
            Object.assign(frame, { src: 'https://js.stripe.com/fields.html', title: 'Card fields (' + type + ')' });
            frame.style.cssText = 'border: 0; width: 100%; height: 96px';
            frame.onload = () => acts.ready();
            box.append(frame);
          },
        }),
        submit: async () => card === '' ? { error: { message: 'Your card number is incomplete.' } } : {},
      };
    },
    confirmPayment: async ({ clientSecret, confirmParams }) => {
      const body = new URLSearchParams({ key, client_secret: clientSecret, card });
      const response = await fetch('https://api.stripe.com/v1/payment_intents/confirm', { method: 'POST', body });
      const { error } = await response.json();
      if (error) return { error };
      location.assign(confirmParams.return_url);
      return new Promise(() => {});
    },
  };
};`;

const fields = `<!doctype html><html lang="en"><title>Card fields</title>
<style>label{font:14px sans-serif}input{box-sizing:border-box;width:100%;margin-top:4px;padding:12px;font:16px sans-serif}</style>
<label>Card number<br><input inputmode="numeric" autocomplete="cc-number"></label>
<script>document.querySelector('input').oninput = ({ target }) => parent.postMessage({ card: target.value }, '*');</script>`;

/** Leads what the page of an order loads of Stripe to this machine; the policy of the page holds as it does elsewhere. */
export async function takeCardsHere(page: Page, stripe: LocalStripe): Promise<void> {
  await page.route('https://js.stripe.com/**', (route) =>
    route.request().url().endsWith('.html')
      ? route.fulfill({ contentType: 'text/html', body: fields })
      : route.fulfill({ contentType: 'text/javascript', body: script }),
  );
  await page.route('https://api.stripe.com/**', async (route) => {
    const sent = new URLSearchParams(route.request().postData() ?? '');
    const intent = must(stripe.intents.find(({ secret }) => secret === sent.get('client_secret')));
    const message = confirmCard(intent, sent.get('card') ?? '');
    await route.fulfill({
      headers: { 'access-control-allow-origin': '*' },
      json: message === null ? {} : { error: { message } },
    });
  });
}
