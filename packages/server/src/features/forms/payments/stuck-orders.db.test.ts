import { chargeOf, type FormQuestion } from '@weft/forms';
import { type LocalStripe, liveKey, otherKey, testKey } from '@weft/integrations/testing';
import { must } from '@weft/std';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { rpc, type TestPerson, type TestServer } from '../../../testing.ts';
import { asked } from '../testing.ts';
import { oneSeatShop, startWithStripe, stripeAccount } from './testing.ts';

let stripe: LocalStripe;
let server: TestServer;
let ann: TestPerson;
/** Milliseconds that have passed by the clock of the server. */
let later = 0;
beforeAll(async () => {
  ({ stripe, server, ann } = await startWithStripe({}, { now: () => Date.now() + later }));
});
afterAll(() => server.close());

const useKey = (serviceId: string, apiKey: string) =>
  ann.call('POST', `/admin/services/edit/${serviceId}`, { config: { apiKey } });
const disconnect = (serviceId: string) => ann.call('DELETE', `/admin/services/delete/${serviceId}`);

/** A published form with one seat to sell, and its account. */
async function shop(settings: FormQuestion['settings'] = {}) {
  const serviceId = await stripeAccount(ann);
  const seats = await oneSeatShop(server, ann, serviceId, settings);
  const { flowId } = seats;
  const buy = async () => {
    const { status, address } = await seats.buy();
    return { status, look: () => look(must(address)) };
  };
  const look = async (address: string) => {
    const response = await fetch(new URL(address, server.url));
    return { status: response.status, text: await response.text() };
  };
  const orders = async () => (await rpc(ann, 'forms.payments', { flowId })).orders;
  return { flowId, serviceId, buy, order: async () => must((await orders())[0]), orders };
}

const giveUp = (flowId: string, orderId: string, mayBePaid: boolean) =>
  ann.call('POST', '/rpc/forms.giveUpPayment', { flowId, orderId, mayBePaid });
const sessionOf = (orderId: string) => must(stripe.sessions.find(({ order }) => order === orderId));

it('says that an order’s account is gone, has it given up, and takes it should it be paid after all', async () => {
  const form = await shop();
  const { look } = await form.buy();
  await look();
  const { id } = await form.order();
  // Stripe still answers: it ends by itself.
  expect((await giveUp(form.flowId, id, true)).status).toBe(409);
  await disconnect(form.serviceId);
  const { status, text } = await look();
  expect([status, text.includes('you need not pay again')]).toEqual([200, true]);
  expect((await form.order()).fault).toContain('The account is disconnected');
  // Somebody was led to Stripe and may have paid.
  expect((await giveUp(form.flowId, id, false)).status).toBe(409);
  stripe.pay(sessionOf(id));
  expect((await giveUp(form.flowId, id, true)).status).toBe(200);
  expect(await form.order()).toMatchObject({ phase: 'abandoned', fault: null });
  expect((await look()).text).toContain('This order was ended');
  // The same account, connected anew: the form has it, and the seat is free.
  await rpc(ann, 'forms.setPaymentAccount', { flowId: form.flowId, serviceId: await stripeAccount(ann) });
  await rpc(ann, 'forms.checkPayment', { flowId: form.flowId, orderId: id });
  expect(await form.order()).toMatchObject({ phase: 'paid', isAnswered: true });
  expect((await giveUp(form.flowId, id, true)).status).toBe(409);
});

it('frees what was held once given up, and knows the payments of no other account', async () => {
  const form = await shop();
  const { look } = await form.buy();
  await look();
  expect((await form.buy()).status).toBe(400);
  await useKey(form.serviceId, otherKey);
  await look();
  const { id, fault } = await form.order();
  expect(fault).toContain('does not know this payment');
  expect((await giveUp(form.flowId, id, true)).status).toBe(200);
  expect((await form.buy()).status).toBe(200);
  // What was ended stays so when the account is back, unless it is paid.
  await useKey(form.serviceId, testKey);
  await rpc(ann, 'forms.checkPayment', { flowId: form.flowId, orderId: id });
  expect((await form.orders()).find((one) => one.id === id)?.phase).toBe('abandoned');
});

it('takes no money with a live key for what was ordered as a test', async () => {
  const form = await shop();
  const { look } = await form.buy();
  await useKey(form.serviceId, liveKey);
  const before = stripe.sessions.length;
  const { text } = await look();
  expect([text.includes('Nothing was charged'), stripe.sessions.length]).toEqual([true, before]);
  const { id, fault } = await form.order();
  expect(fault).toContain('live key');
  // Nobody was led to Stripe: nothing is to be confirmed.
  expect((await giveUp(form.flowId, id, false)).status).toBe(200);
});

it('shows an order of a form that is unpublished, says that the payment arrived, and takes the answer later', async () => {
  const form = await shop();
  const { look } = await form.buy();
  await look();
  const { id } = await form.order();
  await rpc(ann, 'forms.unpublish', { flowId: form.flowId });
  expect((await look()).status).toBe(200);
  stripe.pay(sessionOf(id));
  const { status, text } = await look();
  expect([status, text.includes('Your payment has arrived')]).toEqual([200, true]);
  await look();
  expect(await form.order()).toMatchObject({ phase: 'paid', isAnswered: false });
  expect((await form.order()).fault).toContain('unpublished or in the trash');
  const outbox = await ann.call('GET', '/v1/outbox');
  const { mails } = (await outbox.json()) as { mails: { subject: string }[] };
  expect(mails.filter(({ subject }) => subject === 'Look at a payment of Shop')).toHaveLength(1);
  const { version } = await rpc(ann, 'forms.get', { flowId: form.flowId });
  await rpc(ann, 'forms.publish', { flowId: form.flowId, version });
  expect((await look()).text).toContain('Your answer was received');
  expect(await form.order()).toMatchObject({ isAnswered: true, fault: null });
});

it('takes what was paid by the settings of when it was ordered', async () => {
  const form = await shop();
  const { look } = await form.buy();
  await look();
  await rpc(ann, 'forms.updateSettings', {
    ...{ flowId: form.flowId, settings: { onePerPerson: 'browser', allowedDomains: ['other.org'] } },
  });
  stripe.pay(sessionOf((await form.order()).id));
  expect((await look()).text).toContain('Your answer was received');
});

it('takes nothing for free that it cannot price', () => {
  const question = {
    ...asked('payment', 'Order', true),
    settings: { currency: 'EUR', price: '10', coupons: 'OLD 50% until 2020-01-01' },
  };
  const charged = chargeOf([question], [[`${question.id}_coupon`, 'OLD']], '2030-01-01T00:00:00.000Z');
  expect(charged).toEqual({ ok: false, error: [{ path: question.id, reason: 'This coupon is over' }] });
});

const run = (name: string) =>
  must(server.parts.forms.jobs.find(({ queue }) => queue === name)).run(
    {},
    { id: 'job', attempt: 1, signal: new AbortController().signal },
  );
it('takes a coupon by the days of its zone', () => {
  const settings = { currency: 'EUR', price: '10', coupons: 'MAY 50% from 2030-05-01 until 2030-05-31' };
  const charged = (at: string, zone?: string) => {
    const inZone = { ...settings, ...(zone !== undefined && { couponZone: zone }) };
    const question = { ...asked('payment', 'Order', true), settings: inZone };
    return chargeOf([question], [[`${question.id}_coupon`, 'may']], at).ok;
  };
  const [evening, morning] = ['2030-04-30T22:30:00.000Z', '2030-05-31T22:30:00.000Z'];
  expect([charged(evening), charged(morning)]).toEqual([false, true]);
  expect([charged(evening, 'Europe/Paris'), charged(morning, 'Europe/Paris')]).toEqual([true, false]);
  expect([charged(evening, 'America/New_York'), charged(morning, 'America/New_York')]).toEqual([false, true]);
});

/** What the server does each minute, and each hour. */
const minute = () => run('payments');
const hour = () => run('payments-reconciliation');

it('ends an order that nobody opened at Stripe, and frees what it held (I10)', async () => {
  const form = await shop();
  await form.buy();
  expect((await form.buy()).status).toBe(400);
  later = 31 * 60_000;
  await minute();
  expect(await form.order()).toMatchObject({ phase: 'expired', isSettled: true });
  expect((await form.buy()).status).toBe(200);
  later = 0;
});

it('tells the owner once of a payment that is not known here, as after an older backup was restored', async () => {
  const form = await shop();
  const { look } = await form.buy();
  await look();
  const { id } = await form.order();
  stripe.pay(sessionOf(id));
  await sql`delete from weft.payment_orders where id = ${id}`.execute(server.control);
  await hour();
  await hour();
  const outbox = await ann.call('GET', '/v1/outbox');
  const { mails } = (await outbox.json()) as { mails: { subject: string; to: string }[] };
  expect(mails.filter(({ subject }) => subject.endsWith('not known here'))).toMatchObject([
    { to: ann.email, subject: 'A payment of Shop that is not known here' },
  ]);
});
