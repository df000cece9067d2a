import type { LocalStripe } from '@weft/integrations/testing';
import { must } from '@weft/std';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { rpc, type TestPerson, type TestServer } from '../../../testing.ts';
import { freshId } from '../testing.ts';
import { oneSeatShop, startWithStripe, stripeAccount } from './testing.ts';

let stripe: LocalStripe;
let server: TestServer;
let ann: TestPerson;
let serviceId: string;
beforeAll(async () => {
  ({ stripe, server, ann } = await startWithStripe());
  serviceId = await stripeAccount(ann);
});
afterAll(() => server.close());

const open = async (address: string | null) => fetch(new URL(must(address), server.url));

/** An order that is paid, as it is told then. */
async function paid(shop: Awaited<ReturnType<typeof oneSeatShop>>) {
  const { address } = await shop.buy();
  await open(address);
  const session = must(stripe.sessions.at(-1));
  stripe.pay(session);
  await open(address);
  return { address, session };
}

const exported = async (flowId: string, query: string) => {
  const response = await ann.call('GET', `/v1/forms/${flowId}/payments/export?${query}`);
  expect(response.status).toBe(200);
  return response;
};

it('exports payments with what was refunded and lost, which come to what the totals tell', async () => {
  const taxed = { taxRate: 19, taxName: 'VAT', taxIncluded: true, coupons: 'TEN 10%' };
  const shop = await oneSeatShop(server, ann, serviceId, taxed, { capacity: 9, label: '=Seat' });
  const first = await paid(shop);
  const second = await paid(shop);
  const third = await paid(shop);
  await shop.buy();
  const { flowId } = shop;
  await rpc(ann, 'forms.refundPayment', {
    ...{ flowId, orderId: first.session.order, refundId: freshId('rfd'), units: 1_050, reason: 'Late' },
  });
  stripe.disputes = ['lost'];
  must(second.session.payment).disputed = true;
  await rpc(ann, 'forms.checkPayment', { flowId, orderId: second.session.order });

  const { totals } = await rpc(ann, 'forms.payments', { flowId });
  expect(totals).toEqual([
    { currency: 'EUR', live: false, orders: 3, paid: 9_000, refunded: 1_050, lost: 3_000 },
  ]);

  const file = await exported(flowId, 'format=json');
  const { payments } = (await file.json()) as { payments: { [key: string]: string | number }[] };
  expect(payments.map(({ state }) => state)).toEqual(['awaiting', 'paid', 'paid', 'paid']);
  expect(payments.reduce((sum, { received }) => sum + Number(received), 0)).toBe(49.5);
  expect(payments[3]).toMatchObject({
    ...{ email: 'ada@example.org', lines: '1 × =Seat', subtotal: 30, discount: 0, tax: 4.79, total: 30 },
    ...{ taxIs: 'included', currency: 'EUR', paid: 30, refunded: 10.5, lost: 0, received: 19.5 },
    ...{ mode: 'test', orderId: first.session.order, stripeId: must(first.session.payment).id },
  });
  expect(payments[2]).toMatchObject({ dispute: 'lost', lost: 30, received: 0 });
  expect(payments[1]).toMatchObject({ orderId: third.session.order, dispute: '', received: 30 });

  const csv = await (await exported(flowId, 'format=csv&formulas=escape')).text();
  expect(csv.split('\r\n')[0]).toContain('Email,Order,Subtotal,Discount,Tax,Tax is,Tip,Total,Currency');
  expect(csv).toContain(',1 × =Seat,30.00,0.00,4.79,included,0.00,30.00,EUR,paid,,1,30.00,10.50,');
  const sheet = await exported(flowId, 'format=xlsx');
  expect(sheet.headers.get('content-disposition')).toContain('Shop payments.xlsx');
  expect(
    Buffer.from(await sheet.arrayBuffer())
      .subarray(0, 2)
      .toString(),
  ).toBe('PK');
});
