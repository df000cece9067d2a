import type { PaymentOrderRow, Published } from '@weft/db';
import { titleOf } from '@weft/forms';
import { moneyText } from '@weft/payments';
import { receiptMail } from '../../../mail/letters.ts';
import type { PreparedMail } from '../../../mail/mailer.ts';
import type { FormsDeps } from '../deps.ts';
import { originOfOrder } from './order-origin.ts';

/** The address may be another's, who is not to be flooded. */
const limit = { most: 10, seconds: 3_600 };

export type PaidOrder = Pick<
  PaymentOrderRow,
  | 'domain'
  | 'email'
  | 'flowId'
  | 'id'
  | 'live'
  | 'publicIdentifier'
  | 'quote'
  | 'submissionId'
  | 'taxName'
  | 'token'
>;

/** The receipt of an order that was paid, written once; null: they gave no address. */
export async function receiptOf(
  { mailer, baseUrl }: Pick<FormsDeps, 'mailer' | 'baseUrl'>,
  published: Pick<Published, 'content' | 'domain'>,
  order: PaidOrder,
): Promise<PreparedMail | null> {
  const { flowId, submissionId, token, email, live, quote, taxName, publicIdentifier } = order;
  if (email === null) return null;
  const { currency, lines, discount, tax, taxIncluded, tip, total } = quote;
  const row = (label: string, units: number) => `${label}: ${moneyText(currency, units)}`;
  const name = taxName || 'Tax';
  const rows = [
    ...lines.map(({ label, quantity, amount }) => row(`${quantity} × ${label}`, amount)),
    ...(discount > 0 ? [row('Discount', -discount)] : []),
    ...(tax > 0 && !taxIncluded ? [row(name, tax)] : []),
    ...(tip > 0 ? [row('Tip', tip)] : []),
    row('Total', total),
    ...(tax > 0 && taxIncluded ? [row(`${name}, included`, tax)] : []),
    ...(live ? [] : ['This was a test: no money was moved.']),
  ];
  const address = `/t/${publicIdentifier}/pay/${token}`;
  const formName = titleOf(published.content);
  const mail = receiptMail(email, originOfOrder(baseUrl(), order, published), { formName, rows, address });
  return mailer.prepare(mail, { key: `${flowId} ${submissionId} receipt`, limit });
}
