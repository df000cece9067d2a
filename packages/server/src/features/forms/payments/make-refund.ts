import { PaymentFault, type StripePayments } from '@weft/integrations';
import type { FormsDeps } from '../deps.ts';

/**
 * Gives back what was asked for; what its provider refuses is not asked for any more. Nothing else that is refused, such as a
 * reading, says that it was not made.
 */
export async function makeRefund(
  { paymentOrders }: Pick<FormsDeps, 'paymentOrders'>,
  payments: Pick<StripePayments, 'refund'>,
  { id, paymentId, units }: { readonly id: string; readonly paymentId: string; readonly units: number },
): Promise<void> {
  try {
    await payments.refund(id, paymentId, units);
  } catch (error) {
    if (error instanceof PaymentFault && error.kind === 'refused') await paymentOrders.cancelRefund(id);
    throw error;
  }
}
