import { confirmCard, type LocalStripe } from '@weft/integrations/testing';
import { must } from '@weft/std';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { rpc, type TestPerson, type TestServer } from '../../../testing.ts';
import { freshId } from '../testing.ts';
import { oneSeatShop, startWithStripe, stripeAccount } from './testing.ts';

let stripe: LocalStripe;
let server: TestServer;
let ann: TestPerson;
let serviceId: string;
/** Milliseconds that have passed by the clock of the server. */
let later = 0;
beforeAll(async () => {
  ({ stripe, server, ann } = await startWithStripe({}, { now: () => Date.now() + later }));
  serviceId = await stripeAccount(ann);
  const publishableKey = 'pk_test_0123456789abcdef';
  await rpc(ann, 'integrations.setPublishableKey', { serviceId, publishableKey });
});
afterAll(() => server.close());

/** A form whose one seat is paid by card on its own page, and somebody who has ordered it. */
async function ordered(settings: { readonly [name: string]: string | boolean } = { cardOnPage: true }) {
  const shop = await oneSeatShop(server, ann, serviceId, settings);
  const { flowId } = shop;
  const buy = async () => (await shop.buy()).address;
  const address = must(await buy());
  const post = (path = '') =>
    fetch(new URL(`${address}${path}`, server.url), { method: 'POST', redirect: 'manual' });
  const look = async (query = '') => {
    const response = await fetch(new URL(`${address}${query}`, server.url));
    return { text: await response.text(), policy: must(response.headers.get('content-security-policy')) };
  };
  const secret = async () => ((await (await post('/card')).json()) as { secret: string | null }).secret;
  const order = async () => must((await rpc(ann, 'forms.payments', { flowId })).orders[0]);
  const mine = (all: readonly { readonly order: string }[], id: string) =>
    all.filter((one) => one.order === id).length;
  const made = async () => {
    const { id } = await order();
    return { intents: mine(stripe.intents, id), sessions: mine(stripe.sessions, id) };
  };
  return { flowId, buy, post, look, secret, order, made };
}

const intentOf = (secret: string | null) => must(stripe.intents.find((one) => one.secret === secret));

it('asks Stripe for one payment once somebody pays, and takes the answer as the same reading tells', async () => {
  const { flowId, look, secret, order, made } = await ordered();
  const { text, policy } = await look();
  expect(text).toContain('data-key="pk_test_0123456789abcdef"');
  expect(text).toContain('Pay on a page of Stripe');
  for (const part of ['script-src', 'frame-src'])
    expect(policy).toMatch(new RegExp(`${part}[^;]* https://js.stripe.com`));
  expect(policy).toMatch(/connect-src[^;]* https:\/\/api.stripe.com/);
  expect(await made()).toEqual({ intents: 0, sessions: 0 });
  // Two tabs, and a double click.
  const secrets = await Promise.all([secret(), secret(), secret()]);
  expect([new Set(secrets).size, await made()]).toEqual([1, { intents: 1, sessions: 0 }]);
  const intent = intentOf(must(secrets[0]));
  expect([intent.total, intent.currency]).toEqual([3_000, 'eur']);
  // Declined, and then with another card: the same payment.
  expect(confirmCard(intent, '4000000000000002')).toContain('declined');
  await look('?back');
  expect((await order()).phase).toBe('awaiting');
  expect(await secret()).toBe(secrets[0]);
  expect(confirmCard(intent, '4242424242424242')).toBeNull();
  const paid = await Promise.all([look('?back'), look(), look()]);
  expect(paid.every((one) => one.text.includes('Paid. Thank you'))).toBe(true);
  // What is paid loads no script of anybody's.
  expect(must(paid[0]).policy).not.toContain('stripe.com');
  expect(await order()).toMatchObject({ phase: 'paid', isAnswered: true, total: 3_000 });
  expect([await secret(), await made()]).toEqual([null, { intents: 1, sessions: 0 }]);
  const { id: orderId } = await order();
  const refundId = freshId('rfd');
  await rpc(ann, 'forms.refundPayment', { flowId, orderId, refundId, units: 1_000, reason: '' });
  expect([(await order()).refunded, intent.refunded]).toEqual([1_000, 1_000]);
});

it('is paid in one place: the page of Stripe comes after what was begun here is ended', async () => {
  const { look, post, secret, order, made } = await ordered();
  const begun = await secret();
  expect((await post('/checkout')).status).toBe(303);
  const { text, policy } = await look();
  expect([intentOf(begun).status, policy.includes('stripe.com')]).toEqual(['canceled', false]);
  expect(text).toContain('https://checkout.stripe.com/');
  // Nothing is begun here any more.
  expect([await secret(), await made()]).toEqual([null, { intents: 1, sessions: 1 }]);
  expect((await order()).phase).toBe('awaiting');
  stripe.pay(must(stripe.sessions.at(-1)));
  expect((await look()).text).toContain('Paid. Thank you');

  // Paid here as somebody goes over there: Stripe decides, and nobody pays twice.
  const other = await ordered();
  const theirs = intentOf(await other.secret());
  confirmCard(theirs, '4242424242424242');
  await other.post('/checkout');
  expect((await other.look()).text).toContain('Paid. Thank you');
  expect(await other.made()).toEqual({ intents: 1, sessions: 0 });

  // At the same moment: one of both, whichever.
  const both = await ordered();
  await Promise.all([both.secret(), both.post('/checkout'), both.secret()]);
  await both.look();
  const { id } = await both.order();
  const open = stripe.intents.filter((one) => one.order === id && one.status !== 'canceled');
  expect([open, (await both.made()).sessions]).toEqual([[], 1]);
});

it('frees what it held once it is cancelled, whether or not somebody began to pay', async () => {
  for (const hasBegun of [true, false]) {
    const { buy, post, secret, order } = await ordered();
    if (hasBegun) await secret();
    expect(await buy()).toBeNull();
    expect((await post()).status).toBe(303);
    expect(await order()).toMatchObject({ phase: 'expired', isSettled: true });
    expect(await buy()).not.toBeNull();
  }
});

/** What the server does each minute. */
const minute = () =>
  must(server.parts.forms.jobs.find(({ queue }) => queue === 'payments')).run(
    {},
    { id: 'job', attempt: 1, signal: new AbortController().signal },
  );

it('ends what is not paid in its time, for Stripe ends nothing there; what was paid in that moment counts', async () => {
  const [slow, quick] = [await ordered(), await ordered()];
  const intents = [intentOf(await slow.secret()), intentOf(await quick.secret())] as const;
  later += 61 * 60_000;
  // Their bank has asked them meanwhile, and they are done: it is not cancelled any more.
  confirmCard(intents[1], '4242424242424242');
  await minute();
  expect(intents.map(({ status }) => status)).toEqual(['canceled', 'succeeded']);
  expect(await slow.order()).toMatchObject({ phase: 'expired', isSettled: true });
  expect(await quick.order()).toMatchObject({ phase: 'paid', isAnswered: true });
  expect([(await slow.buy()) !== null, await quick.buy()]).toEqual([true, null]);
  later = 0;
});

it('waits where Stripe is busy, and says so', async () => {
  const { look, secret, order } = await ordered();
  const intent = intentOf(await secret());
  confirmCard(intent, '4242424242424242');
  for (const fault of ['busy', 'locked'] as const) {
    stripe.faults.push(fault);
    expect((await look()).text).toContain('Stripe could not be asked just now');
    expect((await order()).phase).toBe('awaiting');
  }
  expect((await look()).text).toContain('Paid. Thank you');
});

it('is paid on the page of Stripe where the form does not choose it, the account has no key, or it repeats', async () => {
  for (const settings of [{}, { cardOnPage: true, every: 'month' }]) {
    const { look, secret } = await ordered(settings);
    expect((await look()).text).toContain('https://checkout.stripe.com/');
    expect(await secret()).toBeNull();
  }
  await rpc(ann, 'integrations.setPublishableKey', { serviceId, publishableKey: null });
  const { look } = await ordered();
  expect((await look()).text).toContain('https://checkout.stripe.com/');
  const live = { serviceId, publishableKey: 'pk_live_0123456789abcdef' };
  await expect(rpc(ann, 'integrations.setPublishableKey', live)).rejects.toThrow(/other mode/);
  const { publishableKey } = await rpc(ann, 'integrations.paymentNotices', { serviceId });
  expect(publishableKey).toBeNull();
});
