import type { Content } from '@weft/documents';
import { questionsOf } from './form-document.ts';
import type { FormSettings } from './form-settings.ts';
import { questionType } from './questions/question-types.ts';
import { isAttempted } from './quiz/attempt.ts';
import { quizOf } from './quiz/quiz.ts';

/** What makes a form turn its pages with a connection alone, as the end of a sentence; null: nothing does. */
export function connectionNeed(
  content: Content,
  { mailCode }: Pick<FormSettings, 'mailCode'>,
  { hasPassword, captcha }: { readonly hasPassword: boolean; readonly captcha: object | null },
): string | null {
  if (hasPassword) return 'it asks for a password';
  if (mailCode) return 'it asks for a code by mail';
  if (captcha !== null) return 'a captcha is asked for';
  if (questionsOf(content).some(({ type }) => questionType(type).takesPayment)) return 'it takes a payment';
  return isAttempted(quizOf(content)) ? 'it is a quiz that begins with a press' : null;
}
