import { err, ok, type Result } from '@weft/std';
import type { Question } from './question.ts';
import type { Children, QuestionType, Sample } from './question-type.ts';
import { answer, fault, noAnswer, oneAnswer, readChoice, selectTemplate } from './reading.ts';
import { numberOf, type Setting } from './settings.ts';

/** Choices of one question. */
export const maxChoices = 500;

export const choices: Children<string> = {
  heading: 'Choices',
  initial: ['First choice', 'Second choice'],
  isOpen: true,
};

export const shuffle = { kind: 'flag', label: 'Shuffle choices' } as const satisfies Setting;

export const oneChoice: Pick<QuestionType, 'fields' | 'read'> = oneAnswer({
  field: (question) => ({ type: 'single_select', template: selectTemplate(question.choices) }),
  missing: 'Choose one',
  read: readChoice,
});

export const oneChoiceSamples: readonly Sample[] = [
  { sent: { '': ['1'] }, gives: { '': '1' } },
  { sent: { '': ['another'] }, gives: 'This is not one of the choices' },
];

/** How many may be chosen. */
export const manySettings = {
  minChoices: { kind: 'integer', label: 'Choices at least', min: 1, max: maxChoices },
  maxChoices: { kind: 'integer', label: 'Choices at most', min: 1, max: maxChoices },
} as const satisfies { readonly [name: string]: Setting };

export function manyFault(question: Question): string | null {
  const [least, most] = [numberOf(question, 'minChoices'), numberOf(question, 'maxChoices')];
  if (least !== null && least > question.choices.length) return 'It has fewer choices than it asks for';
  return least !== null && most !== null && least > most ? 'The least is more than the most' : null;
}

const choicesOf = (count: number): string => (count === 1 ? '1 choice' : `${count} choices`);

function readMany(texts: readonly string[], question: Question): Result<readonly string[]> {
  const chosen: string[] = [];
  for (const text of texts) {
    const choice = readChoice(text, question);
    if (!choice.ok) return choice;
    if (chosen.includes(choice.value)) return err('A choice was sent twice');
    chosen.push(choice.value);
  }
  const [least, most] = [numberOf(question, 'minChoices'), numberOf(question, 'maxChoices')];
  if (least !== null && chosen.length < least) return err(`Choose at least ${choicesOf(least)}`);
  if (most !== null && chosen.length > most) return err(`Choose at most ${choicesOf(most)}`);
  return ok(chosen);
}

export const manyChoices: Pick<QuestionType, 'fields' | 'read'> = {
  fields: ({ id, label, choices }) => [
    { id, name: label, type: 'multiple_select', template: selectTemplate(choices) },
  ],
  read: (question, textsOf) => {
    const { id, required } = question;
    const texts = textsOf(id);
    if (texts.length === 0) return required ? fault(id, 'Choose at least 1 choice') : noAnswer;
    const read = readMany(texts, question);
    return read.ok ? answer(id, read.value) : fault(id, read.error);
  },
};

export const manyChoicesSamples: readonly Sample[] = [
  { sent: { '': ['1', '0'] }, gives: { '': ['1', '0'] } },
  { sent: { '': ['1', '1'] }, gives: 'A choice was sent twice' },
  { sent: { '': ['0', 'another'] }, gives: 'This is not one of the choices' },
  { settings: { minChoices: 2 }, sent: { '': ['0'] }, gives: 'Choose at least 2 choices' },
  { settings: { maxChoices: 1 }, sent: { '': ['0', '1'] }, gives: 'Choose at most 1 choice' },
];
