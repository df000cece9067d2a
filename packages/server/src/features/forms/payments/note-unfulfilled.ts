import type { PaymentOrderRow } from '@weft/db';
import { titleOf } from '@weft/forms';
import { paidFaultMail } from '../../../mail/letters.ts';
import type { FormsDeps } from '../deps.ts';
import { readForm } from '../drafts.ts';
import { afterFault } from './reading-times.ts';

/** A form of which many orders fail tells its owner so often; each is listed. */
const limit = { most: 10, seconds: 3_600 };

/**
 * Notes why the answer or booking of a paid order is still pending, sets when the next retry is due, and tells the owner
 * of the form once for each reason.
 */
export async function noteUnfulfilled(deps: FormsDeps, order: PaymentOrderRow, fault: string): Promise<void> {
  const { id, flowId, snapshotId } = order;
  if (order.fault !== fault) {
    const [owner, snapshot] = await Promise.all([
      deps.paymentOrders.ownerEmail(flowId),
      deps.documents.snapshot(flowId, snapshotId),
    ]);
    if (owner !== null) {
      const name = snapshot === null ? 'Form' : titleOf(readForm(snapshot.content));
      const mail = await deps.mailer.prepare(
        paidFaultMail(owner, deps.baseUrl(), { id: flowId, name }, fault),
        { key: `${flowId} ${id} untaken`, limit },
      );
      await deps.transaction(async (tx) => mail.write(tx));
      mail.committed();
    }
  }
  await deps.paymentOrders.noteFault(id, fault, afterFault(order, deps.now()));
}
