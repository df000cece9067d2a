import type { Fault } from '@weft/std';
import type { Answers } from './answers.ts';
import type { FormQuestion } from './form-document.ts';
import type { FormSettings } from './form-settings.ts';
import type { Choice } from './questions/question.ts';
import { questionType } from './questions/question-types.ts';

const emailsOf = (questions: readonly FormQuestion[]) =>
  questions.filter(({ type }) => questionType(type).answerIs === 'email');

const answered = (answers: Answers, id: string): string | null => {
  const value = answers.get(id);
  return typeof value === 'string' ? value.toLowerCase() : null;
};

/** What the settings refuse in answers that the questions take, by field. */
export function answerFaults(
  { allowedDomains, onePerPerson }: Pick<FormSettings, 'allowedDomains' | 'onePerPerson'>,
  questions: readonly FormQuestion[],
  answers: Answers,
): readonly Fault[] {
  const emails = emailsOf(questions);
  const listed = allowedDomains.map((domain) => `@${domain}`);
  const refused = emails.flatMap(({ id }): readonly Fault[] => {
    const email = answered(answers, id);
    if (email === null || listed.length === 0 || listed.some((domain) => email.endsWith(domain))) return [];
    return [{ path: id, reason: `Give an address that ends with ${listed.join(' or ')}` }];
  });
  const isAsked = listed.length > 0 || onePerPerson === 'email';
  if (!isAsked || emails.some(({ id }) => answered(answers, id) !== null)) return refused;
  return [{ path: emails[0]?.id ?? 'email', reason: 'This form takes answers only with an email address' }];
}

/** The address that tells one person from another; null: none was asked for. */
export const personEmail = (questions: readonly FormQuestion[], answers: Answers): string | null =>
  emailsOf(questions)
    .map(({ id }) => answered(answers, id))
    .find((email) => email !== null) ?? null;

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
