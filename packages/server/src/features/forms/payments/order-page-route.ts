import type { PaymentOrderRow, Published } from '@weft/db';
import { titleOf } from '@weft/forms';
import { PaymentFault } from '@weft/integrations';
import { closedPage, orderPage, type PageFiles } from '@weft/public';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { serveReply } from '../../../http/serve.ts';
import type { FormsDeps } from '../deps.ts';
import { answerRate } from '../rate-limits.ts';
import { syncOrder } from './sync-order.ts';

const minute = 60_000;
/** A page to pay on is made for an order that is younger, and open this long from when it was ordered. */
const opensMs = 20 * minute;
const paysMs = 60 * minute;

export const orderAddress = (publicIdentifier: string, token: string): string =>
  `/t/${publicIdentifier}/pay/${token}`;

interface Pages {
  readonly find: (publicIdentifier: string) => Promise<Published | null>;
  readonly files: PageFiles;
  readonly filesFor: (published: Published) => PageFiles;
  readonly answer: (reply: FastifyReply, status: number, page: string, shown?: Published) => FastifyReply;
}

/** The order with the page it is paid on, which is made when somebody is there to pay. */
async function withCheckout(
  deps: FormsDeps,
  order: PaymentOrderRow,
  { content }: Published,
): Promise<PaymentOrderRow> {
  const createdAt = Date.parse(order.createdAt);
  if (order.phase !== 'awaiting' || order.checkoutId !== null || deps.now() - createdAt > opensMs)
    return order;
  const address = new URL(orderAddress(order.publicIdentifier, order.token), deps.baseUrl()).href;
  const checkout = await (await deps.payAt(order.serviceId)).checkout({
    ...{ orderId: order.id, total: order.total, currency: order.currency, email: order.email },
    ...{
      name: titleOf(content),
      returnUrl: `${address}?back`,
      expiresAt: Math.floor((createdAt + paysMs) / 1_000),
    },
  });
  await deps.paymentOrders.setCheckout(order.id, checkout);
  return (await deps.paymentOrders.find(order.id)) ?? order;
}

/** The page of an order, for whoever has its link: what it comes to, where it is paid, and what became of it. */
export function mountOrderPage(
  scope: FastifyInstance,
  deps: FormsDeps,
  { find, files, filesFor, answer }: Pages,
): void {
  serveReply(
    scope,
    'GET /t/:publicIdentifier/pay/:token',
    async ({ request, reply, path: { publicIdentifier, token } }) => {
      const published = await find(publicIdentifier);
      const known =
        published === null || !/^[\w-]{32}$/.test(token)
          ? null
          : await deps.paymentOrders.byToken(published.flowId, token);
      if (published === null || known === null) return answer(reply, 404, closedPage(files));
      let order = known;
      let notice: string | null = null;
      try {
        order = await withCheckout(deps, order, published);
        const isOpen = order.phase === 'awaiting' || order.phase === 'processing' || order.settledAt === null;
        // It was made just now, and nobody can have paid.
        const isNew = known.checkoutId === null;
        if (isOpen && !isNew) order = (await syncOrder(deps, order.id, 'page')) ?? order;
      } catch (error) {
        if (!(error instanceof PaymentFault)) throw error;
        deps.log.warn({ fault: error.kind, orderId: order.id }, 'an order could not be brought up to date');
        notice =
          'Stripe could not be asked just now. Your order is kept, and nothing is charged twice: open this page again in a moment.';
      }
      const isBack = new URL(request.url, 'http://form').searchParams.has('back');
      const waits = order.phase === 'processing' || (order.phase === 'awaiting' && isBack);
      if (waits) void reply.header('refresh', order.phase === 'processing' ? '60' : '5');
      const page = orderPage({
        ...{ files: { ...filesFor(published), scripts: [] }, title: titleOf(published.content), notice },
        ...{ phase: order.phase, quote: order.quote, taxName: order.taxName, live: order.live },
        ...{ refunded: order.refunded, payAt: order.checkoutUrl, formAt: `/t/${publicIdentifier}`, isBack },
      });
      return answer(reply, 200, page, published);
    },
    { config: { rateLimit: answerRate }, exposeHeadRoute: false },
  );
}
