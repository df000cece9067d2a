import { createHmac } from 'node:crypto';
import type { LocalStripe } from '@weft/integrations/testing';
import { must } from '@weft/std';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { rpc, type TestPerson, type TestServer } from '../../../testing.ts';
import { asked, openForm, sendForm } from '../testing.ts';
import { addressToPay, publishedShop, startWithStripe, stripeAccount } from './testing.ts';

const [first, second] = ['whsec_0123456789abcdefAAAA', 'whsec_0123456789abcdefBBBB'];

let stripe: LocalStripe;
let server: TestServer;
let ann: TestPerson;
let bob: TestPerson;
beforeAll(async () => {
  ({ stripe, server, ann } = await startWithStripe());
  bob = await server.signUp('Bob Stranger');
});
afterAll(() => server.close());

/** A published form that costs 10, with an order somebody was led to Stripe for. */
async function shop() {
  const serviceId = await stripeAccount(ann);
  await rpc(ann, 'integrations.addNoticeSecret', { serviceId, secret: first });
  const payment = { ...asked('payment', 'Order', true), settings: { currency: 'EUR', price: '10' } };
  const flowId = await publishedShop(ann, serviceId, [payment]);
  const order = async () => {
    const { parts } = await openForm(server.url, flowId);
    const text = await (await sendForm(server.url, flowId, parts())).text();
    const address = must(addressToPay(text));
    await fetch(new URL(address, server.url));
    return must(stripe.sessions.at(-1));
  };
  const phases = async () => (await rpc(ann, 'forms.payments', { flowId })).orders.map(({ phase }) => phase);
  return { serviceId, flowId, order, phases };
}

const eventOf = (object: object, livemode = false) =>
  JSON.stringify({
    id: 'evt_1',
    object: 'event',
    type: 'checkout.session.completed',
    livemode,
    data: { object },
  });

/** A notice as Stripe sends it; `late` in seconds. */
async function tell(
  serviceId: string,
  payload: string,
  { secret = first, late = 0, sent = payload }: { secret?: string; late?: number; sent?: string } = {},
) {
  const timestamp = Math.floor(Date.now() / 1_000) - late;
  const signature = `t=${timestamp},v1=${createHmac('sha256', secret).update(`${timestamp}.${payload}`).digest('hex')}`;
  const response = await fetch(new URL(`/webhooks/stripe/${serviceId}`, server.url), {
    method: 'POST',
    headers: { 'content-type': 'application/json; charset=utf-8', 'stripe-signature': signature },
    body: sent,
  });
  const { error } = (await response.json()) as { error?: { message?: string } };
  return { status: response.status, message: error?.message ?? null };
}

it('takes a payment as soon as Stripe tells of it, however often, and by each of its names', async () => {
  const { serviceId, flowId, order, phases } = await shop();
  const session = await order();
  const notice = eventOf({ object: 'checkout.session', id: session.id });
  // It says that something happened; what did is asked.
  expect([(await tell(serviceId, notice)).status, await phases()]).toEqual([200, ['awaiting']]);
  stripe.pay(session);
  const told = await Promise.all([tell(serviceId, notice), tell(serviceId, notice)]);
  expect([told.map(({ status }) => status), await phases()]).toEqual([[200, 200], ['paid']]);
  const other = await order();
  stripe.pay(other);
  const metadata = { weft_order: other.order };
  await tell(serviceId, eventOf({ object: 'payment_intent', id: `pi_${other.id}`, metadata }));
  expect(await phases()).toEqual(['paid', 'paid']);
  // A refund that began at Stripe: it names the payment alone.
  must(other.payment).refunded = 400;
  await tell(serviceId, eventOf({ object: 'refund', id: 're_9', payment_intent: `pi_${other.id}` }));
  const { orders } = await rpc(ann, 'forms.payments', { flowId });
  expect(orders[0]).toMatchObject({ refunded: 400, phase: 'paid' });
});

it('refuses what Stripe did not sign now, and what names no account, alike', async () => {
  const { serviceId, order, phases } = await shop();
  const session = await order();
  stripe.pay(session);
  const notice = eventOf({ object: 'checkout.session', id: session.id });
  const refused = [
    await tell(serviceId, notice, { secret: second }),
    await tell(serviceId, notice, { late: 6 * 60 }),
    await tell(serviceId, notice, { late: -6 * 60 }),
    // Written anew on its way.
    await tell(serviceId, notice, { sent: notice.replace(/":/g, '": ') }),
    await tell('svc000000000000000000000', notice),
    await tell(`${serviceId.slice(0, -1)}!`, notice),
  ];
  expect(refused.map(({ status }) => status)).toEqual([400, 400, 400, 400, 400, 400]);
  expect(new Set(refused.map(({ message }) => message)).size).toBe(1);
  expect(await phases()).toEqual(['awaiting']);
});

it('leaves what is not its own, and has what it cannot ask about sent again', async () => {
  const [mine, others] = [await shop(), await shop()];
  const session = await mine.order();
  stripe.pay(session);
  const notice = eventOf({ object: 'checkout.session', id: session.id });
  expect((await tell(others.serviceId, notice)).status).toBe(200);
  expect((await tell(mine.serviceId, eventOf({ id: session.id }, true))).status).toBe(200);
  expect((await tell(mine.serviceId, eventOf({ id: 'cs_of_another_server' }))).status).toBe(200);
  expect((await tell(mine.serviceId, '{"object":"event"}')).status).toBe(200);
  expect(await mine.phases()).toEqual(['awaiting']);
  stripe.faults.push('away');
  expect((await tell(mine.serviceId, notice)).status).toBe(503);
  expect((await tell(mine.serviceId, notice)).status).toBe(200);
  expect(await mine.phases()).toEqual(['paid']);
});

it('has its secrets replaced one after the other, by who may change the account alone', async () => {
  const { serviceId } = await shop();
  const ask = (who: TestPerson, name: string, more: object = {}) =>
    who.call('POST', `/rpc/integrations.${name}`, { serviceId, ...more });
  expect((await ask(bob, 'addNoticeSecret', { secret: second })).status).toBe(404);
  expect((await ask(ann, 'addNoticeSecret', { secret: 'sk_test_not_this_one_0123' })).status).toBe(400);
  const added = await rpc(ann, 'integrations.addNoticeSecret', { serviceId, secret: second });
  expect(added).toEqual({ secrets: ['AAAA', 'BBBB'] });
  expect(await rpc(ann, 'integrations.addNoticeSecret', { serviceId, secret: second })).toEqual(added);
  const notice = eventOf({ id: 'cs_none' });
  const with2 = { secret: second };
  expect([(await tell(serviceId, notice)).status, (await tell(serviceId, notice, with2)).status]).toEqual([
    200, 200,
  ]);
  await rpc(ann, 'integrations.removeNoticeSecret', { serviceId, ends: 'AAAA' });
  expect([(await tell(serviceId, notice)).status, (await tell(serviceId, notice, with2)).status]).toEqual([
    400, 200,
  ]);
  await ann.call('DELETE', `/admin/services/delete/${serviceId}`);
  expect((await tell(serviceId, notice, with2)).status).toBe(400);
});
