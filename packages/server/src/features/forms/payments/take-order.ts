import { randomBytes } from 'node:crypto';
import {
  addPaymentOrder,
  type FormSession,
  type Hold,
  hasAnswered,
  orderOfSubmission,
  type Published,
  reserveStock,
  type Sql,
  wasAnswered,
  writeFormSession,
} from '@weft/db';
import {
  type AnswerCharge,
  type Answers,
  alreadyAnswered,
  everyOf,
  type FormQuestion,
  fullForm,
  takenChoices,
  textOf,
} from '@weft/forms';
import { PaymentFault } from '@weft/integrations';
import { AppError } from '@weft/std';
import type { FormsDeps } from '../deps.ts';
import { AnswerRefused, FormClosed, MustWait, requireOpen, takeChoices } from '../places.ts';
import { fileIsGone } from '../waiting-list.ts';

const couponHold = (code: string): string => `coupon ${code}`;

/** Holds what is ordered, or ends the whole transaction where there is no more of it. */
export async function holdOrdered(
  tx: Pick<Sql, 'query'>,
  flowId: string,
  { question, products, coupon }: AnswerCharge,
): Promise<readonly Hold[]> {
  const refuse = (reason: string) => new AnswerRefused([{ path: question.id, reason }]);
  const ordered = products.flatMap(({ choice: { id, label, capacity }, quantity }) =>
    capacity === undefined ? [] : [{ label, hold: { key: id, count: quantity, most: capacity } }],
  );
  const used =
    coupon === null || coupon.uses === null
      ? []
      : [{ key: couponHold(coupon.code), count: 1, most: coupon.uses }];
  const wanted = [...ordered.map(({ hold }) => hold), ...used];
  const got = await reserveStock(tx, flowId, wanted);
  const missed = ordered.find(({ hold }) => !got.has(hold.key));
  if (missed !== undefined)
    throw refuse(
      `There are not ${missed.hold.count} of ‘${missed.label}’ left: choose fewer, or something else`,
    );
  if (used.some(({ key }) => !got.has(key))) throw refuse('This coupon was used as often as it can be');
  return wanted.map(({ key, count }) => ({ key, count }));
}

const notConnected = () =>
  new AppError(
    'unavailable',
    'This form cannot take payments now, for its account is not connected. Nothing was charged',
  );

const answeredBefore = () =>
  new AppError(
    'conflict',
    'This answer was sent before, and nothing was charged: open the form again to send another one',
  );

/** Refuses to take for nothing what is being paid, or was; the transaction holds the form. */
export async function requireNoOrder(tx: Pick<Sql, 'query'>, flowId: string, id: string): Promise<void> {
  if ((await orderOfSubmission(tx, flowId, id)) === null) return;
  throw new AppError(
    'conflict',
    'This answer was ordered before: pay for it there, or open the form again to send another one',
  );
}

/** The account that a form's payments go to now, and whether it moves money. */
export async function payableAccount(
  { payAt, paymentOrders }: Pick<FormsDeps, 'payAt' | 'paymentOrders'>,
  flowId: string,
): Promise<{ readonly serviceId: string; readonly live: boolean }> {
  const account = await paymentOrders.accountOf(flowId);
  if (account === null) throw notConnected();
  // By the key that is there now: the account may have got another since it was chosen.
  const { isTest } = await payAt(account.serviceId).catch((error: unknown) => {
    throw error instanceof PaymentFault ? notConnected() : error;
  });
  return { serviceId: account.serviceId, live: !isTest };
}

interface Taking {
  readonly session: FormSession;
  readonly asked: readonly FormQuestion[];
  readonly answers: Answers;
  readonly fileIds: readonly string[];
  readonly email: string | null;
  /** The form's own domain that it is sent at; null: a name of the server. */
  readonly domain: string | null;
  /** Now, ISO 8601 UTC. */
  readonly at: string;
}

type Deps = Pick<FormsDeps, 'files' | 'newId' | 'payAt' | 'paymentOrders' | 'transaction' | 'wake'>;

/**
 * Keeps an answer that has to be paid, with its order and what it holds, in one transaction or not at all. Sent again it
 * has the order that it had. Gives the token that its order is found by.
 */
export async function takeOrder(
  { files, newId, payAt, paymentOrders, transaction, wake }: Deps,
  published: Pick<Published, 'flowId' | 'snapshotId' | 'settings' | 'passwordHash'>,
  charge: AnswerCharge,
  { session, asked, answers, fileIds, email, domain, at }: Taking,
): Promise<{ readonly token: string; readonly repeated: boolean }> {
  const { flowId, snapshotId } = published;
  const { serviceId, live } = await payableAccount({ payAt, paymentOrders }, flowId);
  const { quote, question } = charge;
  try {
    return await transaction(async (tx) => {
      await tx.query('SELECT 1 FROM weft.documents WHERE flow_id = $1 FOR UPDATE', [flowId]);
      const known = await orderOfSubmission(tx, flowId, session.id);
      if (known !== null) return { token: known.token, repeated: true };
      if (await wasAnswered(tx, flowId, session.id)) throw answeredBefore();
      const opened = await requireOpen(tx, published, at);
      const { id, person } = session;
      if (person !== null && (await hasAnswered(tx, flowId, { id, person })))
        throw new FormClosed(alreadyAnswered);
      if (!(await files.claimForAnswer(tx, flowId, fileIds))) throw fileIsGone();
      await takeChoices(tx, flowId, { asked, answers }, opened);
      const places = takenChoices(asked, answers).map(({ choice }) => ({ key: choice.id, count: 1 }));
      const ordered = await holdOrdered(tx, flowId, charge);
      const token = randomBytes(24).toString('base64url');
      writeFormSession(tx, flowId, { ...session, state: 'paying', recordId: null });
      addPaymentOrder(tx, {
        ...{ id: newId('ord'), flowId, submissionId: id, snapshotId, token, createdAt: at, email, quote },
        ...{ serviceId, live, currency: quote.currency, every: everyOf(question) },
        ...{ bookingId: null, booking: null },
        ...{ total: quote.total, holds: [...places, ...ordered], domain },
        taxName: textOf(question, 'taxName').trim(),
      });
      return { token, repeated: false };
    });
  } catch (error) {
    // Nobody pays for a place that they may never have.
    if (error instanceof MustWait) throw new FormClosed(fullForm);
    throw error;
  } finally {
    if (fileIds.length > 0) wake();
  }
}
