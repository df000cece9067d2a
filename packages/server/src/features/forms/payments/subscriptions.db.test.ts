import { createHmac } from 'node:crypto';
import {
  type LocalStripe,
  payLate,
  renew,
  shownInvoice,
  shownSubscription,
} from '@weft/integrations/testing';
import { must } from '@weft/std';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { rpc, type TestPerson, type TestServer } from '../../../testing.ts';
import { add, asked, edit, freshId, openForm, sendForm } from '../testing.ts';
import { addressToPay, publishedShop, startWithStripe, stripeAccount } from './testing.ts';

const secret = 'whsec_0123456789abcdefAAAA';

let stripe: LocalStripe;
let server: TestServer;
let ann: TestPerson;
let serviceId: string;
beforeAll(async () => {
  ({ stripe, server, ann } = await startWithStripe());
  serviceId = await stripeAccount(ann, 'Club');
  await rpc(ann, 'integrations.addNoticeSecret', { serviceId, secret });
});
afterAll(() => server.close());

/** A published form whose price is paid each month, and somebody who has ordered. */
async function member() {
  const email = asked('email', 'Email', true);
  const payment = {
    ...asked('payment', 'Membership', true),
    settings: { currency: 'EUR', price: '12', every: 'month', taxRate: 19, taxIncluded: true },
  };
  const flowId = await publishedShop(ann, serviceId, [email, payment], 'Club');
  const { parts, text: page } = await openForm(server.url, flowId);
  const response = await sendForm(server.url, flowId, { ...parts(), [email.id]: 'ada@example.org' });
  const address = must(addressToPay(await response.text()));
  const look = async (path = '') => (await fetch(new URL(`${address}${path}`, server.url))).text();
  const first = await look();
  const session = must(stripe.sessions.at(-1));
  const order = async () => {
    const { orders, totals } = await rpc(ann, 'forms.payments', { flowId });
    return { ...must(orders[0]), totals };
  };
  const records = async () => {
    const { metadata } = await rpc(ann, 'metadata.get', { basePublicId: flowId });
    const [table] = metadata.tables;
    return table === undefined
      ? []
      : (await rpc(ann, 'records.list', { basePublicId: flowId, tableId: table.id })).records;
  };
  return { flowId, page, address, look, first, session, order, records };
}

/** Stripe tells that something became of an object. */
async function tell(object: object): Promise<number> {
  const body = JSON.stringify({ object: 'event', type: 'any', livemode: false, data: { object } });
  const t = Math.floor(Date.now() / 1_000);
  const v1 = createHmac('sha256', secret).update(`${t}.${body}`).digest('hex');
  const response = await fetch(new URL(`/webhooks/stripe/${serviceId}`, server.url), {
    ...{ method: 'POST', body },
    headers: { 'stripe-signature': `t=${t},v1=${v1}`, 'content-type': 'application/json' },
  });
  return response.status;
}

const log = async (orderId: string) => {
  const { rows } = await sql<{
    phase: string;
  }>`select phase from weft.payment_events where order_id = ${orderId} order by number`.execute(
    server.control,
  );
  return rows.map(({ phase }) => phase);
};

it('counts the answer with the first payment, and every payment that follows', async () => {
  const { page, first, look, session, order, records } = await member();
  expect(page).toContain('It is paid each month');
  expect([first.includes('Pay EUR 12.00 each month'), session.every]).toEqual([true, 'month']);
  expect(await records()).toEqual([]);
  stripe.pay(session);
  expect(await look()).toContain('It goes on until you end it');
  expect((await records()).length).toBe(1);
  expect(await order()).toMatchObject({
    ...{ phase: 'paid', total: 1_200, every: 'month' },
    subscription: { phase: 'active', endsAt: null, payments: 1, paid: 1_200 },
  });
  // A notice of an invoice, twice; one that was not paid; and one that comes when it is.
  const subscription = must(session.subscription);
  renew(subscription, Date.now(), true);
  const invoice = () => shownInvoice(subscription, must(subscription.invoices[0]));
  expect([await tell(invoice()), await tell(invoice())]).toEqual([200, 200]);
  expect((await order()).subscription).toMatchObject({ phase: 'active', payments: 2, paid: 2_400 });
  renew(subscription, Date.now(), false);
  await tell(invoice());
  expect((await order()).subscription).toMatchObject({ phase: 'late', payments: 2 });
  payLate(subscription);
  // Without a notice, as whoever runs the form or the hourly job asks.
  const { id, flowId: _, ...rest } = { ...(await order()), flowId: '' };
  expect(rest.phase).toBe('paid');
  await tell(shownSubscription(subscription, Date.now()));
  const { totals } = await order();
  expect(totals).toEqual([{ currency: 'EUR', live: false, orders: 1, paid: 3_600, refunded: 0, lost: 0 }]);
  expect(await log(id)).toEqual([
    ...['subscription active', 'invoice paid', 'paid', 'invoice paid'],
    ...['subscription late', 'invoice failed', 'subscription active', 'invoice paid'],
  ]);
  expect((await records()).length).toBe(1);
});

/** The hourly comparison, now. */
const hour = () =>
  must(server.parts.forms.jobs.find(({ queue }) => queue === 'payments-reconciliation')).run(
    {},
    { id: 'job', attempt: 1, signal: new AbortController().signal },
  );

it('sees each hour, without any notice, what was paid, failed and was given back of later invoices', async () => {
  const { flowId, look, session, order } = await member();
  stripe.pay(session);
  await look();
  const subscription = must(session.subscription);
  renew(subscription, Date.now(), true);
  renew(subscription, Date.now(), false);
  await hour();
  expect(await order()).toMatchObject({
    subscription: { phase: 'late', payments: 2, paid: 2_400, refundedLater: 0 },
    totals: [{ orders: 1, paid: 2_400, refunded: 0 }],
  });
  payLate(subscription);
  // A part of the second, at Stripe; and of the first, which the order is of.
  Object.assign(must(subscription.invoices[1]), { refunded: 500 });
  must(session.payment).refunded = 200;
  await hour();
  const seen = {
    ...{ refunded: 200, subscription: { phase: 'active', payments: 3, paid: 3_600, refundedLater: 500 } },
    totals: [{ orders: 1, paid: 3_600, refunded: 700 }],
  };
  expect(await order()).toMatchObject(seen);
  const { id } = await order();
  const before = await log(id);
  // Of both payments: what was given back of the first, the totals count with its order.
  expect(before.filter((entry) => entry === 'invoice refunded')).toHaveLength(2);
  // Once more, nothing is new.
  await hour();
  expect([await order(), await log(id)]).toMatchObject([seen, before]);
  // A notice of a charge names the payment of a later invoice, and nothing else of ours.
  const third = must(subscription.invoices[0]);
  Object.assign(third, { refunded: 1_200 });
  expect(await tell({ object: 'charge', id: 'ch_1', payment_intent: third.paymentId })).toBe(200);
  expect((await order()).totals).toMatchObject([{ paid: 3_600, refunded: 1_900 }]);
  // Asked for by a person, it is listed as what differs.
  Object.assign(must(subscription.invoices[1]), { refunded: 1_000 });
  const { differences } = await rpc(ann, 'forms.comparePayments', { flowId });
  expect(differences).toMatchObject([{ was: { refunded: 1_900 }, now: { refunded: 2_400 } }]);
});

it('is ended by whoever runs the form, with what is paid or now, and by whoever pays, at Stripe', async () => {
  const { flowId, address, look, session, order } = await member();
  stripe.pay(session);
  await look();
  const { id: orderId } = await order();
  const atEnd = await rpc(ann, 'forms.cancelSubscription', { flowId, orderId, when: 'period-end' });
  expect(atEnd.order.subscription).toMatchObject({ phase: 'active' });
  expect(must(atEnd.order.subscription).endsAt).not.toBeNull();
  expect(await look()).toContain('It ends on');
  const portal = () =>
    fetch(new URL(`${address}/portal`, server.url), { method: 'POST', redirect: 'manual' });
  const leading = await portal();
  // No redirect of a form to another site, which browsers block by the page’s policy.
  expect(leading.headers.get('refresh')).toContain('0; url=https://billing.stripe.com/p/cus_');
  expect(await leading.text()).toContain('href="https://billing.stripe.com/p/cus_');
  stripe.hasPortal = false;
  const none = must((await portal()).headers.get('location'));
  expect(await (await fetch(new URL(none, server.url))).text()).toContain('write to whoever made the form');
  stripe.hasPortal = true;
  const now = await rpc(ann, 'forms.cancelSubscription', { flowId, orderId, when: 'now' });
  expect(now.order.subscription).toMatchObject({ phase: 'ended' });
  // Once more, it stays so.
  await rpc(ann, 'forms.cancelSubscription', { flowId, orderId, when: 'now' });
  expect(await look()).toContain('It has ended');
  const { entries } = (await (await ann.call('GET', '/v1/audit')).json()) as {
    entries: { action: string; details: { when?: string } }[];
  };
  const cancelled = entries.filter(({ action }) => action === 'flow.subscriptionCancelled');
  expect(cancelled.map(({ details }) => details.when).toSorted()).toEqual(['now', 'now', 'period-end']);

  const other = await member();
  stripe.pay(other.session);
  await other.look();
  const subscription = must(other.session.subscription);
  Object.assign(subscription, { status: 'canceled', endedAt: Math.floor(Date.now() / 1_000) });
  await tell({ ...shownSubscription(subscription, Date.now()) });
  expect((await other.order()).subscription).toMatchObject({ phase: 'ended', payments: 1 });
});

it('repeats on no page that is booked', async () => {
  const payment = { ...asked('payment', 'Visit', true), settings: { price: '12', every: 'month' } };
  const { flowId } = await rpc(ann, 'forms.create', { name: 'Visit', kind: 'scheduling' });
  const { version } = await rpc(ann, 'forms.get', { flowId });
  const edited = await edit(ann, flowId, version, add([payment]), freshId('edt'));
  await expect(rpc(ann, 'forms.publish', { flowId, version: edited.version })).rejects.toThrow(/paid once/);
});
