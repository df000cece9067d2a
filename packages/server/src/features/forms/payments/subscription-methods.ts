import { PaymentFault } from '@weft/integrations';
import { AppError, notFound } from '@weft/std';
import type { FormsContext, FormsHandlers } from '../deps.ts';
import { writeAudit } from '../form-audit.ts';
import { loadForm } from '../load-form.ts';
import { paymentsOf } from './payments-of.ts';
import { asRefusal, presentOrders } from './present-order.ts';
import { syncOrder } from './sync-order.ts';

const orderNotFound = () => notFound('There is no such payment');

async function sumOf({ deps }: FormsContext, orderId: string) {
  const [sum] = await deps.paymentOrders.subscriptionsOf([orderId]);
  return sum ?? null;
}

export const subscriptionMethods: FormsHandlers<'forms.cancelSubscription'> = {
  'forms.cancelSubscription': async (context, { flowId, orderId, when }) => {
    const { deps } = context;
    const { flow } = await loadForm(context, flowId, 'edit');
    const order = await deps.paymentOrders.find(orderId);
    if (order === null || order.flowId !== flowId) throw orderNotFound();
    const known = await sumOf(context, orderId);
    if (known === null) throw new AppError('conflict', 'This is not paid again and again');
    try {
      if (known.phase !== 'ended')
        // It may have ended there meanwhile: then it is refused, and the reading tells.
        await (await paymentsOf(deps, order)).subscriptions
          .cancel(known.subscriptionId, when)
          .catch((error: unknown) => {
            if (!(error instanceof PaymentFault) || error.kind !== 'refused') throw error;
          });
      await syncOrder(deps, orderId, 'person');
    } catch (error) {
      throw asRefusal(error);
    }
    const after = await sumOf(context, orderId);
    if (after?.phase !== 'ended' && after?.endsAt == null)
      throw new AppError('conflict', 'Stripe has not ended it: look at it there');
    await writeAudit(context, flow, 'flow.subscriptionCancelled', { orderId, when });
    const [shown] = await presentOrders(deps, [(await deps.paymentOrders.find(orderId)) ?? order]);
    if (shown === undefined) throw orderNotFound();
    return { order: shown };
  },
};
