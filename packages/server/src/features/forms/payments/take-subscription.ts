import {
  type PaymentOrderRow,
  type StoredInvoice,
  subscriptionOf,
  type Transaction,
  writeInvoice,
  writeSubscription,
} from '@weft/db';
import type { SubscriptionFacts } from '@weft/integrations';
import { invoiceTogether, subscriptionTogether } from '@weft/payments';

/**
 * Takes over what was read of an order's subscription, in the transaction that holds the order: however often, late or in
 * whichever order it is read, it comes to the same, and only what is new goes into the log. Gives the invoices whose phase
 * is another now.
 */
export async function takeSubscription(
  tx: Transaction,
  { id }: Pick<PaymentOrderRow, 'id'>,
  { subscription, invoices }: Pick<SubscriptionFacts, 'subscription' | 'invoices'>,
  read: { readonly readAs: number; readonly at: string; readonly source: string },
): Promise<readonly StoredInvoice[]> {
  if (subscription === null) return [];
  const { readAs } = read;
  const stored = await subscriptionOf(tx, id);
  const { known } = stored;
  const told = { ...subscription, readAs };
  const after = known === null ? told : { ...told, ...subscriptionTogether(known, told) };
  if (known === null || after.phase !== known.phase || after.endsAt !== known.endsAt)
    writeSubscription(tx, id, after, read);
  const changed: StoredInvoice[] = [];
  const before = new Map(stored.invoices.map((invoice) => [invoice.id, invoice]));
  for (const invoice of invoices) {
    const was = before.get(invoice.id);
    const is = was === undefined ? { ...invoice, readAs } : invoiceTogether(was, { ...invoice, readAs });
    if (was?.phase !== is.phase) changed.push({ ...is, paymentId: invoice.paymentId });
    const isNew = was === undefined || was.phase !== is.phase || was.units !== is.units;
    const isNamed = was !== undefined && was.paymentId === null && invoice.paymentId !== null;
    if (isNew || isNamed || was.refunded !== is.refunded)
      writeInvoice(tx, id, { ...is, paymentId: invoice.paymentId }, read);
  }
  return changed;
}
