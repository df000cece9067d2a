import type { PaymentOrderRow, Published } from '@weft/db';
import { moneyText, type Quote, taxRows } from '@weft/payments';
import type { Reader } from '@weft/public';
import { z } from 'zod';
import { receiptMail } from '../../../mail/letters.ts';
import type { PreparedMail, WantedFile } from '../../../mail/mailer.ts';
import type { MailFile } from '../../../mail/smtp.ts';
import { writePdf } from '../../../pdf/write-pdf.ts';
import type { PdfFile } from '../answer-pdf.ts';
import type { FormsDeps } from '../deps.ts';
import { readForm } from '../drafts.ts';
import { pdfReaderOf } from '../page-language.ts';
import { originOfOrder } from './order-origin.ts';

/** The address may be another's, who is not to be flooded. */
const limit = { most: 10, seconds: 3_600 };

export type PaidOrder = Pick<
  PaymentOrderRow,
  | 'domain'
  | 'email'
  | 'every'
  | 'flowId'
  | 'id'
  | 'live'
  | 'publicIdentifier'
  | 'quote'
  | 'submissionId'
  | 'taxName'
  | 'token'
>;

const receiptKind = 'payment-receipt';
const ofReceipt = z.object({ orderId: z.string(), language: z.string().optional() });

export const isReceipt = ({ kind }: WantedFile): boolean => kind === receiptKind;

type Receipted = Pick<PaymentOrderRow, 'every' | 'live' | 'taxName'> & { readonly quote: Quote };

/** What was paid, a line each. */
export function receiptRows(
  { every, live, quote, taxName }: Receipted,
  { say }: Reader['words'],
  refunded = 0,
): string[] {
  const { currency, lines, discount, taxIncluded, tip, total } = quote;
  const row = (label: string, units: number) => `${label}: ${moneyText(currency, units)}`;
  const taxes = taxRows(quote, taxName || say('tax'));
  return [
    ...lines.map(({ label, quantity, amount }) => row(`${quantity} × ${label}`, amount)),
    ...(discount > 0 ? [row(say('discount'), -discount)] : []),
    ...(taxIncluded ? [] : taxes.map(({ label, units }) => row(label, units))),
    ...(tip > 0 ? [row(say('tip'), tip)] : []),
    row(every === null ? say('total') : say('totalEach', say(every)), total),
    ...(taxIncluded ? taxes.map(({ label, units }) => row(say('included', label), units)) : []),
    ...(refunded > 0 ? [row(say('refunded'), -refunded)] : []),
    ...(live ? [] : [say('testOrder')]),
  ];
}

/** The receipt of an order as a PDF, with what was refunded since; null: nothing was paid, or its form is gone. */
export async function receiptPdf(
  { documents, paymentOrders }: Pick<FormsDeps, 'documents' | 'paymentOrders'>,
  orderId: string,
  /** That it is read in; as the form is written where nobody knows. */
  language: string | null = null,
): Promise<PdfFile | null> {
  const order = await paymentOrders.find(orderId);
  const snapshot = order && (await documents.snapshot(order.flowId, order.snapshotId));
  if (order === null || snapshot === null || order.phase !== 'paid') return null;
  const { wording, words } = pdfReaderOf(readForm(snapshot.content), language);
  const { title } = wording;
  // The day in UTC: a paper for somebody whose zone is not known.
  const day = order.createdAt.slice(0, 10);
  const muted = { size: 9, isMuted: true };
  const texts = [
    { text: words.letter('receiptTitle'), size: 18 },
    { text: title, size: 12, gap: 2 },
    { text: words.letter('orderOf', order.id, day), ...muted, gap: 2 },
    ...receiptRows(order, words, order.refunded).map((text, at) => ({
      ...{ text, size: 11, gap: at === 0 ? 16 : 4 },
    })),
  ];
  const whenCut = words.letter('orderCut');
  const bytes = await writePdf({
    title: words.letter('receiptSubject', title),
    createdAt: order.createdAt,
    texts,
    whenCut,
  });
  return { name: `${title.slice(0, 100)} ${day} receipt.pdf`, bytes };
}

/** The receipt that goes with a mail, as the order is when it is sent; null: it is not paid any more. */
export async function mailedReceipt(
  deps: Pick<FormsDeps, 'documents' | 'paymentOrders'>,
  { of }: WantedFile,
): Promise<MailFile | null> {
  const { orderId, language = null } = ofReceipt.parse(of);
  const file = await receiptPdf(deps, orderId, language);
  return file && { ...file, type: 'application/pdf' };
}

/** The receipt of an order that was paid, written once; null: they gave no address. */
export async function receiptOf(
  { mailer, baseUrl }: Pick<FormsDeps, 'mailer' | 'baseUrl'>,
  published: Pick<Published, 'domain'>,
  order: PaidOrder,
  { wording, words }: Reader,
): Promise<PreparedMail | null> {
  const { id, flowId, submissionId, token, email, publicIdentifier } = order;
  if (email === null) return null;
  const rows = receiptRows(order, words);
  if (order.every !== null) rows.push(words.say('repeats', words.say(order.every)));
  const address = `/t/${publicIdentifier}/pay/${token}`;
  const formName = wording.title;
  const told = { formName, rows, address };
  const mail = receiptMail(email, originOfOrder(baseUrl(), order, published), told, words);
  const files: readonly WantedFile[] = [
    { kind: receiptKind, of: { orderId: id, language: wording.language } },
  ];
  return mailer.prepare(mail, { key: `${flowId} ${submissionId} receipt`, limit, files });
}
