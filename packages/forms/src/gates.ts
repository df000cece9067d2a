import { defaultTemplate, type FieldShape } from '@weft/core';
import type { Fault } from '@weft/std';
import type { Answers, Sent } from './answers.ts';
import type { FormQuestion } from './form-document.ts';
import type { FormSettings } from './form-settings.ts';
import type { AnswerField, Choice } from './questions/question.ts';
import { questionType } from './questions/question-types.ts';

const emailsOf = (questions: readonly FormQuestion[]) =>
  questions.filter(({ type }) => questionType(type).answerIs === 'email');

const answered = (answers: Answers, id: string): string | null => {
  const value = answers.get(id);
  return typeof value === 'string' ? value.toLowerCase() : null;
};

/** Why a form takes no answers from an address, in a sentence; null: it does. */
export function addressFault(
  { allowedDomains }: Pick<FormSettings, 'allowedDomains'>,
  address: string,
): string | null {
  const listed = allowedDomains.map((domain) => `@${domain}`);
  const isListed = listed.length === 0 || listed.some((domain) => address.toLowerCase().endsWith(domain));
  return isListed ? null : `Give an address that ends with ${listed.join(' or ')}`;
}

/** What the settings refuse in answers that the questions take, by field; `verified` is the address that was proved. */
export function answerFaults(
  settings: Pick<FormSettings, 'allowedDomains' | 'onePerPerson'>,
  questions: readonly FormQuestion[],
  answers: Answers,
  verified: string | null = null,
): readonly Fault[] {
  const emails = emailsOf(questions);
  const refused = emails.flatMap(({ id }): readonly Fault[] => {
    const email = answered(answers, id);
    const reason = email === null ? null : addressFault(settings, email);
    return reason === null ? [] : [{ path: id, reason }];
  });
  const notTaken = verified === null ? null : addressFault(settings, verified);
  if (notTaken !== null) return [...refused, { path: 'email', reason: notTaken }];
  const [own] = emails;
  const given = own === undefined ? null : answered(answers, own.id);
  if (verified !== null && own !== undefined && given !== null && given !== verified.toLowerCase())
    return [...refused, { path: own.id, reason: `Give the address you have proved: ${verified}` }];
  const isAsked = settings.allowedDomains.length > 0 || settings.onePerPerson === 'email';
  const isGiven = verified !== null || emails.some(({ id }) => answered(answers, id) !== null);
  if (!isAsked || isGiven) return refused;
  return [{ path: emails[0]?.id ?? 'email', reason: 'This form takes answers only with an email address' }];
}

/** The address that was proved, as the answer to the question for whoever answers' own; nothing where the form asks for none. */
export const provenAnswer = (questions: readonly FormQuestion[], verified: string | null): Sent => {
  const [own] = emailsOf(questions);
  return own === undefined || verified === null ? [] : [[own.id, verified]];
};

/** The address that tells one person from another; null: none was asked for. */
export const personEmail = (questions: readonly FormQuestion[], answers: Answers): string | null =>
  emailsOf(questions)
    .map(({ id }) => answered(answers, id))
    .find((email) => email !== null) ?? null;

/** The field that keeps the address which whoever answered has proved. */
export const verifiedField = (id: string): AnswerField => ({
  ...{ id, name: 'Verified email' },
  ...({ type: 'email', template: defaultTemplate('email') } as FieldShape),
});

interface TakenChoice {
  readonly question: FormQuestion;
  readonly choice: Choice & { readonly capacity: number };
}

const hasCapacity = (choice: Choice): choice is TakenChoice['choice'] => choice.capacity !== undefined;

/** The choices of an answer that have room for so many alone. */
export const takenChoices = (questions: readonly FormQuestion[], answers: Answers): readonly TakenChoice[] =>
  questions.flatMap((question) => {
    const value = answers.get(question.id);
    const chosen: readonly unknown[] = Array.isArray(value) ? value : [value];
    return question.choices
      .filter(hasCapacity)
      .filter(({ id }) => chosen.includes(id))
      .map((choice) => ({ question, choice }));
  });

export const fullFault = ({ question, choice }: TakenChoice): Fault => ({
  path: question.id,
  reason: `‘${choice.label}’ is full: choose something else`,
});
