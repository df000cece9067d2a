import { type LocalStripe, renew } from '@weft/integrations/testing';
import { must } from '@weft/std';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { rpc, type TestPerson, type TestServer } from '../../../testing.ts';
import { asked, openForm, sendForm } from '../testing.ts';
import { addressToPay, publishedShop, startWithStripe, stripeAccount } from './testing.ts';

let stripe: LocalStripe;
let server: TestServer;
let ann: TestPerson;
let serviceId: string;
beforeAll(async () => {
  ({ stripe, server, ann } = await startWithStripe());
  serviceId = await stripeAccount(ann);
});
afterAll(() => server.close());

/** An order of a form of this name, whose page was opened. */
async function ordered(name: string, settings: object) {
  const email = asked('email', 'Email', true);
  const payment = { ...asked('payment', 'Order', true), settings: { currency: 'EUR', ...settings } };
  const flowId = await publishedShop(ann, serviceId, [email, payment], name);
  const { parts } = await openForm(server.url, flowId);
  const sent = await sendForm(server.url, flowId, { ...parts(), [email.id]: 'ada@example.org' });
  const address = must(addressToPay(await sent.text()));
  const look = async () => (await fetch(new URL(address, server.url))).text();
  await look();
  const session = must(stripe.sessions.at(-1));
  const ask = () => rpc(ann, 'forms.checkPayment', { flowId, orderId: session.order });
  return { flowId, look, session, ask };
}

interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
}

/** Mails about a form, by whom they are to. */
async function mailsOf(name: string) {
  const answer = await ann.call('GET', '/v1/outbox');
  const { mails } = (await answer.json()) as { mails: readonly Mail[] };
  const about = mails.filter(({ subject }) => subject.includes(name));
  const to = (address: string) => about.filter((mail) => mail.to === address);
  return { owner: to(ann.email), payer: to('ada@example.org') };
}

it('tells the owner once of another amount that arrives', async () => {
  const { session, look, ask } = await ordered('Odd sums', { price: '10' });
  stripe.pay(session, 'succeeded', 100);
  await look();
  await ask();
  await ask();
  const { owner } = await mailsOf('Odd sums');
  expect(owner.map(({ subject }) => subject)).toEqual(['Look at a payment of Odd sums']);
  expect(must(owner[0]).text).toContain('Another amount has arrived than the EUR 10.00 of the order');
});

it('tells the owner once of a dispute that opens, and once of one that is lost', async () => {
  const { session, look, ask } = await ordered('Disputes', { price: '10' });
  stripe.pay(session);
  await look();
  must(session.payment).disputed = true;
  stripe.disputes = ['needs_response'];
  await Promise.all([ask(), ask()]);
  const told = async () =>
    (await mailsOf('Disputes')).owner.filter(({ subject }) => subject.startsWith('Look at'));
  expect((await told()).map(({ text }) => text.includes('disputes it with their bank'))).toEqual([true]);
  stripe.disputes = ['lost'];
  await ask();
  await ask();
  const all = await told();
  expect(all.length).toBe(2);
  expect(all.some(({ text }) => text.includes('A dispute of EUR 10.00 is lost'))).toBe(true);
});

it('sends a receipt for each payment that repeats, and tells both where one fails', async () => {
  const { session, look, ask } = await ordered('Club', { price: '12', every: 'month' });
  stripe.pay(session);
  await look();
  const subscription = must(session.subscription);
  await ask();
  const receipts = async () =>
    (await mailsOf('Club')).payer.filter(({ subject }) => subject === 'Receipt: Club');
  expect((await receipts()).length).toBe(1);
  renew(subscription, Date.now(), true);
  await Promise.all([ask(), ask()]);
  await ask();
  expect((await receipts()).length).toBe(2);
  renew(subscription, Date.now(), false);
  await ask();
  await ask();
  const { owner, payer } = await mailsOf('Club');
  expect((await receipts()).length).toBe(2);
  const failed = payer.filter(({ subject }) => subject === 'Your payment failed: Club');
  expect(failed.map(({ text }) => text.includes('/pay/'))).toEqual([true]);
  const told = owner.filter(({ subject }) => subject === 'Look at a payment of Club');
  expect(told.map(({ text }) => text.includes('A payment of EUR 12.00 that repeats has failed'))).toEqual([
    true,
  ]);
});

it('tells the owner where somebody else changes the account that is paid', async () => {
  const { flowId } = await ordered('Whose account', { price: '10' });
  const made = await ann.call('POST', '/v1/invitations', { role: 'member' });
  const { code } = (await made.json()) as { code: string };
  const eddy = await server.signUp('Eddy Editor', { invitationCode: code });
  await ann.call('PUT', `/admin/flows/members/${flowId}/${eddy.id}`, { accessLevel: 'write' });
  await rpc(ann, 'forms.setPaymentAccount', { flowId, serviceId });
  const toOwner = async () =>
    (await mailsOf('go elsewhere')).owner.map(({ subject, text }) => [subject, text] as const);
  expect(await toOwner()).toEqual([]);
  await rpc(eddy, 'forms.setPaymentAccount', { flowId, serviceId: await stripeAccount(eddy, 'Eddy’s') });
  const [mail, ...more] = await toOwner();
  expect([mail?.[0], more]).toEqual(['Payments of Whose account go elsewhere', []]);
  expect(mail?.[1]).toContain('They go to this Stripe account now: Eddy’s.');
});
