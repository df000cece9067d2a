import type { PaymentOrderRow } from '@weft/db';
import { PaymentFault } from '@weft/integrations';
import type { FormsDeps } from '../deps.ts';

type Deps = Pick<FormsDeps, 'payAt' | 'paymentOrders'>;

/**
 * Payments over the account of an order. One that was disconnected and connected anew is another connection, which the form
 * has chosen since: what is asked of it names the order or its payment, which no other account knows.
 */
export async function paymentsOf(
  { payAt, paymentOrders }: Deps,
  { flowId, serviceId }: Pick<PaymentOrderRow, 'flowId' | 'serviceId'>,
): Promise<Awaited<ReturnType<Deps['payAt']>>> {
  try {
    return await payAt(serviceId);
  } catch (error) {
    if (!(error instanceof PaymentFault) || error.kind === 'retry') throw error;
    const account = await paymentOrders.accountOf(flowId);
    if (account === null || account.serviceId === serviceId) throw error;
    return payAt(account.serviceId);
  }
}

/** What is told of an order that its account cannot or will not speak of; null: it only does not answer now. */
export const faultText = ({ kind, isMissing, message }: PaymentFault): string | null =>
  kind === 'retry'
    ? null
    : kind === 'key'
      ? message
      : !isMissing
        ? `Stripe refuses it: ${message}`
        : `The account that is connected now does not know this payment (${message}): connect the account that it was made with`;
