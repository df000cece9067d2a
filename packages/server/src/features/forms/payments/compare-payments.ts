import type { PaymentOrderRow } from '@weft/db';
import { PaymentFault } from '@weft/integrations';
import type { OrderState } from '@weft/payments';
import type { FormsDeps } from '../deps.ts';
import { syncOrder } from './sync-order.ts';

/** Asked about side by side: far below what Stripe answers in a second. */
const abreast = 4;

type Told = Pick<OrderState, 'phase' | 'refunded' | 'dispute'>;

export interface Difference {
  readonly orderId: string;
  readonly was: Told;
  readonly now: Told;
}

const toldOf = ({ phase, refunded, dispute }: PaymentOrderRow): Told => ({ phase, refunded, dispute });

/**
 * Compares orders with what their provider says of them now, and takes over what it says; what differed, and how many it
 * could not be asked about.
 */
export async function comparePayments(
  deps: FormsDeps,
  orders: readonly PaymentOrderRow[],
): Promise<{ readonly differences: readonly Difference[]; readonly unread: number }> {
  const differences: Difference[] = [];
  let unread = 0;
  const rest = orders.values();
  const work = async () => {
    for (const before of rest)
      try {
        const order = await syncOrder(deps, before.id, 'comparison');
        if (order === null) continue;
        const [was, now] = [toldOf(before), toldOf(order)];
        const isSame =
          was.phase === now.phase && was.refunded === now.refunded && was.dispute === now.dispute;
        if (!isSame) differences.push({ orderId: before.id, was, now });
      } catch (error) {
        if (!(error instanceof PaymentFault)) throw error;
        unread++;
      }
  };
  await Promise.all(Array.from({ length: abreast }, work));
  return { differences, unread };
}
