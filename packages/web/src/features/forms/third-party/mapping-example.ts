import { answerTransforms, pipedWithin } from '@weft/forms';
import type { Question, Run, Source } from './queries.ts';

const dayOf = (today: Date): string => today.toISOString().slice(0, 10);

/** What somebody may have answered, by the kind of the question. */
const usual: { readonly [K in Question['type']]?: (today: Date) => string } = {
  number: () => '2',
  currency: () => '25',
  percent: () => '40%',
  rating: () => '4',
  duration: () => '1:30',
  date: dayOf,
  datetime: dayOf,
  checkbox: () => 'Yes',
  email: () => 'ada@example.org',
  url: () => 'https://example.org',
  phone_number: () => '+44 20 7946 0000',
  attachments: () => 'photo.jpg',
};

/** What was answered last, else what somebody may answer. */
function answeredTo({ id, name, type, options }: Question, last: Run | undefined, today: Date): string {
  const said = last?.values.find((value) => value.id === id)?.text ?? '';
  if (said !== '') return said;
  return options?.[0] ?? usual[type]?.(today) ?? `Answer to ${name}`;
}

/** Characters of an example. */
const longest = 200;

/** What a mapping makes of one answer; null: the form does not ask for it. */
export function exampleOf(
  source: Source,
  questions: readonly Question[],
  last: Run | undefined,
  today: Date,
): { readonly answer: string; readonly written: string } | null {
  const change = answerTransforms[source.transform ?? 'none'];
  if ('template' in source) {
    const answers = questions.map((question) => [question.name, answeredTo(question, last, today)] as const);
    const filled = pipedWithin(source.template, answers, 10_000) ?? source.template;
    return { answer: source.template.slice(0, longest), written: change(filled).slice(0, longest) };
  }
  const question = questions.find(({ id }) => id === source.questionId);
  if (question === undefined) return null;
  const answer = answeredTo(question, last, today);
  return { answer: answer.slice(0, longest), written: change(answer).slice(0, longest) };
}
