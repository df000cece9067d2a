import type { Published } from '@weft/db';
import { PaymentFault } from '@weft/integrations';
import { closedPage, type PageFiles } from '@weft/public';
import { notFound } from '@weft/std';
import type { FastifyInstance } from 'fastify';
import { serve, serveReply } from '../../../http/serve.ts';
import type { FormsDeps } from '../deps.ts';
import { readForm } from '../drafts.ts';
import type { pageAnswer } from '../page-answer.ts';
import { answerRate } from '../rate-limits.ts';
import { cancelCardPayment, openCard } from './card-on-page.ts';
import { asRefusal } from './present-order.ts';
import { syncOrder } from './sync-order.ts';

interface Pages {
  readonly files: PageFiles;
  readonly answer: ReturnType<typeof pageAnswer>;
  readonly find: (
    publicIdentifier: string,
    token: string,
  ) => ReturnType<FormsDeps['paymentOrders']['byLink']>;
  readonly addressOf: (publicIdentifier: string, token: string) => string;
}

/** Paying by card on the page of an order, and going over to the page of Stripe instead. */
export function mountCardRoutes(
  scope: FastifyInstance,
  deps: FormsDeps,
  { files, answer, find, addressOf }: Pages,
): void {
  const formOf = async (publicIdentifier: string): Promise<Published | null> => {
    const published = await deps.documents.published(publicIdentifier);
    return published && { ...published, content: readForm(published.content) };
  };

  serve(
    scope,
    'POST /t/:publicIdentifier/pay/:token/card',
    async ({ path: { publicIdentifier, token } }) => {
      const order = await find(publicIdentifier, token);
      if (order === null) throw notFound('There is no such order');
      try {
        const opened = await openCard(deps, order, await formOf(order.publicIdentifier));
        return { secret: opened?.secret ?? null };
      } catch (error) {
        throw asRefusal(error);
      }
    },
    { config: { rateLimit: answerRate } },
  );

  serveReply(
    scope,
    'POST /t/:publicIdentifier/pay/:token/checkout',
    async ({ reply, path: { publicIdentifier, token } }) => {
      const order = await find(publicIdentifier, token);
      if (order === null) return answer(reply, 404, closedPage(files));
      try {
        // The page of Stripe is made as the order is shown next.
        if (order.phase === 'awaiting' && !(await cancelCardPayment(deps, order)))
          await syncOrder(deps, order.id, 'page');
      } catch (error) {
        if (!(error instanceof PaymentFault)) throw error;
        deps.log.warn({ fault: error.kind, orderId: order.id }, 'a payment on the page was not ended');
      }
      return reply.redirect(addressOf(publicIdentifier, token), 303);
    },
    { config: { rateLimit: answerRate } },
  );
}
