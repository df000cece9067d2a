import type { LocalStripe } from '@weft/integrations/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { TestPerson, TestServer } from '../../../testing.ts';
import { asked, freshId, openForm, sendForm } from '../testing.ts';
import { publishedShop, startWithStripe, stripeAccount } from './testing.ts';

let stripe: LocalStripe;
let server: TestServer;
let ann: TestPerson;
let serviceId: string;
beforeAll(async () => {
  ({ stripe, server, ann } = await startWithStripe());
  serviceId = await stripeAccount(ann);
});
afterAll(() => server.close());

/** A published form that sells one product; sends an order of it, and gives the status and the page. */
async function shop(product: { price: string; capacity?: number }, coupons = '') {
  const one = { id: freshId('opt'), label: 'Leaflet', ...product };
  const settings = { currency: 'EUR', ...(coupons !== '' && { coupons }) };
  const payment = { ...asked('payment', 'Order', true), settings, choices: [one] };
  const flowId = await publishedShop(ann, serviceId, [payment]);
  return async (quantity: number, coupon?: string) => {
    const { parts } = await openForm(server.url, flowId);
    const response = await sendForm(server.url, flowId, {
      ...{ ...parts(), [`${payment.id}_${one.id}`]: String(quantity) },
      ...(coupon !== undefined && { [`${payment.id}_coupon`]: coupon }),
    });
    return { status: response.status, text: await response.text() };
  };
}

it('counts a coupon that takes off all of the price', async () => {
  const buy = await shop({ price: '30' }, 'FREE 100% 1 use');
  expect((await buy(1, 'free')).status).toBe(200);
  const second = await buy(1, 'free');
  expect(second.status).toBe(400);
  expect(second.text).toContain('This coupon was used as often as it can be');
});

it('gives away no more of a product than there is', async () => {
  const buy = await shop({ price: '0', capacity: 2 });
  expect((await buy(3)).status).toBe(400);
  expect((await buy(2)).status).toBe(200);
  expect((await buy(1)).status).toBe(400);
  expect(stripe.sessions).toEqual([]);
});
