import type { Published } from '@weft/db';
import { drawsQuestions } from '@weft/forms';
import type { FormsDeps } from './deps.ts';

type OfForm = Pick<Published, 'flowId' | 'content'>;

/** Where questions are drawn by the id of an answer, a token is good for that answer alone: nobody makes ids until they like the questions. */
const boundTo = ({ content }: OfForm, id: string): string | null => (drawsQuestions(content) ? id : null);

/** The token that goes with the pages of one answer to a form. */
export const openTokenFor = ({ formKeys }: Pick<FormsDeps, 'formKeys'>, form: OfForm, id: string): string =>
  formKeys.openToken(form.flowId, boundTo(form, id));

/** When the first page of an answer was opened; null: nobody knows, or it was long ago. */
export const openedAtOf = (
  { formKeys }: Pick<FormsDeps, 'formKeys'>,
  form: OfForm,
  { id, token }: { readonly id: string; readonly token: string },
): number | null => formKeys.openedAt(form.flowId, token, boundTo(form, id));

/** Whether whoever sends an answer made its id up, and with it the questions that are drawn for it. */
export async function isMadeUp(
  {
    formKeys,
    unfinishedAnswers,
    quizAttempts,
  }: Pick<FormsDeps, 'formKeys' | 'unfinishedAnswers' | 'quizAttempts'>,
  form: OfForm,
  { id, token }: { readonly id: string; readonly token: string },
): Promise<boolean> {
  const { flowId } = form;
  const bound = boundTo(form, id);
  if (bound === null || formKeys.isOpenToken(flowId, token, bound)) return false;
  return (
    (await unfinishedAnswers.find(flowId, id)) === null && (await quizAttempts.find(flowId, id)) === null
  );
}
