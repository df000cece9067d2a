import type { PaymentOrderRow, Published } from '@weft/db';
import { titleOf } from '@weft/forms';
import { PaymentFault } from '@weft/integrations';
import { closedPage, orderPage, type PageFiles, portalPage } from '@weft/public';
import { notFound } from '@weft/std';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { attachmentHeader } from '../../../files/attachment-header.ts';
import { serveReply } from '../../../http/serve.ts';
import { whenClosed } from '../../../http/when-closed.ts';
import { rememberAnswer } from '../answer-in-progress.ts';
import { sendPdf } from '../answer-pdf-route.ts';
import type { FormsDeps } from '../deps.ts';
import { readForm } from '../drafts.ts';
import type { pageAnswer } from '../page-answer.ts';
import { languageAsked, type Shown, wordingFor } from '../page-language.ts';
import { answerRate } from '../rate-limits.ts';
import { cancelCardPayment, cardKeyOf, openCard } from './card-on-page.ts';
import { mountCardRoutes } from './card-routes.ts';
import { originOfOrder } from './order-origin.ts';
import { faultText, paymentsOf } from './payments-of.ts';
import { afterFault, payTimes } from './reading-times.ts';
import { receiptPdf } from './receipt.ts';
import { endRefused, syncOrder } from './sync-order.ts';

export const orderAddress = (publicIdentifier: string, token: string): string =>
  `/t/${publicIdentifier}/pay/${token}`;

/** Where what was sent is paid, or was; null: it was not ordered. */
export async function orderPageOf(
  { paymentOrders }: Pick<FormsDeps, 'paymentOrders'>,
  { flowId, publicIdentifier }: Pick<Published, 'flowId' | 'publicIdentifier'>,
  submissionId: string,
): Promise<string | null> {
  const order = await paymentOrders.ofSubmission(flowId, submissionId);
  return order && orderAddress(publicIdentifier, order.token);
}

/** Where the card fields of an order ask for its payment, lead to, and where it is paid instead. */
const cardAddresses = (address: string) => ({
  ...{ secretAt: `${address}/card`, returnAt: `${address}?back`, insteadAt: `${address}/checkout` },
});

interface Pages {
  readonly files: PageFiles;
  readonly filesFor: (shown: Shown) => PageFiles;
  /** What shows the card fields. */
  readonly cardScripts: readonly string[];
  readonly answer: ReturnType<typeof pageAnswer>;
}

/** The order with the page it is paid on, which is made when somebody is there to pay. */
async function withCheckout(
  deps: FormsDeps,
  order: PaymentOrderRow,
  form: Published | null,
): Promise<PaymentOrderRow> {
  const createdAt = Date.parse(order.createdAt);
  const { opensMs, paysMs } = payTimes(order);
  if (order.phase !== 'awaiting' || order.checkoutId !== null || deps.now() - createdAt > opensMs)
    return order;
  // Nobody pays for an answer that would not be taken.
  if (form === null) return order;
  // Nobody pays one order in two places.
  if (order.intentId !== null && !(await cancelCardPayment(deps, order))) return order;
  const payments = await deps.payAt(order.serviceId);
  if (payments.isTest === order.live)
    throw new PaymentFault(
      'key',
      order.live
        ? 'The account was given a test key since this was ordered'
        : 'The account was given a live key since this was ordered, as a test',
    );
  const origin = originOfOrder(deps.baseUrl(), order, form);
  const address = new URL(orderAddress(order.publicIdentifier, order.token), origin).href;
  const checkout = await payments.checkout({
    ...{ orderId: order.id, flowId: order.flowId, total: order.total, currency: order.currency },
    email: order.email,
    every: order.every,
    ...{
      name: titleOf(form.content),
      returnUrl: `${address}?back`,
      orderedAt: Math.floor(createdAt / 1_000),
      expiresAt: Math.floor((createdAt + paysMs) / 1_000),
    },
  });
  await deps.paymentOrders.setCheckout(order.id, checkout);
  return (await deps.paymentOrders.find(order.id)) ?? order;
}

/** What whoever pays is told where the provider could not be asked. */
const notices = {
  later:
    'Stripe could not be asked just now. Your order is kept, and nothing is charged twice: open this page again in a moment.',
  cannot:
    'This cannot be paid now, for the account behind it is not connected as it was. Nothing was charged: get in touch with whoever made the form.',
  refused: (why: string) =>
    `Stripe does not take this payment, and nothing was charged (${why}). Change what you order, or get in touch with whoever made the form.`,
  unknown:
    'Stripe cannot be asked about this payment now, for the account behind it is not connected as it was. If you have paid, nothing is lost, and you need not pay again: whoever made the form sees it.',
};

/** The page of an order, for whoever has its link: what it comes to, where it is paid, and what became of it. */
export function mountOrderPage(
  scope: FastifyInstance,
  deps: FormsDeps,
  { files, filesFor, cardScripts, answer }: Pages,
): void {
  const bringUpToDate = async (known: PaymentOrderRow, form: Published | null) => {
    let order = known;
    try {
      const isPaidHere = (await cardKeyOf(deps, order, form)) !== null;
      if (!isPaidHere) order = await withCheckout(deps, order, form);
      const isOpen = order.phase === 'awaiting' || order.phase === 'processing' || order.settledAt === null;
      // It was made just now, and nobody can have paid.
      const isNew = known.checkoutId === null && order.checkoutId !== null;
      // Nobody has begun to pay.
      const isFresh = isPaidHere && order.intentId === null;
      if (isOpen && !isNew && !isFresh) order = (await syncOrder(deps, order.id, 'page')) ?? order;
      return { order, notice: null };
    } catch (error) {
      if (!(error instanceof PaymentFault)) throw error;
      deps.log.warn({ fault: error.kind, orderId: order.id }, 'an order could not be brought up to date');
      const text = faultText(error);
      if (text === null) return { order, notice: notices.later };
      if (order.checkoutId !== null || order.intentId !== null) return { order, notice: notices.unknown };
      if (error.kind === 'refused' && !error.isMissing)
        return { order: await endRefused(deps, order, text), notice: notices.refused(error.message) };
      await deps.paymentOrders.noteFault(order.id, text, afterFault(order, deps.now()));
      return { order, notice: notices.cannot };
    }
  };

  /** Whoever fills in the form again after an order that is over has their answers in it. */
  const rememberOrdered = (reply: FastifyReply, order: PaymentOrderRow): boolean => {
    if (order.phase !== 'expired' || order.bookingId !== null) return false;
    rememberAnswer(reply, { flowId: order.flowId, https: deps.https }, order.submissionId);
    return true;
  };

  const find = async (publicIdentifier: string, token: string) =>
    /^[\w-]{32}$/.test(token) ? deps.paymentOrders.byLink(publicIdentifier, token) : null;

  serveReply(
    scope,
    'GET /t/:publicIdentifier/pay/:token/receipt.pdf',
    async ({ request, reply, path: { publicIdentifier, token } }) => {
      const order = await find(publicIdentifier, token);
      const flow = order && (await deps.documents.shownOrDraft(order.flowId));
      if (order === null || flow === null) throw notFound('There is no such receipt');
      // Whoever holds the link is nobody we know: the form's own organization has the turn.
      const turn = { userId: `form ${order.flowId}`, organizationId: flow.organizationId };
      whenClosed(reply.raw, deps.concurrency.take('export', turn));
      const version = await deps.documents.snapshot(order.flowId, order.snapshotId);
      const language =
        version === null
          ? null
          : languageAsked(request, { flowId: order.flowId, content: readForm(version.content) });
      const file = await receiptPdf(deps, order.id, language);
      if (file === null) throw notFound('There is no receipt: this order is not paid');
      return sendPdf(reply, file, attachmentHeader(file.name));
    },
    { config: { rateLimit: answerRate }, exposeHeadRoute: false },
  );

  serveReply(
    scope,
    'GET /t/:publicIdentifier/pay/:token',
    async ({ request, reply, path: { publicIdentifier, token } }) => {
      const known = await find(publicIdentifier, token);
      if (known === null) return answer(reply, 404, closedPage(files));
      // It may be unpublished since, or in the trash: the order is shown all the same, as it was made.
      const published = await deps.documents.published(known.publicIdentifier);
      const snapshot =
        published === null ? await deps.documents.snapshot(known.flowId, known.snapshotId) : null;
      const drawn = published ?? snapshot;
      if (drawn === null) return answer(reply, 404, closedPage(files));
      const content = readForm(drawn.content);
      const form = published && { ...published, content };
      const shown = { content, language: languageAsked(request, { flowId: known.flowId, content }) };
      const { order, notice } = await bringUpToDate(known, form);
      const booking = order.bookingId === null ? null : await deps.paidBookings.shown(order);
      if (booking !== null && booking.address !== null) return reply.redirect(booking.address, 303);
      const [sum = null] = order.every === null ? [] : await deps.paymentOrders.subscriptionsOf([order.id]);
      const isBack = new URL(request.url, 'http://form').searchParams.has('back');
      const waits = order.phase === 'processing' || (order.phase === 'awaiting' && isBack);
      const key = notice === null ? await cardKeyOf(deps, order, form) : null;
      // What is filled in there stays.
      if (waits && notice === null && key === null)
        void reply.header('refresh', order.phase === 'processing' ? '60' : '5');
      const page = orderPage({
        files: { ...filesFor(shown), scripts: key === null ? [] : cardScripts, silent: true },
        ...{ title: wordingFor(shown).title, notice },
        ...{ phase: order.phase, quote: order.quote, taxName: order.taxName, live: order.live },
        ...{ refunded: order.refunded, isBack, isTaken: order.settledAt !== null },
        booking: booking && {
          when: booking.when,
          until: booking.isHeld ? booking.atText(Date.parse(order.createdAt) + payTimes(order).paysMs) : null,
        },
        every: order.every,
        subscription: sum === null ? null : { phase: sum.phase, endsOn: sum.endsAt?.slice(0, 10) ?? null },
        portalAt:
          sum === null || sum.phase === 'ended' ? null : `${orderAddress(publicIdentifier, token)}/portal`,
        hasNoPortal: new URL(request.url, 'http://form').searchParams.has('no-portal'),
        card: key === null ? null : { key, ...cardAddresses(orderAddress(publicIdentifier, token)) },
        cancelAt: order.checkoutId === null && key === null ? null : orderAddress(publicIdentifier, token),
        payAt: form === null || notice === notices.unknown ? null : order.checkoutUrl,
        receiptAt: order.phase === 'paid' ? `${orderAddress(publicIdentifier, token)}/receipt.pdf` : null,
        formAt: form === null ? null : `/t/${publicIdentifier}`,
      });
      rememberOrdered(reply, order);
      const shownForm = form ?? { content, settings: {} };
      // No script of anybody else’s runs where a card is filled in.
      return answer(reply, 200, page, key === null ? shownForm : { ...shownForm, pageTag: null, card: true });
    },
    { config: { rateLimit: answerRate }, exposeHeadRoute: false },
  );

  void scope.register(async (any) => {
    // There is nothing in it to read.
    any.addContentTypeParser('*', { parseAs: 'string' }, (_request, _body, done) => done(null));
    serveReply(
      any,
      'POST /t/:publicIdentifier/pay/:token',
      async ({ request, reply, path: { publicIdentifier, token } }) => {
        const order = await find(publicIdentifier, token);
        if (order === null) return answer(reply, 404, closedPage(files));
        try {
          const payments = order.phase === 'awaiting' ? await paymentsOf(deps, order) : null;
          if (payments !== null && order.checkoutId !== null) await payments.expire(order.checkoutId);
          else if (payments !== null) {
            // What nobody has begun to pay is begun, for what was ended at Stripe nobody pays any more.
            const published = await deps.documents.published(order.publicIdentifier);
            const form = published && { ...published, content: readForm(published.content) };
            const id = order.intentId ?? (await openCard(deps, order, form))?.id;
            if (id !== undefined) await payments.intents.cancel(id);
          }
          if (payments !== null) {
            // Whether it was paid in the same moment, Stripe decides.
            await syncOrder(deps, order.id, 'page');
          }
        } catch (error) {
          if (!(error instanceof PaymentFault)) throw error;
          deps.log.warn({ fault: error.kind, orderId: order.id }, 'an order could not be cancelled');
        }
        const isToChange = new URL(request.url, 'http://form').searchParams.has('change');
        const ended = isToChange ? await find(publicIdentifier, token) : null;
        if (ended !== null && rememberOrdered(reply, ended))
          return reply.redirect(`/t/${publicIdentifier}`, 303);
        return reply.redirect(orderAddress(publicIdentifier, token), 303);
      },
      { config: { rateLimit: answerRate } },
    );
    mountCardRoutes(any, deps, { files, answer, find, addressOf: orderAddress });
    serveReply(
      any,
      'POST /t/:publicIdentifier/pay/:token/portal',
      async ({ request, reply, path: { publicIdentifier, token } }) => {
        const order = await find(publicIdentifier, token);
        const [sum] = order === null ? [] : await deps.paymentOrders.subscriptionsOf([order.id]);
        if (order === null || sum === undefined) return answer(reply, 404, closedPage(files));
        const published = await deps.documents.published(order.publicIdentifier);
        const own = orderAddress(publicIdentifier, token);
        const origin = originOfOrder(deps.baseUrl(), order, { domain: published?.domain ?? null });
        const portal = await paymentsOf(deps, order)
          .then(({ subscriptions }) => subscriptions.portal(sum.customerId, new URL(own, origin).href))
          .catch((error: unknown) => {
            if (error instanceof PaymentFault) return null;
            throw error;
          });
        if (portal === null) return reply.redirect(`${own}?no-portal`, 303);
        // Browsers that hold a page to where its forms lead follow no redirect from one to another site.
        void reply.header('refresh', `0; url=${portal}`);
        const form = published && { ...published, content: readForm(published.content) };
        const language = form && languageAsked(request, form);
        const look = form === null || language === null ? files : filesFor({ ...form, language });
        return answer(reply, 200, portalPage({ ...look, scripts: [] }, portal), form ?? undefined);
      },
      { config: { rateLimit: answerRate } },
    );
  });
}
