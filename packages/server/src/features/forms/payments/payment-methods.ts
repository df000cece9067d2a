import {
  addRefund,
  type Flow,
  lockPaymentOrder,
  type PaymentOrderRow,
  refundAsked,
  unitsBeingRefunded,
} from '@weft/db';
import type { Content } from '@weft/documents';
import { questionsOf, questionType } from '@weft/forms';
import { whyNotRefunded } from '@weft/payments';
import type { CallNameOf } from '@weft/protocol';
import { AppError, invalid, must, notFound } from '@weft/std';
import { paymentAccountMail } from '../../../mail/letters.ts';
import type { FormsContext, FormsHandlers } from '../deps.ts';
import { readForm } from '../drafts.ts';
import { writeAudit } from '../form-audit.ts';
import { loadForm } from '../load-form.ts';
import { comparePayments } from './compare-payments.ts';
import { unknownOf } from './find-unknown.ts';
import { giveUpOrder } from './give-up-order.ts';
import { makeRefund } from './make-refund.ts';
import { paymentsOf } from './payments-of.ts';
import { asRefusal, presentOrders } from './present-order.ts';
import { syncOrder } from './sync-order.ts';

export type PaymentCall = Extract<
  CallNameOf<'query'> | CallNameOf<'mutation'>,
  | 'forms.payments'
  | 'forms.setPaymentAccount'
  | 'forms.refundPayment'
  | 'forms.checkPayment'
  | 'forms.comparePayments'
  | 'forms.giveUpPayment'
>;

const pageSize = 50;

const orderNotFound = () => notFound('There is no such payment');

const presentOne = async (
  { deps }: Pick<FormsContext, 'deps'>,
  order: PaymentOrderRow,
): Promise<Awaited<ReturnType<typeof presentOrders>>[number]> =>
  must((await presentOrders(deps, [order]))[0], 'the order that is told');

async function loadOrder({ deps }: FormsContext, flowId: string, orderId: string): Promise<PaymentOrderRow> {
  const order = await deps.paymentOrders.find(orderId);
  if (order === null || order.flowId !== flowId) throw orderNotFound();
  return order;
}

/** Refuses a form that takes money and has no account to take it to. */
export async function requirePaymentAccount(
  { paymentOrders }: Pick<FormsContext['deps'], 'paymentOrders'>,
  flowId: string,
  content: Content,
): Promise<void> {
  const questions = questionsOf(readForm(content));
  const takesPayment = questions.some(({ type }) => questionType(type).takesPayment === true);
  if (takesPayment && (await paymentOrders.accountOf(flowId)) === null)
    throw new AppError('invalid', 'Choose the Stripe account that is paid first: it is among the settings');
}

/** Tells the owner of a form where its payments go from now on, if somebody else has changed it. */
async function tellOwner(
  { deps, caller }: FormsContext,
  { id, name }: Pick<Flow, 'id' | 'name'>,
  account: string | null,
): Promise<void> {
  const owner = await deps.paymentOrders.ownerEmail(id);
  if (owner === null || owner === caller.email) return;
  await deps.mailer.send(
    paymentAccountMail(owner, deps.baseUrl(), { id, name }, { by: caller.name, account }),
  );
}

export const paymentMethods: FormsHandlers<PaymentCall> = {
  'forms.payments': async (context, { flowId, after }) => {
    const { deps } = context;
    await loadForm(context, flowId, 'open');
    const last = after === undefined ? null : await loadOrder(context, flowId, after);
    const [account, totals, orders] = await Promise.all([
      deps.paymentOrders.accountOf(flowId),
      deps.paymentOrders.totals(flowId),
      deps.paymentOrders.list(flowId, pageSize + 1, last),
    ]);
    const shown = orders.slice(0, pageSize);
    return {
      ...{ account, totals: [...totals], orders: await presentOrders(deps, shown) },
      next: orders.length > pageSize ? (shown.at(-1)?.id ?? null) : null,
    };
  },

  'forms.setPaymentAccount': async (context, { flowId, serviceId }) => {
    const { deps, caller } = context;
    const { flow } = await loadForm(context, flowId, 'edit');
    const chosen = serviceId === null ? null : await deps.chooseAccount(caller, flow, serviceId);
    await deps.paymentOrders.setAccount(
      flowId,
      serviceId === null || chosen === null ? null : { serviceId, ...chosen },
    );
    await writeAudit(context, flow, 'flow.paymentAccountChanged', { account: chosen?.name ?? 'none' });
    await tellOwner(context, flow, chosen?.name ?? null);
    return { account: await deps.paymentOrders.accountOf(flowId) };
  },

  'forms.checkPayment': async (context, { flowId, orderId }) => {
    await loadForm(context, flowId, 'edit');
    await loadOrder(context, flowId, orderId);
    const order = await syncOrder(context.deps, orderId, 'person').catch((error: unknown) => {
      throw asRefusal(error);
    });
    if (order === null) throw orderNotFound();
    return { order: await presentOne(context, order) };
  },

  'forms.comparePayments': async (context, { flowId, after }) => {
    const { deps } = context;
    await loadForm(context, flowId, 'edit');
    const last = after === undefined ? null : await loadOrder(context, flowId, after);
    const listed = await deps.paymentOrders.list(flowId, pageSize + 1, last);
    const orders = listed.slice(0, pageSize);
    const unknown = last === null ? await unknownOf(deps, flowId) : [];
    const { differences, unread } = await comparePayments(deps, orders);
    const known = new Map(orders.map((order) => [order.id, order]));
    return {
      ...{ checked: orders.length, unread, unknown },
      differences: differences.flatMap(({ orderId, was, now }) => {
        const order = known.get(orderId);
        return order === undefined
          ? []
          : [{ orderId, email: order.email, currency: order.currency, was, now }];
      }),
      next: listed.length > pageSize ? (orders.at(-1)?.id ?? null) : null,
    };
  },

  'forms.giveUpPayment': async (context, { flowId, orderId, mayBePaid }) => {
    const { deps } = context;
    const { flow } = await loadForm(context, flowId, 'edit');
    await loadOrder(context, flowId, orderId);
    await giveUpOrder(deps, orderId, mayBePaid).catch((error: unknown) => {
      throw asRefusal(error);
    });
    await writeAudit(context, flow, 'flow.paymentGivenUp', { orderId });
    return { order: await presentOne(context, await loadOrder(context, flowId, orderId)) };
  },

  'forms.refundPayment': async (context, { flowId, orderId, refundId, units, reason }) => {
    const { deps, caller } = context;
    const { flow } = await loadForm(context, flowId, 'edit');
    await loadOrder(context, flowId, orderId);
    const at = new Date(deps.now()).toISOString();
    const { order: paid, before } = await deps.transaction(async (tx) => {
      const order = await lockPaymentOrder(tx, orderId);
      if (order === null) throw orderNotFound();
      const before = await refundAsked(tx, refundId, orderId);
      if (before !== null) {
        if (before.units !== units) throw invalid('refundId', 'Another refund has this id');
        return { order, before };
      }
      const asked = await unitsBeingRefunded(tx, orderId, refundId);
      const why = whyNotRefunded({ ...order, refunded: order.refunded + asked }, order.total, units);
      if (why !== null) throw new AppError('conflict', why);
      if (!(await addRefund(tx, { id: refundId, orderId, units, reason, userId: caller.userId, at })))
        throw invalid('refundId', 'Another refund has this id');
      return { order, before };
    });
    if (before?.isDone === true) return { order: await presentOne(context, paid) };
    const { paymentId } = paid;
    if (paymentId === null)
      throw new AppError('conflict', 'Stripe has not named this payment yet: try again');
    try {
      const payments = await paymentsOf(deps, paid);
      // Asked once more, it may have been made before: Stripe forgets its key after a day.
      if (before === null || !(await payments.isRefunded(refundId, paymentId)))
        await makeRefund(deps, payments, { id: refundId, paymentId, units });
      const order = await syncOrder(deps, orderId, 'refund');
      await deps.paymentOrders.endRefund(refundId, at);
      await writeAudit(context, flow, 'flow.paymentRefunded', { orderId, units: String(units), reason });
      if (order === null) throw orderNotFound();
      return { order: await presentOne(context, order) };
    } catch (error) {
      throw asRefusal(error);
    }
  },
};
