import type { FormQuestion } from '@weft/forms';
import { LocalStripe, testKey } from '@weft/integrations/testing';
import { must } from '@weft/std';
import { emptyDatabase, postgresServer } from '@weft/testkit';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { add, asked, edit, freshId } from './features/forms/testing.ts';
import { sendForm } from './features/scheduling/testing.ts';
import { rpc, startTestServer, type TestPerson, type TestServer } from './testing.ts';

const minute = 60_000;
const day = 86_400_000;

let stripe: LocalStripe;
let server: TestServer;
let ann: TestPerson;
let serviceId: string;
let later = 0;
const now = () => Date.now() + later;
/** A morning of a Tuesday that is at least a week away. */
let tuesdays = 0;
function someTuesday(): number {
  const first = Math.ceil((Date.now() + 7 * day) / day) * day;
  const toTuesday = (9 - new Date(first).getUTCDay()) % 7;
  const nth = tuesdays++;
  // The host is one for all: each has a time of its own.
  return first + (toTuesday + 7 * (nth % 4)) * day + (9 + 2 * Math.floor(nth / 4)) * 60 * minute;
}

const settings = { currency: 'EUR', price: '20' };

/** A page whose times cost something; not published. */
async function draft(props: Record<string, unknown> = {}, more: FormQuestion['settings'] = {}) {
  const payment = { ...asked('payment', 'Visit', true), settings: { ...settings, ...more } };
  const { flowId } = await rpc(ann, 'forms.create', { name: 'Studio visit', kind: 'scheduling' });
  const { version, content } = await rpc(ann, 'forms.get', { flowId });
  const before = content.props as Record<string, unknown>;
  const set = Object.entries(props).map(([key, after]) => ({
    ...{ kind: 'prop', id: null, key, before: before[key] ?? null, after },
  }));
  const edits = [...set, ...add([payment])] as Parameters<typeof edit>[3];
  const edited = await edit(ann, flowId, version, edits);
  await rpc(ann, 'forms.setPaymentAccount', { flowId, serviceId });
  const publish = () => rpc(ann, 'forms.publish', { flowId, version: edited.version });
  return { flowId, payment, publish };
}

async function studio(props: Record<string, unknown> = {}, more: FormQuestion['settings'] = {}) {
  const { flowId, payment, publish } = await draft(props, more);
  await publish();
  const take = async (at: number, sent: Record<string, string> = {}) => {
    const response = await sendForm(server, `/t/${flowId}`, {
      ...{ name: 'Amara Lindqvist', email: 'amara@example.org', zone: 'Etc/UTC', duration: '30' },
      ...{ at: String(at), request: server.parts.newId('sub'), ...sent },
    });
    const [to, text] = [response.headers.get('location') ?? '', await response.text()];
    return { status: response.status, to, text };
  };
  const bookings = async () =>
    (await rpc(ann, 'scheduling.bookings', { flowId, from: 0, to: 8_000_000_000_000 })).bookings;
  const orders = async () => (await rpc(ann, 'forms.payments', { flowId })).orders;
  return { flowId, payment, take, bookings, orders };
}

const open = async (address: string) => {
  const response = await fetch(new URL(address, server.url), { redirect: 'manual' });
  return {
    ...{ status: response.status, to: response.headers.get('location') ?? '' },
    text: await response.text(),
  };
};
const newestSession = () => must(stripe.sessions.at(-1));
const mails = async () => {
  const { rows } = await sql<{
    told: string;
  }>`select target || ': ' || title as told from weft.deliveries`.execute(server.control);
  return rows.map(({ told }) => told);
};
const countOf = async (begins: string) => (await mails()).filter((one) => one.startsWith(begins)).length;

describe.each(['embedded', 'PostgreSQL'])('a time that costs something, on %s', (engine) => {
  describe.skipIf(engine !== 'embedded' && postgresServer() === undefined)('', () => {
    beforeAll(async () => {
      tuesdays = 0;
      stripe = new LocalStripe();
      stripe.now = now;
      await stripe.listen();
      const own = engine === 'embedded' ? {} : (await emptyDatabase()).settings;
      const env = { ALLOW_PRIVATE_HOSTS: '127.0.0.1', TRUST_PROXY: '127.0.0.1', ...own };
      server = await startTestServer(env, { thirdParties: stripe.thirdParties, now });
      ann = await server.signUp('Ann Owner');
      const made = await ann.call('POST', '/admin/services/create/stripe', {
        ...{ serviceName: 'Studio', config: { apiKey: testKey } },
      });
      serviceId = ((await made.json()) as { service: { id: string } }).service.id;
      await ann.call('POST', '/admin/userAvailabilities/', {
        ...{ name: 'Work', timezone: 'Etc/UTC', isDefault: true },
      });
    });
    afterAll(async () => {
      await server.close();
      stripe.close();
    });
    beforeEach(() => {
      stripe.faults.length = 0;
    });

    it('is held while it is paid, and booked once, with its mails, when it is', async () => {
      const page = await studio({ guests: true });
      const at = someTuesday();
      const shown = await open(`/t/${page.flowId}?zone=Etc/UTC&duration=30&at=${at}`);
      for (const part of ['EUR 20.00', 'Go on to the payment']) expect(shown.text).toContain(part);
      const request = server.parts.newId('sub');
      const [one, two] = await Promise.all([page.take(at, { request }), page.take(at, { request })]);
      expect([one.status, one.to, two.to]).toEqual([303, two.to, one.to]);
      expect(one.to).toContain('/pay/');
      expect((await page.take(at, { request })).to).toBe(one.to);
      expect([await page.bookings(), (await page.orders()).length]).toEqual([[], 1]);
      const late = await page.take(at, { name: 'Late' });
      expect([late.status, late.text.includes('just taken')]).toEqual([409, true]);

      const order = await open(one.to);
      for (const part of ['EUR 20.00', 'The time is kept for you until', 'Test: no money'])
        expect(order.text).toContain(part);
      const session = newestSession();
      expect(session.total).toBe(2_000);
      stripe.pay(session);
      const looked = await Promise.all([open(one.to), open(one.to), open(one.to)]);
      const [booked] = looked;
      expect(looked.map(({ status }) => status)).toEqual([303, 303, 303]);
      expect(must(booked).to).toContain('/bookings/');
      const own = must(booked).to;
      for (const part of ['You’re booked', 'receipt.pdf']) expect((await open(own)).text).toContain(part);
      expect((await open(`${own}/cancel`)).text).toContain('not given back by itself');
      expect((await page.take(at, { request })).to).toBe(must(booked).to);
      const [listed, ...others] = await page.bookings();
      expect(others).toEqual([]);
      expect(must(listed).payment).toMatchObject({
        ...{ currency: 'EUR', total: 2_000, refunded: 0, phase: 'paid', live: false },
      });
      expect(must(listed).answers.map(({ text }) => text)).toContain('1 × Visit: EUR 20.00');
      for (const told of [
        'amara@example.org: You are booked',
        'amara@example.org: Receipt',
        `${ann.email}: New booking`,
      ])
        expect([told, await countOf(told)]).toEqual([told, 1]);

      // Another time, and the payment goes with it; a cancelled one is given back by the host.
      const { id } = must(listed);
      await rpc(ann, 'scheduling.move', { flowId: page.flowId, bookingId: id, at: at + 60 * minute });
      const [moved] = await page.bookings();
      expect(must(moved)).toMatchObject({ from: at + 60 * minute, payment: { total: 2_000 } });
      await rpc(ann, 'scheduling.cancel', { flowId: page.flowId, bookingId: id, reason: 'Ill' });
      const { orderId } = must(must(moved).payment);
      const refundId = freshId('rfd');
      await rpc(ann, 'forms.refundPayment', {
        flowId: page.flowId,
        orderId,
        refundId,
        units: 2_000,
        reason: '',
      });
      const [cancelled] = await page.bookings();
      expect(must(cancelled)).toMatchObject({ state: 'cancelled', payment: { refunded: 2_000 } });
      expect((await open(own)).text).toContain('EUR 20.00 was given back');
    });

    it('is free at once when whoever holds it does not pay', async () => {
      const page = await studio();
      const at = someTuesday();
      const request = server.parts.newId('sub');
      const { to } = await page.take(at, { request });
      const { text } = await open(to);
      expect(text).toContain('Cancel, and free the time');
      const cancelled = await fetch(new URL(to, server.url), { method: 'POST', redirect: 'manual' });
      expect([cancelled.status, newestSession().status]).toEqual([303, 'expired']);
      expect((await open(to)).text).toContain('The time is free again');
      // Another one, who lets it go by; and the first once more, from the page that is still open.
      const other = await page.take(at, { name: 'Bo' });
      expect(other.to).toContain('/pay/');
      await open(other.to);
      stripe.expire(newestSession());
      await open(other.to);
      const again = await page.take(at, { request });
      expect([again.status, again.to.includes('/pay/'), again.to === to]).toEqual([303, true, false]);
      await open(again.to);
      stripe.pay(newestSession());
      expect((await open(again.to)).to).toContain('/bookings/');
    });

    it('is kept while a bank decides, and free where it refuses', async () => {
      const page = await studio();
      const at = someTuesday();
      const { to } = await page.take(at);
      await open(to);
      const session = newestSession();
      stripe.pay(session, 'processing');
      expect((await open(to)).text).toContain('The time is kept for you');
      later += 2 * 60 * minute;
      expect((await page.take(at)).status).toBe(409);
      stripe.decide(session, false);
      expect((await open(to)).text).toContain('The time is free again');
      expect((await page.take(at)).status).toBe(303);
      later = 0;
    });

    it('is booked all the same when its payment is seen late, as long as nobody else has it', async () => {
      const page = await studio();
      const at = someTuesday();
      const { to } = await page.take(at);
      await open(to);
      const session = newestSession();
      stripe.pay(session);
      later += 60 * minute;
      // A hold that is over is removed by whoever books the host at another time.
      await page.take(at + 60 * minute);
      const { rows } =
        await sql`select 1 from weft.bookings where flow_id = ${page.flowId} and starts_at = ${at}`.execute(
          server.control,
        );
      expect(rows).toEqual([]);
      const seen = await Promise.all([open(to), open(to)]);
      expect(seen.map((one) => one.to.includes('/bookings/'))).toEqual([true, true]);
      expect((await page.bookings()).map(({ from, name }) => [from, name])).toEqual([
        [at, 'Amara Lindqvist'],
      ]);
      later = 0;
    });

    it('is given back in full, and everybody told, where somebody else has it by then', async () => {
      const page = await studio();
      const at = someTuesday();
      const { to } = await page.take(at, { email: 'slow@example.org', name: 'Slow' });
      await open(to);
      const session = newestSession();
      stripe.pay(session);
      later += 60 * minute;
      const fast = await page.take(at, { name: 'Fast' });
      await open(fast.to);
      stripe.pay(newestSession());
      expect((await open(fast.to)).to).toContain('/bookings/');
      // Stripe answers nothing at first: then it is done once, when it does.
      stripe.faults.push('lost');
      const before = stripe.refunds.length;
      await Promise.all([open(to), open(to)]);
      const { text } = await open(to);
      expect(text).toContain('This time was taken meanwhile');
      expect(stripe.refunds.slice(before).map(({ amount }) => amount)).toEqual([2_000]);
      expect((await page.bookings()).map(({ name }) => name)).toEqual(['Fast']);
      const [, slow] = await page.orders();
      expect(must(slow)).toMatchObject({ phase: 'paid', refunded: 2_000, isSettled: true });
      expect(await countOf('slow@example.org: Your payment is given back')).toBe(1);
      expect(await countOf(`${ann.email}: A payment is given back`)).toBe(1);
      expect(await countOf('slow@example.org: You are booked')).toBe(0);
      later = 0;
    });

    it('is booked as it was ordered, whatever else the same page asks for before that is seen', async () => {
      const page = await studio();
      const [asked, forged] = [someTuesday(), someTuesday()];
      const [one, two] = [server.parts.newId('sub'), server.parts.newId('sub')];
      const ofOne = await page.take(asked, { request: one });
      await open(ofOne.to);
      stripe.pay(newestSession());
      const ofTwo = await page.take(forged, { request: two });
      await open(ofTwo.to);
      stripe.pay(newestSession());
      later += 60 * minute;
      // Both holds are over, and removed by others who book the host.
      for (const at of [asked, forged]) await page.take(at + 60 * minute);
      expect((await page.take(asked + 30 * minute, { request: one })).to).toBe(ofOne.to);
      expect((await open(ofOne.to)).to).toContain('/bookings/');
      // Another hold of the same request is not what was paid for.
      await sql`insert into weft.bookings (id, flow_id, request_id, state, starts_at, ends_at, buffer_before_mins,
          buffer_after_mins, seats, host_ids, expires_at, details)
        select ${server.parts.newId('bok')}, flow_id, ${two}, 'held', ${forged + 30 * minute}, ${forged + 60 * minute},
          0, 0, 1, host_ids, ${now() + minute}, details from weft.bookings where request_id = ${one}`.execute(
        server.control,
      );
      expect((await open(ofTwo.to)).text).toContain('This time was taken meanwhile');
      expect((await page.bookings()).map(({ from }) => from)).toEqual([asked]);
      expect((await page.orders()).map(({ refunded }) => refunded).toSorted()).toEqual([0, 0, 0, 2_000]);
      later = 0;
    });

    it('is one person’s of many who want it, and the others are told before they pay', async () => {
      const page = await studio();
      const at = someTuesday();
      const taken = await Promise.all(
        Array.from({ length: 12 }, (_, i) => page.take(at, { name: `Buyer ${i}` })),
      );
      expect(taken.map(({ status }) => status).toSorted()).toEqual([
        303,
        ...Array.from({ length: 11 }, () => 409),
      ]);
      expect((await page.orders()).length).toBe(1);
    });

    it('costs each of a group, and holds a seat for each', async () => {
      const page = await studio({ eventType: 'group', maxSeats: 5 });
      const at = someTuesday();
      const three = await page.take(at, { seats: '3' });
      await open(three.to);
      expect(newestSession().total).toBe(6_000);
      expect((await page.take(at, { seats: '3' })).status).toBe(409);
      const two = await page.take(at, { seats: '2' });
      await open(two.to);
      stripe.pay(newestSession());
      expect((await open(two.to)).to).toContain('/bookings/');
      // What is not paid gives its seats back.
      await fetch(new URL(three.to, server.url), { method: 'POST', redirect: 'manual' });
      expect((await page.take(at, { seats: '3' })).status).toBe(303);
      expect((await page.bookings()).map(({ seats, payment }) => [seats, payment?.total])).toEqual([
        [2, 4_000],
      ]);
    });

    it('holds no more seats than it costs, however their number is written', async () => {
      const page = await studio({ eventType: 'group', maxSeats: 5 });
      const at = someTuesday();
      for (const seats of ['02', '2.0', '+2', '2e0', '0x2', '0b10'])
        expect([seats, (await page.take(at, { seats })).status]).toEqual([seats, 400]);
      expect(await page.orders()).toEqual([]);
    });

    it('counts a coupon that takes off all of it', async () => {
      const page = await studio({}, { coupons: 'FRIEND 100% 1 use' });
      const coupon = { [`${page.payment.id}_coupon`]: 'friend' };
      expect((await page.take(someTuesday(), coupon)).to).toContain('/bookings/');
      const second = await page.take(someTuesday(), coupon);
      expect(second.status).toBe(400);
      expect(second.text).toContain('This coupon was used as often as it can be');
      expect(await page.bookings()).toHaveLength(1);
    });

    it('is booked at once where a coupon takes off all of it', async () => {
      const page = await studio({}, { coupons: 'FRIEND 100% 1 use' });
      const at = someTuesday();
      const free = await page.take(at, { [`${page.payment.id}_coupon`]: 'friend' });
      expect(free.to).toContain('/bookings/');
      expect((await page.bookings())[0]?.payment).toBeNull();
    });

    it('is not offered where bookings wait for approval, nor without an account', async () => {
      const { publish } = await draft({ approval: true });
      await expect(publish()).rejects.toThrow(/wait for approval takes no payment/);
      const { flowId, publish: publishOther } = await draft();
      await rpc(ann, 'forms.setPaymentAccount', { flowId, serviceId: null });
      await expect(publishOther()).rejects.toThrow(/Choose the Stripe account/);
    });

    it('takes no tampered price, and is never booked without a payment', async () => {
      const page = await studio();
      const at = someTuesday();
      for (const sent of [
        { [`${page.payment.id}_people`]: '0' },
        { [`${page.payment.id}_total`]: '1' },
        { [page.payment.id]: '0.01' },
      ]) {
        const tampered = await page.take(at, sent);
        if (tampered.status === 303) {
          await open(tampered.to);
          expect(newestSession().total).toBe(2_000);
          await fetch(new URL(tampered.to, server.url), { method: 'POST', redirect: 'manual' });
        } else expect(tampered.status).toBe(400);
      }
      const { to } = await page.take(at);
      await open(to);
      stripe.pay(newestSession(), 'succeeded', 1);
      expect((await open(to)).text).toContain('looked at');
      expect(await page.bookings()).toEqual([]);
    });
  });
});
