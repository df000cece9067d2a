import { err, type Fault, ok, type Result } from '@weft/std';
import { type Sent, textsBy } from './answers.ts';
import type { FormQuestion } from './form-document.ts';
import { type PaymentOrder, paymentOrder } from './questions/payment/payment.ts';
import { questionType } from './questions/question-types.ts';

/** What an answer costs. */
export interface AnswerCharge extends PaymentOrder {
  readonly question: FormQuestion;
}

/**
 * What an answer costs, by what was asked and sent at a moment (ISO 8601 UTC); null: nothing is ordered; the error: it cannot
 * be said. What comes to nothing is told too: its coupon and products count all the same.
 */
export function chargeOf(
  asked: readonly FormQuestion[],
  sent: Sent,
  at: string,
): Result<AnswerCharge | null, readonly Fault[]> {
  const question = asked.find(({ type }) => questionType(type).takesPayment === true);
  if (question === undefined) return ok(null);
  const offered = question.choices.filter(({ isHidden }) => isHidden !== true);
  const order = paymentOrder({ ...question, choices: offered }, textsBy(sent), at);
  // Told with the faults of its page, unless the page was gone past: nothing is taken for free by that.
  if (!order.ok) return err([{ path: question.id, reason: order.error }]);
  return ok(order.value === null ? null : { ...order.value, question });
}
