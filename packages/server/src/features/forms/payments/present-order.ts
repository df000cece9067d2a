import type { PaymentOrderRow, PaymentOrders, SubscriptionSum } from '@weft/db';
import { PaymentFault } from '@weft/integrations';
import { AppError } from '@weft/std';

const presentOrder = (order: PaymentOrderRow, sum: SubscriptionSum | undefined) => {
  const { id, createdAt, email, live, currency, total, refunded, phase, dispute, settledAt, fault } = order;
  return {
    ...{ id, createdAt, email, live, currency, total, refunded, phase, dispute, fault },
    ...{ isAnswered: phase === 'paid' && settledAt !== null, isSettled: settledAt !== null },
    lines: order.quote.lines.map(({ label, quantity, amount }) => ({ label, quantity, amount })),
    ...{ discount: order.quote.discount, tax: order.quote.tax, tip: order.quote.tip },
    every: order.every,
    subscription:
      sum === undefined
        ? null
        : {
            phase: sum.phase,
            endsAt: sum.endsAt,
            payments: sum.payments,
            paid: sum.paid,
            refundedLater: sum.refundedLater,
          },
  };
};

/** Orders as they are told to whoever runs the form. */
export async function presentOrders(
  { paymentOrders }: { readonly paymentOrders: Pick<PaymentOrders, 'subscriptionsOf'> },
  orders: readonly PaymentOrderRow[],
): Promise<ReturnType<typeof presentOrder>[]> {
  const repeated = orders.filter(({ every }) => every !== null).map(({ id }) => id);
  const sums = await paymentOrders.subscriptionsOf(repeated);
  return orders.map((order) =>
    presentOrder(
      order,
      sums.find(({ orderId }) => orderId === order.id),
    ),
  );
}

/** What Stripe refused or does not answer, as whoever asked is told. */
export const asRefusal = (error: unknown): Error =>
  error instanceof PaymentFault
    ? new AppError(error.kind === 'retry' ? 'unavailable' : 'conflict', error.message, undefined, {
        cause: error,
      })
    : (error as Error);
