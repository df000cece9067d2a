import { must } from '@weft/std';
import { emptyDatabase, postgresServer } from '@weft/testkit';
import { describe, expect, it } from 'vitest';
import { rpc } from '../../../testing.ts';
import { asked, freshId } from '../testing.ts';
import { addressToPay, publishedShop, startWithStripe, stripeAccount } from './testing.ts';

const [seats, uses, buyers] = [7, 3, 100];

describe.each(['embedded', 'PostgreSQL'])('stock, on %s', (engine) => {
  it.skipIf(engine !== 'embedded' && postgresServer() === undefined)(
    `is never oversold to ${buyers} who buy at once, nor is a coupon used more often than it may be`,
    async () => {
      const own = engine === 'embedded' ? {} : (await emptyDatabase()).settings;
      const { stripe, server, ann } = await startWithStripe({ TRUST_PROXY: '127.0.0.1', ...own });
      try {
        const seat = { id: freshId('opt'), label: 'Seat', price: '30', capacity: seats };
        const mug = { id: freshId('opt'), label: 'Mug', price: '10' };
        const [email, payment] = [asked('email', 'Email', true), asked('payment', 'Order', true)];
        const settings = { currency: 'EUR', coupons: `HALF 50% ${uses} uses` };
        const questions = [email, { ...payment, settings, choices: [seat, mug] }];
        const flowId = await publishedShop(ann, await stripeAccount(ann), questions);
        /** Each from another network: what one may ask for is another matter. */
        const ask = (buyer: number, body?: Record<string, string>) =>
          fetch(new URL(`/t/${flowId}`, server.url), {
            headers: { 'x-forwarded-for': `10.0.${buyer >> 8}.${buyer & 255}` },
            ...(body !== undefined && { method: 'POST', body: new URLSearchParams(body) }),
          });
        /** Fills in the form; what it answers, sent once or twice at the same moment. */
        const filled = async (buyer: number, order: Record<string, string>) => {
          const page = await (await ask(buyer)).text();
          const part = (name: string) => must(new RegExp(`name="${name}" value="([^"]*)"`).exec(page)?.[1]);
          const sent = Object.entries(order).map(([input, text]) => [`${payment.id}_${input}`, text]);
          const body = {
            ...{ submission: part('submission'), snapshot: part('snapshot'), token: part('token') },
            ...{ [email.id]: `buyer${buyer}@example.org`, ...Object.fromEntries(sent) },
          };
          return async () => {
            const response = await ask(buyer, body);
            return { buyer, status: response.status, address: addressToPay(await response.text()) };
          };
        };
        const wanted = (buyer: number): Record<string, string> =>
          buyer % 2 === 0 ? { [seat.id]: '1' } : { [mug.id]: '1', coupon: 'half' };
        const ready = await Promise.all(
          Array.from({ length: buyers }, (_, buyer) => filled(buyer, wanted(buyer))),
        );
        // Some click twice.
        const bought = await Promise.all(
          ready.flatMap((send, at) => (at % 5 === 0 ? [send(), send()] : [send()])),
        );
        const sold = new Map(
          bought.flatMap(({ buyer, address }) => (address === null ? [] : [[address, buyer] as const])),
        );
        expect([...new Set(bought.map(({ status }) => status))].toSorted()).toEqual([200, 400]);
        const of = (rest: number) => [...sold.values()].filter((buyer) => buyer % 2 === rest).length;
        expect([of(0), of(1)]).toEqual([seats, uses]);
        for (const [address] of sold) await fetch(new URL(address, server.url));
        for (const session of stripe.sessions) stripe.pay(session);
        for (const [address] of sold) await fetch(new URL(address, server.url));
        const { orders, totals } = await rpc(ann, 'forms.payments', { flowId });
        expect(orders.every(({ phase, isAnswered }) => phase === 'paid' && isAnswered)).toBe(true);
        expect(totals).toMatchObject([{ orders: seats + uses, paid: seats * 3_000 + uses * 500 }]);
      } finally {
        await server.close();
      }
    },
  );
});
