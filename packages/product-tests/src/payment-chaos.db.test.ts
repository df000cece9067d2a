import { createHmac } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { confirmCard, LocalStripe, payLate, renew, testKey } from '@weft/integrations/testing';
import { must, seededRandom } from '@weft/std';
import { emptyDatabase, postgresServer, quickStart, signUp, startProduct } from '@weft/testkit';
import { describe, expect, it } from 'vitest';
import { testId } from './databases.ts';
import { type Ask, openTill, paidKinds } from './payment-kinds.ts';

const isFull = Number(process.env.LAWS_RUNS ?? 100) >= 10_000;
const runs = Number(process.env.CHAOS_RUNS ?? (isFull ? 300 : 16));
const seed = Number(process.env.CHAOS_SEED ?? 18);
const secret = 'whsec_0123456789abcdefAAAA';
const atLocalServices = fileURLToPath(new URL('./at-local-services.ts', import.meta.url));
const engines = isFull ? ['embedded', 'PostgreSQL'] : ['embedded'];

interface Order {
  readonly id: string;
  readonly phase: string;
  readonly total: number;
  readonly refunded: number;
  readonly dispute: string;
  readonly isAnswered: boolean;
  readonly isSettled: boolean;
  readonly subscription: {
    readonly payments: number;
    readonly paid: number;
    readonly refundedLater: number;
  } | null;
}
interface Listed {
  readonly orders: readonly Order[];
  readonly totals: readonly { readonly paid: number; readonly refunded: number }[];
  readonly next: string | null;
}

const sum = (all: readonly number[]): number => all.reduce((whole, one) => whole + one, 0);

describe.each(engines)('payments of all kinds, on %s', (engine) => {
  it.skipIf(engine !== 'embedded' && postgresServer() === undefined)(
    `come to what Stripe says after ${runs} orders, with notices lost, doubled, late and forged, and servers killed`,
    { timeout: 3_600_000 },
    async () => {
      await using stripe = new LocalStripe();
      await stripe.listen();
      const database = engine === 'embedded' ? {} : (await emptyDatabase()).settings;
      const env = { ALLOW_PRIVATE_HOSTS: '127.0.0.1', TRUST_PROXY: '127.0.0.1', LOCAL_STRIPE: stripe.url };
      const flags = [...quickStart, '--import', atLocalServices];
      await using product = await startProduct({ ...env, ...database }, flags);
      const ann = await signUp(product.url, 'Ann Owner');
      await ann.post('/admin/userAvailabilities/', { name: 'Work', timezone: 'Etc/UTC', isDefault: true });
      const { service } = await ann.post<{ service: { id: string } }>('/admin/services/create/stripe', {
        ...{ serviceName: 'Shop', config: { apiKey: testKey } },
      });
      const serviceId = service.id;
      await ann.mutate('integrations.addNoticeSecret', { serviceId, secret });
      const publishableKey = 'pk_test_0123456789abcdef';
      await ann.mutate('integrations.setPublishableKey', { serviceId, publishableKey });
      const tills = await Promise.all(
        paidKinds.map((kind) => openTill(ann, kind, { serviceId, stock: runs })),
      );

      const random = seededRandom(seed);
      const below = (n: number) => Math.floor(random() * n);
      let requests = 0;
      const send = (path: string, body?: string, headers: Record<string, string> = {}) =>
        fetch(new URL(path, product.url), {
          ...(body !== undefined && { method: 'POST', body }),
          redirect: 'manual',
          headers: {
            'x-forwarded-for': `10.${++requests >> 16}.${(requests >> 8) & 255}.${requests & 255}`,
            ...headers,
          },
        });
      const asForm = { 'content-type': 'application/x-www-form-urlencoded' };
      const ask: Ask = (path, body) => send(path, body, body === undefined ? {} : asForm);
      /** As a browser whose server is gone: it is asked again later, or never. */
      const perhaps = <T>(work: Promise<T>): Promise<T | null> => work.catch(() => null);

      const pending: string[] = [];
      const happens = (object: object) => {
        const notice = JSON.stringify({ object: 'event', type: 'any', livemode: false, data: { object } });
        // Lost, sent once, or twice.
        for (let copies = below(3); copies > 0; copies--) pending.push(notice);
      };
      const tell = async (notice: string, key = secret, late = 0): Promise<number> => {
        const t = Math.floor(Date.now() / 1_000) - late;
        const v1 = createHmac('sha256', key).update(`${t}.${notice}`).digest('hex');
        const headers = { 'stripe-signature': `t=${t},v1=${v1}`, 'content-type': 'application/json' };
        const response = await send(`/webhooks/stripe/${serviceId}`, notice, headers);
        await response.arrayBuffer();
        return response.status;
      };
      const deliver = async () => {
        const [notice] = pending.splice(below(pending.length), 1);
        if (notice !== undefined && (await perhaps(tell(notice))) !== 200) pending.push(notice);
      };
      const listed = async (flowId: string) => {
        const all: Order[] = [];
        for (let after: string | null | undefined; after !== null; ) {
          const page: Listed = await ann.query('forms.payments', { flowId, ...(after && { after }) });
          all.push(...page.orders);
          after = page.next;
        }
        return all;
      };
      const refunds: object[] = [];
      let kills = 0;

      for (let run = 0; run < runs; run++) {
        const till = must(tills[run % tills.length]);
        const { flowId, kind } = till;
        const order = await till.fill(ask, `buyer${run}@example.org`);
        const [sessionsBefore, intentsBefore] = [stripe.sessions.length, stripe.intents.length];
        const address = must(await order(), `${kind} can be ordered`);
        let shown = '';
        const look = async () => {
          const response = await perhaps(send(address));
          shown += (await perhaps(response?.text() ?? Promise.resolve(''))) ?? '';
        };
        const card = async () => {
          shown += (await perhaps(send(`${address}/card`, '').then((one) => one.text()))) ?? '';
        };
        const withMine = (work: (session: LocalStripe['sessions'][number]) => void) => {
          const mine = stripe.sessions.slice(sessionsBefore).at(-1);
          // Nobody pays on a page whose address they were never given.
          if (mine === undefined || !shown.includes(mine.url)) return;
          work(mine);
          happens({ object: 'checkout.session', id: mine.id, metadata: { weft_order: mine.order } });
          if (mine.payment !== null)
            happens({ object: 'charge', id: 'ch_1', payment_intent: mine.payment.id });
        };
        const withCard = (work: (intent: LocalStripe['intents'][number]) => void) => {
          const mine = stripe.intents.slice(intentsBefore).at(-1);
          if (mine === undefined || !shown.includes(mine.secret)) return;
          work(mine);
          happens({ object: 'payment_intent', id: mine.id, metadata: { weft_order: mine.order } });
        };
        const later = (work: (one: NonNullable<LocalStripe['sessions'][number]['subscription']>) => void) => {
          const { subscription } = stripe.sessions.slice(sessionsBefore).at(-1) ?? {};
          if (subscription == null) return;
          work(subscription);
          happens({ object: 'subscription', id: subscription.id, metadata: {} });
        };
        const refund = async () => {
          const [newest] = (await listed(flowId)).slice(0, 1);
          const asked = { flowId, orderId: must(newest).id, refundId: testId('rfd'), units: 300, reason: '' };
          refunds.push(asked);
          await perhaps(ann.mutate('forms.refundPayment', asked));
        };
        const kill = async () => {
          kills++;
          const busy = Promise.allSettled([look(), order(), deliver(), card(), refund()]);
          await product.restart('SIGKILL');
          await busy;
        };
        const payCard = () =>
          withCard((one) => confirmCard(one, random() < 0.3 ? '4000000000000002' : '4242424242424242'));
        const steps: (() => unknown)[] = [
          ...[look, look, deliver, deliver, refund],
          () => perhaps(order()),
          ...(kind === 'card' ? [card, card, card, payCard, payCard] : []),
          ...(kind === 'card' ? [() => random() < 0.4 && perhaps(ask(`${address}/checkout`, ''))] : []),
          () => Promise.all([look(), deliver(), perhaps(order()), look()]),
          () => stripe.faults.push(random() < 0.5 ? 'away' : 'lost'),
          ...[1, 2].map(() => () => withMine((one) => stripe.pay(one))),
          () => kind !== 'club' && withMine((one) => stripe.pay(one, 'processing')),
          () => withMine((one) => stripe.decide(one, random() < 0.6)),
          () => random() < 0.3 && withMine((one) => stripe.expire(one)),
          () => random() < 0.2 && perhaps(ask(address, '')),
          () =>
            withMine(({ payment, total }) => {
              // In part, at Stripe itself.
              if (payment?.status === 'succeeded' && payment.refunded + 100 <= total) payment.refunded += 100;
            }),
          ...(kind === 'club'
            ? [
                () => later((one) => renew(one, Date.now(), random() < 0.7)),
                () => later((one) => payLate(one)),
                () =>
                  later(({ invoices: [newest, first] }) => {
                    if (first !== undefined && newest?.paid === 1_200) newest.refunded = 500;
                  }),
              ]
            : []),
          async () => {
            const mine = stripe.sessions.at(-1);
            const lie = JSON.stringify({ livemode: false, data: { object: { id: mine?.id, paid: true } } });
            expect(await tell(lie, 'whsec_of_somebody_else')).toBe(400);
            expect(await tell(lie, secret, 400)).toBe(400);
          },
          // Once in eight runs or so.
          () => random() < 0.3 && kill(),
        ];
        for (let step = 0; step < 9; step++) await must(steps[below(steps.length)])();
        stripe.faults.length = 0;
        // Most come to it in the end.
        if (random() < 0.6) {
          await look();
          if (kind === 'card') await card();
          payCard();
          withMine((one) => stripe.pay(one));
        }
      }
      // At least once, whatever the seed says.
      if (kills === 0) await product.restart('SIGKILL');

      const orders = async () => {
        const each = await Promise.all(tills.map(({ flowId }) => listed(flowId)));
        return each.flat();
      };
      // As the job and the hourly comparison do: what nobody knows the end of is asked for once more, and each is read.
      for (const asked of refunds) await perhaps(ann.mutate('forms.refundPayment', asked));
      const settle = async () => {
        for (const { id } of await orders()) {
          const about = { object: { id, metadata: { weft_order: id } } };
          expect(await tell(JSON.stringify({ livemode: false, data: about }))).toBe(200);
        }
        return orders();
      };
      const settled = await settle();
      // I9: a second time, and what was on its way all along, changes nothing.
      expect(await settle()).toEqual(settled);
      while (pending.length > 0) await deliver();
      expect(await orders()).toEqual(settled);

      const mismatches = settled.filter(({ id, phase, total, refunded, isAnswered, subscription }) => {
        const ofOrder = stripe.sessions.filter((one) => one.order === id);
        const sessions = ofOrder.filter(({ payment }) => payment?.status === 'succeeded');
        const cards = stripe.intents.filter((one) => one.order === id && one.status === 'succeeded');
        const payments = [...sessions.map(({ payment }) => payment), ...cards];
        // I3, and however it was paid: once.
        if (ofOrder.length > 1 || payments.length > 1) return true;
        const [payment] = payments;
        if (payment == null) return phase === 'paid';
        // I1, I2 and I4.
        if (phase !== 'paid' || refunded !== payment.refunded || refunded > total || !isAnswered) return true;
        const invoices = sessions[0]?.subscription?.invoices;
        if (invoices === undefined) return subscription !== null;
        const paid = invoices.filter(({ status }) => status === 'paid');
        return (
          subscription?.payments !== paid.length ||
          subscription.paid !== sum(paid.map((one) => one.paid)) ||
          subscription.refundedLater !== sum(paid.map((one) => one.refunded))
        );
      });
      expect(mismatches, `seed ${seed}, ${kills} kills`).toEqual([]);

      const paidOrders = settled.filter(({ phase }) => phase === 'paid');
      expect(paidOrders.length).toBeGreaterThan(runs / 8);
      for (const { flowId, kind } of tills) {
        const mine = (await listed(flowId)).filter(({ phase }) => phase === 'paid');
        const { totals } = await ann.query<Listed>('forms.payments', { flowId });
        const back = mine.map((one) => one.refunded + (one.subscription?.refundedLater ?? 0));
        const paid = mine.map((one) => one.subscription?.paid ?? one.total);
        const total = { paid: sum(paid), refunded: sum(back) };
        expect(totals, kind).toMatchObject(mine.length === 0 ? [] : [total]);
        if (kind === 'time') {
          const all = { flowId, from: 0, to: 8_000_000_000_000, limit: 200 };
          const { bookings } = await ann.query<{
            bookings: { payment: { orderId: string } | null; state: string }[];
          }>('scheduling.bookings', all);
          // Each that was paid is booked, once, and nothing else is.
          expect(bookings.map(({ payment }) => payment?.orderId).toSorted()).toEqual(
            mine.map(({ id }) => id).toSorted(),
          );
        } else {
          const table = { basePublicId: flowId, tableId: flowId.replace('bas', 'tbl'), limit: 1_000 };
          const { records } =
            mine.length === 0
              ? { records: [] }
              : await ann.query<{ records: unknown[] }>('records.list', table);
          expect(records, kind).toHaveLength(mine.length);
        }
      }
      // I6: nobody has two receipts of one order.
      const outbox = await ann.text('/v1/outbox');
      const { mails } = JSON.parse(outbox) as { mails: { subject: string; to: string }[] };
      const receipts = mails.filter(({ subject }) => subject.startsWith('Receipt: ')).map(({ to }) => to);
      expect([receipts.length > 0, new Set(receipts).size]).toEqual([true, receipts.length]);
    },
  );
});
