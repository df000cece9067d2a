import { confirmCard, type LocalStripe } from '@weft/integrations/testing';
import { must } from '@weft/std';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
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
  const publishableKey = 'pk_test_0123456789abcdef';
  await rpc(ann, 'integrations.setPublishableKey', { serviceId, publishableKey });
});
afterAll(() => server.close());

/** An order of one seat, and its page. */
async function ordered(settings: { readonly [name: string]: boolean } = {}) {
  const { flowId, buy } = await oneSeatShop(server, ann, serviceId, settings);
  const address = must((await buy()).address);
  const look = async (path = '', method = 'GET') => {
    const response = await fetch(new URL(`${address}${path}`, server.url), { method });
    return { status: response.status, text: await response.text() };
  };
  const order = async () => must((await rpc(ann, 'forms.payments', { flowId })).orders[0]);
  return { flowId, look, order };
}

// Stripe keeps an error of its own under the key of the request for a day, and answers with it each time.
describe.each([
  ['failed', 'before anything was made'],
  ['failedAfter', 'after it was made'],
] as const)('an error of Stripe that is answered again under its key (%s: %s)', (fault, _when) => {
  it('keeps nobody from paying on the page of Stripe, and makes one such page', async () => {
    const { look, order } = await ordered();
    const before = stripe.sessions.length;
    stripe.faults.push(fault);
    expect((await look()).text).toContain('nothing is charged twice');
    await Promise.all([look(), look()]);
    const { text } = await look();
    const made = stripe.sessions.slice(before);
    expect(made).toHaveLength(1);
    expect(text).toContain(must(made[0]).url);
    stripe.pay(must(made[0]));
    await look();
    expect(await order()).toMatchObject({ phase: 'paid', isAnswered: true });
  });

  it('keeps nobody from paying by card on our own page, and makes one payment', async () => {
    const { look, order } = await ordered({ cardOnPage: true });
    const before = stripe.intents.length;
    stripe.faults.push(fault);
    await look('/card', 'POST');
    await Promise.all([look('/card', 'POST'), look('/card', 'POST')]);
    const { text } = await look('/card', 'POST');
    const made = stripe.intents.slice(before);
    expect(made).toHaveLength(1);
    expect(text).toContain(must(made[0]).secret);
    confirmCard(must(made[0]), '4242424242424242');
    await look('?back');
    expect(await order()).toMatchObject({ phase: 'paid', isAnswered: true });
  });

  it('gives money back once', async () => {
    const { flowId, look, order } = await ordered();
    await look();
    stripe.pay(must(stripe.sessions.at(-1)));
    await look();
    const { id: orderId } = await order();
    const before = stripe.refunds.length;
    const asked = { flowId, orderId, refundId: freshId('rfd'), units: 1_000, reason: '' };
    stripe.faults.push(fault);
    expect((await ann.call('POST', '/rpc/forms.refundPayment', asked)).status).toBe(503);
    await rpc(ann, 'forms.refundPayment', asked);
    await rpc(ann, 'forms.refundPayment', asked);
    expect(stripe.refunds.slice(before).map(({ amount }) => amount)).toEqual([1_000]);
    expect((await order()).refunded).toBe(1_000);
  });
});

it('asks no more of a Stripe that goes on failing than a few times', async () => {
  const { look } = await ordered();
  stripe.faults.push(...Array.from({ length: 40 }, () => 'failed' as const));
  await look();
  const before = stripe.requests;
  expect((await look()).text).toContain('nothing is charged twice');
  expect(stripe.requests - before).toBeLessThan(10);
  stripe.faults.length = 0;
});

it('says what Stripe does not take, to whoever pays and to the owner, and frees what was ordered', async () => {
  const { flowId, buy } = await oneSeatShop(server, ann, serviceId, {});
  const { address } = await buy();
  expect((await buy()).status).toBe(400);
  stripe.faults.push('refused');
  const shown = await (await fetch(new URL(must(address), server.url))).text();
  expect(shown).toContain('Stripe does not take this payment, and nothing was charged');
  expect(shown).not.toContain('not connected');
  const { orders } = await rpc(ann, 'forms.payments', { flowId });
  expect(orders[0]).toMatchObject({ phase: 'expired', isSettled: true });
  expect(orders[0]?.fault).toBe('Stripe refuses it: This cannot be answered');
  expect((await buy()).status).toBe(200);
});

it('takes money that was lost in a dispute off the totals', async () => {
  const { flowId, look, order } = await ordered();
  await look();
  const session = must(stripe.sessions.at(-1));
  stripe.pay(session);
  await look();
  const { id: orderId } = await order();
  await rpc(ann, 'forms.refundPayment', {
    flowId,
    orderId,
    refundId: freshId('rfd'),
    units: 500,
    reason: '',
  });
  must(session.payment).disputed = true;
  stripe.disputes = ['lost'];
  await rpc(ann, 'forms.checkPayment', { flowId, orderId });
  const { totals } = await rpc(ann, 'forms.payments', { flowId });
  expect(totals).toMatchObject([{ paid: 3_000, refunded: 500, lost: 2_500 }]);
  // It may be won after all.
  stripe.disputes = ['won'];
  await rpc(ann, 'forms.checkPayment', { flowId, orderId });
  expect((await rpc(ann, 'forms.payments', { flowId })).totals).toMatchObject([{ lost: 0 }]);
});

it('is not paid to an account whose key may not do what payments need, and says what is missing', async () => {
  const { flowId } = await rpc(ann, 'forms.create', { name: 'Shop', kind: 'form' });
  stripe.faults.push('forbidden');
  const refused = await ann.call('POST', '/rpc/forms.setPaymentAccount', { flowId, serviceId });
  expect([refused.status, await refused.text()]).toEqual([
    400,
    expect.stringContaining('rak_checkout_session_write'),
  ]);
  // A Stripe that is away says nothing of the key.
  stripe.faults.push('away');
  expect((await rpc(ann, 'forms.setPaymentAccount', { flowId, serviceId })).account).not.toBeNull();
});
