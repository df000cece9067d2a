import type { Published } from '@weft/db';
import {
  type AnswerField,
  type Answers,
  answerText,
  formSettingsOf,
  listedTexts,
  titleOf,
} from '@weft/forms';
import { answerMail } from '../../mail/letters.ts';
import type { PreparedMail } from '../../mail/mailer.ts';
import type { FormsDeps } from './deps.ts';
import { readForm } from './drafts.ts';
import { wantedFiles } from './mailed-files.ts';

/** A form that is answered by many tells its owner so often; every answer is kept. */
const limit = { most: 60, seconds: 3_600 };

/** Characters of one answer, and of all, that a mail holds: the results have the whole. */
const longestAnswer = 2_000;
const longestAnswers = 40_000;

/** The answers in the order of the questions, as a mail holds them. */
function toldAnswers(fields: readonly AnswerField[], answers: Answers) {
  let left = longestAnswers;
  return fields.flatMap((field) => {
    const value = answers.get(field.id) ?? null;
    const text = listedTexts(field, value)?.join('\n') ?? answerText(field, value);
    const answer = text.length > longestAnswer ? `${text.slice(0, longestAnswer).toWellFormed()}…` : text;
    left -= field.name.length + answer.length;
    return answer === '' || left < 0 ? [] : [{ question: field.name, answer }];
  });
}

/** Tells the owner that somebody answered, once under its key; null: they do not want to know. */
export async function ownerMail(
  { baseUrl, mailer }: Pick<FormsDeps, 'baseUrl' | 'mailer'>,
  { flowId, ownerEmail, content, settings }: Published,
  key: string,
  recordId: string,
  { fields, answers }: { readonly fields: readonly AnswerField[]; readonly answers: Answers },
): Promise<PreparedMail | null> {
  const { notifyOwner, notifyFiles, notifyAnswers } = formSettingsOf(settings);
  if (ownerEmail === null || !notifyOwner) return null;
  const form = { id: flowId, name: titleOf(readForm(content)) };
  const told = notifyAnswers ? toldAnswers(fields, answers) : [];
  const mail = answerMail(ownerEmail, baseUrl(), form, told, limit.most);
  const files = wantedFiles(notifyFiles, { flowId, recordId, to: 'owner' });
  return mailer.prepare(mail, { key, limit, files });
}
