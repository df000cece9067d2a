import type { PaymentOrderRow, StoredInvoice, Transaction } from '@weft/db';
import type { SubscriptionFacts } from '@weft/integrations';
import { type Facts, invoiceTogether, moneyText, type OrderState } from '@weft/payments';
import type { Reader } from '@weft/public';
import { paymentNewsMail, receiptMail, renewalFailedMail } from '../../../mail/letters.ts';
import type { PreparedMail } from '../../../mail/mailer.ts';
import type { NewMail } from '../../../mail/smtp.ts';
import { idsOf } from '../answer-table.ts';
import type { FormsDeps } from '../deps.ts';
import { readForm } from '../drafts.ts';
import { readerOf } from '../page-language.ts';
import { originOfOrder } from './order-origin.ts';
import { receiptRows } from './receipt.ts';

/** One address is told so often, however many payments something becomes of; each is listed. */
const limit = { most: 10, seconds: 3_600 };

type Deps = Pick<FormsDeps, 'base' | 'baseUrl' | 'documents' | 'formSessions' | 'mailer' | 'paymentOrders'>;

interface Step {
  readonly before: OrderState;
  readonly after: OrderState;
  /** Invoices whose phase is another now. */
  readonly changed: readonly StoredInvoice[];
}

/** What an order has come to that its owner has to look at, by a name that it has once; null: nothing. */
function turnOf({
  before,
  after,
}: Pick<Step, 'before' | 'after'>): 'review' | 'dispute open' | 'dispute lost' | null {
  if (after.phase === 'review' && before.phase !== 'review') return 'review';
  if (after.dispute === before.dispute) return null;
  if (after.dispute === 'open') return 'dispute open';
  return after.dispute === 'lost' ? 'dispute lost' : null;
}

const nameOf = ({ id, phase }: Pick<StoredInvoice, 'id' | 'phase'>): string => `invoice ${id} ${phase}`;

/** What a turn is told as; `amount` was ordered. */
const turns = {
  review: (amount: string) =>
    `Another amount has arrived than the ${amount} of the order, so that its answer does not count. Look at it at Stripe, and refund it there or get in touch with whoever paid`,
  'dispute open': (amount: string) =>
    `Whoever paid ${amount} disputes it with their bank. Answer at Stripe before the day that it names: what is not answered is lost`,
  'dispute lost': (amount: string) =>
    `A dispute of ${amount} is lost: the bank has taken the amount back, and the totals count it no more`,
};

/** What is told of an order, by its name; it is written with what it follows from, or not at all. */
interface PaymentNews {
  readonly write: (tx: Pick<Transaction, 'send'>, step: Step) => void;
  readonly committed: () => void;
}

/** Invoices of a subscription that are failed or paid since they were read last, the first payment left out. */
async function newInvoices(
  { paymentOrders }: Pick<Deps, 'paymentOrders'>,
  { id, every, paymentId }: PaymentOrderRow,
  facts: Facts & Partial<SubscriptionFacts>,
  readAs: number,
): Promise<readonly StoredInvoice[]> {
  const { invoices = [], paymentId: first = null } = facts;
  if (every === null || invoices.length === 0) return [];
  const known = new Map((await paymentOrders.invoicesOf(id)).map((invoice) => [invoice.id, invoice]));
  return invoices.flatMap((invoice) => {
    const was = known.get(invoice.id);
    const told = { ...invoice, readAs };
    const is = was === undefined ? told : { ...told, ...invoiceTogether(was, told) };
    const isFirst = invoice.paymentId !== null && invoice.paymentId === (paymentId ?? first);
    const isTold = is.phase === 'failed' || (is.phase === 'paid' && is.units > 0);
    return was?.phase === is.phase || isFirst || !isTold ? [] : [{ ...is, paymentId: invoice.paymentId }];
  });
}

/** Whoever pays, in the language that they answered in. */
async function readerOfOrder(
  { base, documents, formSessions }: Pick<Deps, 'base' | 'documents' | 'formSessions'>,
  { flowId, snapshotId, submissionId }: PaymentOrderRow,
): Promise<Reader | null> {
  const [snapshot, session] = await Promise.all([
    documents.snapshot(flowId, snapshotId),
    formSessions.find(flowId, submissionId),
  ]);
  if (snapshot === null) return null;
  const { tableId, languageId } = idsOf(flowId);
  const recordId = session?.recordId ?? null;
  const [record] = recordId === null ? [] : await base(flowId).get(tableId, [recordId]);
  return readerOf(readForm(snapshot.content), record?.data[languageId]);
}

/**
 * Mails that follow from what is read of an order: to the owner of its form where another amount arrives, a dispute opens
 * or is lost, or a payment that repeats fails; to whoever pays, for each payment that repeats. Each is sent once. They are
 * prepared by what the reading comes to as the order is now, and written in the transaction that finds it so.
 */
export async function paymentNews(
  deps: Deps,
  order: PaymentOrderRow,
  after: OrderState,
  { facts, readAs }: { readonly facts: Facts & Partial<SubscriptionFacts>; readonly readAs: number },
): Promise<PaymentNews> {
  const turn = turnOf({ before: order, after });
  const invoices = await newInvoices(deps, order, facts, readAs);
  if (turn === null && invoices.length === 0) return { write: () => {}, committed: () => {} };
  const { id, flowId, email, currency, total, publicIdentifier, token } = order;
  const [owner, reader] = await Promise.all([
    deps.paymentOrders.ownerEmail(flowId),
    readerOfOrder(deps, order),
  ]);
  const prepared = new Map<string, PreparedMail[]>();
  const prepare = async (name: string, to: string, mail: NewMail) => {
    const made = await deps.mailer.prepare(mail, { key: `${flowId} ${id} ${name} ${to}`, limit });
    prepared.set(name, [...(prepared.get(name) ?? []), made]);
  };
  const form = { id: flowId, name: reader?.wording.title ?? 'Form' };
  const tellOwner = async (name: string, news: string) => {
    if (owner !== null) await prepare(name, 'owner', paymentNewsMail(owner, deps.baseUrl(), form, news));
  };
  if (turn !== null) await tellOwner(turn, turns[turn](moneyText(currency, total)));
  const published = await deps.documents.published(publicIdentifier);
  const origin = originOfOrder(deps.baseUrl(), order, { domain: published?.domain ?? null });
  for (const invoice of invoices) {
    const { phase, units, madeAt } = invoice;
    const name = nameOf(invoice);
    if (phase === 'failed')
      await tellOwner(
        name,
        `A payment of ${moneyText(currency, total)} that repeats has failed. Stripe tries it again`,
      );
    if (email === null || reader === null) continue;
    const { wording, words } = reader;
    const day = words.letter('orderOf', id, madeAt.slice(0, 10));
    const address = `/t/${publicIdentifier}/pay/${token}`;
    const told = (rows: readonly string[]) => ({
      ...{ formName: wording.title, rows: [day, ...rows], address },
    });
    if (phase === 'failed') {
      const rows = [`${words.say('total')}: ${moneyText(currency, total)}`];
      await prepare(name, 'payer', renewalFailedMail(email, origin, told(rows), words));
    } else {
      const whole = receiptRows(order, words);
      const rows = units === total ? whole : [`${words.say('total')}: ${moneyText(currency, units)}`];
      await prepare(name, 'payer', receiptMail(email, origin, told(rows), words));
    }
  }
  const all = [...prepared.values()].flat();
  return {
    write: (tx, { changed, ...step }) => {
      const names = [turnOf(step), ...changed.map(nameOf)];
      for (const name of names) for (const mail of prepared.get(name ?? '') ?? []) mail.write(tx);
    },
    committed: () => {
      for (const mail of all) mail.committed();
    },
  };
}
