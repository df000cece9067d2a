import type { FormQuestion } from '@weft/forms';
import type { LocalStripe } from '@weft/integrations/testing';
import { must } from '@weft/std';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { rpc, type TestPerson, type TestServer } from '../../../testing.ts';
import { asked, edit, freshId, openForm, sendForm } from '../testing.ts';
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
beforeEach(() => {
  stripe.faults.length = 0;
});

const product = (label: string, price: string, capacity?: number) => ({
  ...{ id: freshId('opt'), label, price },
  ...(capacity !== undefined && { capacity }),
});

interface Shop {
  readonly flowId: string;
  readonly email: FormQuestion;
  readonly payment: FormQuestion;
}

/** A published form that takes payments. */
async function shop(
  settings: FormQuestion['settings'],
  choices: FormQuestion['choices'] = [],
): Promise<Shop> {
  const email = asked('email', 'Email', true);
  const payment = { ...asked('payment', 'Order', true), settings: { currency: 'EUR', ...settings }, choices };
  const flowId = await publishedShop(ann, serviceId, [email, payment]);
  return { flowId, email, payment };
}

/** Fills in the form; each part may be sent again. */
async function filled({ flowId, email, payment }: Shop, order: { readonly [input: string]: string }) {
  const { parts } = await openForm(server.url, flowId);
  const opened = parts();
  return async (now = order) => {
    const sent = Object.entries(now).map(([input, text]) => [`${payment.id}_${input}`, text] as const);
    const body = { ...opened, [email.id]: 'ada@example.org', ...Object.fromEntries(sent) };
    const response = await sendForm(server.url, flowId, body);
    const text = await response.text();
    const address = addressToPay(text);
    return { status: response.status, text, address };
  };
}

const open = async (address: string | null) => {
  const response = await fetch(new URL(must(address), server.url));
  return { status: response.status, text: await response.text() };
};

const records = async (flowId: string) => {
  const { metadata } = await rpc(ann, 'metadata.get', { basePublicId: flowId });
  const table = metadata.tables[0];
  if (table === undefined) return [];
  return (await rpc(ann, 'records.list', { basePublicId: flowId, tableId: table.id })).records;
};
const payments = async ({ flowId }: Shop) => (await rpc(ann, 'forms.payments', { flowId })).orders;
const sessionOf = (orderId: string) => must(stripe.sessions.find(({ order }) => order === orderId));

/** A form that costs 10, and its one order, which is paid. */
async function paid() {
  const form = await shop({ price: '10' });
  const { address } = await (await filled(form, {}))();
  await open(address);
  stripe.pay(must(stripe.sessions.at(-1)));
  await open(address);
  return { form, order: must((await payments(form))[0]) };
}

describe('a form that takes payments', () => {
  it('is published once it has an account, and its answer counts once it is paid', async () => {
    const mug = product('Mug', '12.50', 5);
    const shirt = product('Shirt', '20');
    const form = await shop({ taxRate: 19, taxName: 'VAT', coupons: 'SPRING 10%' }, [mug, shirt]);
    const { text: page } = await openForm(server.url, form.flowId);
    expect(page).toContain('EUR 12.50');
    // What a shop has, and its coupons, are its own affair.
    expect([page.includes('SPRING'), page.includes('capacity')]).toEqual([false, false]);
    const send = await filled(form, { [mug.id]: '2', coupon: 'spring' });
    const { address, status } = await send();
    expect(status).toBe(200);
    expect(await records(form.flowId)).toEqual([]);
    // A double click finds the same order.
    expect((await send()).address).toBe(address);
    const { text } = await open(address);
    expect((await fetch(new URL(`${address}/receipt.pdf`, server.url))).status).toBe(404);
    // 25.00 − 2.50 + 4.275, rounded once.
    for (const part of ['EUR 25.00', '−EUR 2.50', 'VAT 19 %', 'EUR 4.28', 'EUR 26.78', 'Test: no money'])
      expect(text).toContain(part);
    const [order] = await payments(form);
    const session = sessionOf(must(order).id);
    expect([session.total, text.includes(session.url), stripe.sessions.length]).toEqual([2_678, true, 1]);

    stripe.pay(session);
    const paid = await Promise.all([open(address), open(address), open(address)]);
    expect(paid.map((one) => one.text.includes('Paid. Thank you'))).toEqual([true, true, true]);
    const [record, ...more] = await records(form.flowId);
    expect(more).toEqual([]);
    expect(must(record).data[form.payment.id]).toBe(26.78);
    expect(must(record).data[must(form.payment.parts[0]).id]).toContain('2 × Mug');
    const { totals, orders } = await rpc(ann, 'forms.payments', { flowId: form.flowId });
    expect(totals).toEqual([{ currency: 'EUR', live: false, orders: 1, paid: 2_678, refunded: 0, lost: 0 }]);
    expect(orders[0]).toMatchObject({ phase: 'paid', isAnswered: true, live: false });
    const outbox = await ann.call('GET', '/v1/outbox');
    const { mails } = (await outbox.json()) as { mails: { subject: string; to: string }[] };
    expect(mails.filter(({ subject }) => subject === 'Receipt: Shop')).toMatchObject([
      { to: 'ada@example.org' },
    ]);
    const receipt = /href="([^"]*receipt\.pdf)"/.exec(must(paid[0]).text)?.[1];
    const file = await fetch(new URL(must(receipt), server.url));
    expect([file.status, file.headers.get('content-type')]).toEqual([200, 'application/pdf']);
    const wanted = { kind: 'payment-receipt', of: { orderId: session.order } };
    const mailed = await server.parts.forms.writeMailedFile(wanted);
    expect(mailed?.name).toMatch(/^Shop \d{4}-\d\d-\d\d receipt\.pdf$/);
    expect(Buffer.from(must(mailed).bytes).toString('latin1')).toBe(
      Buffer.from(await file.arrayBuffer()).toString('latin1'),
    );
  });

  it('takes one answer either for nothing or for money, whichever comes first', async () => {
    const form = await shop({ price: '10', coupons: 'FREE 100%' });
    const send = await filled(form, { coupon: 'FREE' });
    expect([(await send()).status, (await records(form.flowId)).length]).toEqual([200, 1]);
    // Back in the browser, and once more without the coupon: nobody pays for what is not written.
    const again = await send({});
    expect([again.status, again.address, await payments(form)]).toEqual([409, null, []]);
    const sendOther = await filled(form, {});
    expect((await sendOther()).address).not.toBeNull();
    expect((await sendOther({ coupon: 'FREE' })).status).toBe(409);
    const { address } = await sendOther();
    await open(address);
    const [order] = await payments(form);
    stripe.pay(sessionOf(must(order).id));
    await open(address);
    expect((await payments(form))[0]).toMatchObject({ phase: 'paid', isAnswered: true });
  });

  it('cannot be published without an account', async () => {
    const { flowId } = await rpc(ann, 'forms.create', { name: 'Shop', kind: 'payment' });
    const { content } = await rpc(ann, 'forms.get', { flowId });
    const question = Object.entries(content.blocks).find(([, { props }]) => props.type === 'payment');
    const prop = { kind: 'prop' as const, id: must(question)[0], key: 'price', before: null, after: '10' };
    await edit(ann, flowId, 0, [prop]);
    const refused = await ann.call('POST', '/rpc/forms.publish', { flowId, version: 1 });
    expect(await refused.text()).toContain('Stripe account');
  });

  it('refuses what was tampered with, and takes no price from a browser', async () => {
    const mug = product('Mug', '12.50', 5);
    const form = await shop(
      { open: true, least: '5', most: '50', coupons: 'OLD 10% until 2020-01-01\nONE 50% 1 use' },
      [mug],
    );
    for (const order of [
      { [mug.id]: '-1' },
      { [mug.id]: '1.5' },
      { [mug.id]: '6' },
      { [mug.id]: '1000' },
      { amount: '4.99' },
      { amount: '50.01' },
      { amount: '5.001' },
      { [mug.id]: '1', coupon: 'OLD' },
      { [mug.id]: '1', coupon: 'NONE' },
      { [mug.id]: '1', price: '0.50' },
    ]) {
      const { status, address } = await (await filled(form, order))();
      expect([order, status, address]).toEqual([order, 400, null]);
    }
    expect((await (await filled(form, { [mug.id]: '1', coupon: 'ONE' }))()).status).toBe(200);
    expect((await (await filled(form, { [mug.id]: '1', coupon: 'ONE' }))()).status).toBe(400);
    expect(await payments(form)).toHaveLength(1);
  });

  it('has free again what is not paid', async () => {
    const seat = product('Seat', '30', 1);
    const form = await shop({}, [seat]);
    const buy = async () => (await filled(form, { [seat.id]: '1' }))();
    const { address } = await buy();
    await open(address);
    expect((await buy()).status).toBe(400);
    stripe.expire(must(stripe.sessions.at(-1)));
    expect((await open(address)).text).toContain('This order is over');
    expect([(await buy()).status, (await buy()).status]).toEqual([200, 400]);
  });

  it('is changed before it is paid: its answers are back in the form, and what it held is free', async () => {
    const seat = product('Seat', '30', 3);
    const form = await shop({}, [seat]);
    const { address } = await (await filled(form, { [seat.id]: '2' }))();
    expect((await open(address)).text).toContain('Change this order');
    const url = new URL(`${address}?change`, server.url);
    const changed = await fetch(url, { method: 'POST', redirect: 'manual' });
    expect([changed.status, changed.headers.get('location')]).toEqual([303, `/t/${form.flowId}`]);
    const cookie = must(changed.headers.get('set-cookie')).split(';')[0];
    const again = await fetch(new URL(`/t/${form.flowId}`, server.url), {
      headers: { cookie: must(cookie) },
    });
    const page = await again.text();
    for (const part of ['value="ada@example.org"', 'value="2"']) expect(page).toContain(part);
    // The other order is over, and 3 are there again.
    const { address: second } = await (await filled(form, { [seat.id]: '3' }))();
    expect(second).not.toBeNull();
    expect((await payments(form)).map(({ phase }) => phase)).toEqual(['awaiting', 'expired']);
  });

  it('has a payment of another amount looked at, takes no answer for it, and has its seat freed by a person', async () => {
    const seat = product('Seat', '10', 1);
    const form = await shop({}, [seat]);
    const { address } = await (await filled(form, { [seat.id]: '1' }))();
    await open(address);
    stripe.pay(must(stripe.sessions.at(-1)), 'succeeded', 100);
    expect((await open(address)).text).toContain('has to be looked at');
    expect(await records(form.flowId)).toEqual([]);
    // Nobody else gets it until somebody has looked.
    expect((await (await filled(form, { [seat.id]: '1' }))()).status).toBe(400);
    const { id } = must((await payments(form))[0]);
    const giveUp = () =>
      ann.call('POST', '/rpc/forms.giveUpPayment', {
        ...{ flowId: form.flowId, orderId: id, mayBePaid: false },
      });
    expect([(await giveUp()).status, (await giveUp()).status]).toEqual([200, 409]);
    expect((await payments(form))[0]).toMatchObject({ phase: 'review', isSettled: true });
    expect((await (await filled(form, { [seat.id]: '1' }))()).status).toBe(200);
  });

  it('gives money back once, in parts, never more than there is', async () => {
    const { form, order } = await paid();
    const refund = (units: number, refundId = freshId('rfd')) =>
      ann.call('POST', '/rpc/forms.refundPayment', {
        ...{ flowId: form.flowId, orderId: order.id, units, reason: 'Broken', refundId },
      });
    const before = stripe.refunds.length;
    const id = freshId('rfd');
    stripe.faults.push('lost');
    expect((await refund(400, id)).status).toBe(503);
    // Nobody knows whether it was made: so much is not given back twice.
    expect((await refund(700)).status).toBe(409);
    expect((await refund(400, id)).status).toBe(200);
    // Asked for once more under its id, by somebody who never got an answer: it was made.
    expect((await refund(400, id)).status).toBe(200);
    expect((await refund(500, id)).status).toBe(400);
    expect((await refund(601)).status).toBe(409);
    expect((await refund(600)).status).toBe(200);
    expect((await refund(1)).status).toBe(409);
    expect(stripe.refunds.slice(before).map(({ amount }) => amount)).toEqual([400, 600]);
    expect((await payments(form))[0]).toMatchObject({ refunded: 1_000, phase: 'paid' });
  });

  it('remembers a refund that was made where Stripe refuses to be read after it', async () => {
    const { form, order } = await paid();
    const [refundId, before] = [freshId('rfd'), stripe.refunds.length];
    const refund = () =>
      ann.call('POST', '/rpc/forms.refundPayment', {
        ...{ flowId: form.flowId, orderId: order.id, units: 600, reason: '', refundId },
      });
    const asked = async () => {
      const { rows } = await sql`select 1 from weft.payment_refunds where id = ${refundId}`.execute(
        server.control,
      );
      return rows.length;
    };
    stripe.faults.push('none', 'refused');
    expect((await refund()).status).toBeGreaterThanOrEqual(400);
    expect([stripe.refunds.length - before, await asked()]).toEqual([1, 1]);
    // Nor does a list that is refused say that it was not made.
    stripe.faults.push('refused');
    expect((await refund()).status).toBeGreaterThanOrEqual(400);
    expect(await asked()).toBe(1);
    expect((await refund()).status).toBe(200);
    expect(stripe.refunds.length - before).toBe(1);
    expect((await payments(form))[0]).toMatchObject({ refunded: 600 });
  });

  it('is disputed before Stripe lists the dispute', async () => {
    const form = await shop({ price: '10' });
    const { address } = await (await filled(form, {}))();
    await open(address);
    const session = must(stripe.sessions.at(-1));
    stripe.pay(session);
    must(session.payment).disputed = true;
    stripe.disputes = [];
    try {
      await open(address);
      expect((await payments(form))[0]).toMatchObject({ phase: 'paid', dispute: 'open' });
    } finally {
      stripe.disputes = ['needs_response'];
    }
  });

  it('is compared again, and again, in turn, however many there are', async () => {
    const { form } = await paid();
    /** A run that is stopped before it has read all. */
    const reconcile = () => {
      let left = 12;
      const signal = {
        ...AbortSignal.abort(),
        get aborted() {
          return left-- <= 0;
        },
      };
      return must(server.parts.forms.jobs.find(({ queue }) => queue === 'payments-reconciliation')).run(
        {},
        { id: 'job', attempt: 1, signal },
      );
    };
    const columns = `flow_id, snapshot_id, service_id, live, currency, total, quote, tax_name, holds, every`;
    await sql`insert into weft.payment_orders (id, submission_id, token, phase, settled_at, next_read_at, created_at, changed_at,
        ${sql.raw(columns)})
      select id || n, submission_id || n, token || n, 'expired', now(), now() - interval '1 hour', now() - interval '1 day', now(),
        ${sql.raw(columns)}
      from weft.payment_orders, generate_series(1, 24) n where flow_id = ${form.flowId}`.execute(
      server.control,
    );
    const unread = async () => {
      const { rows } = await sql<{ count: string }>`select count(*) from weft.payment_orders
        where flow_id = ${form.flowId} and readings = 0`.execute(server.control);
      return Number(rows[0]?.count);
    };
    await reconcile();
    expect(await unread()).toBeGreaterThan(0);
    for (let runs = 0; runs < 4; runs++) await reconcile();
    expect(await unread()).toBe(0);
  });

  it('is compared with Stripe when somebody asks, with what differed listed once', async () => {
    const form = await shop({ price: '10' });
    for (let orders = 0; orders < 3; orders++) {
      const { address } = await (await filled(form, {}))();
      await open(address);
      stripe.pay(must(stripe.sessions.at(-1)));
      await open(address);
    }
    // At Stripe itself, which tells nobody.
    const session = must(stripe.sessions.at(-2));
    must(session.payment).refunded = 250;
    const compare = () => rpc(ann, 'forms.comparePayments', { flowId: form.flowId });
    const paid = { phase: 'paid', dispute: 'none' } as const;
    expect(await compare()).toEqual({
      ...{ checked: 3, unread: 0, next: null, unknown: [] },
      differences: [
        {
          ...{ orderId: session.order, email: 'ada@example.org', currency: 'EUR' },
          ...{ was: { ...paid, refunded: 0 }, now: { ...paid, refunded: 250 } },
        },
      ],
    });
    expect(await compare()).toMatchObject({ checked: 3, unread: 0, differences: [] });
    stripe.faults.push('away', 'away', 'away', 'away');
    expect(await compare()).toMatchObject({ checked: 3, unread: 3 });
  });
});
