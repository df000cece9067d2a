import { err, ok, type Result } from '@weft/std';
import type { Part, Question, Reading, TextsOf } from './question.ts';
import type { Children, PartKind, QuestionType, Sample } from './question-type.ts';
import {
  answer,
  fault,
  noAnswer,
  oneAnswer,
  partField,
  readChoice,
  readOne,
  readText,
  selectTemplate,
  shape,
  together,
} from './reading.ts';
import { numberOf, type Setting } from './settings.ts';

/** Choices of one question. */
export const maxChoices = 500;

const initial = ['First choice', 'Second choice'] as const;
export const initialRows = ['First row', 'Second row'] as const;

/** What a new question shows of what is to be written. */
export const sampleLabels: readonly string[] = [...initial, ...initialRows];

export const choices: Children<string> = {
  heading: 'Choices',
  initial,
  isOpen: true,
};

export const shuffle = { kind: 'flag', label: 'Shuffle choices' } as const satisfies Setting;

export const other: PartKind = { name: 'other', label: 'Other' };

/** The part for an answer of one's own; undefined: it is not offered. */
export const otherOf = ({ parts }: Pick<Question, 'parts'>): Part | undefined =>
  parts.find(({ name }) => name === other.name);

const otherFields = (question: Question) => {
  const part = otherOf(question);
  return part === undefined ? [] : [partField(question, part, shape('single_line_text'))];
};

const readOther = ({ id }: Part, textsOf: TextsOf): Reading =>
  readOne(id, textsOf, 'Write your own answer', readText(1_000, 'one'));

/** Whether somebody gives an answer of their own: chosen by the id of its part, or written with nothing chosen. */
const isOther = (part: Part, chosen: readonly string[], textsOf: TextsOf): boolean =>
  chosen.includes(part.id) || (chosen.length === 0 && textsOf(part.id).length > 0);

export const dropdownChoice: Pick<QuestionType, 'fields' | 'read'> = oneAnswer({
  field: (question) => ({ type: 'single_select', template: selectTemplate(question.choices) }),
  missing: 'Choose one',
  read: readChoice,
});

export const oneChoice: Pick<QuestionType, 'other' | 'fields' | 'read'> = {
  other,
  fields: (question) => [...dropdownChoice.fields(question), ...otherFields(question)],
  read: (question, textsOf, given) => {
    const part = otherOf(question);
    const chosen = textsOf(question.id);
    if (part === undefined || chosen.length > 1 || !isOther(part, chosen, textsOf))
      return dropdownChoice.read(question, textsOf, given);
    return readOther(part, textsOf);
  },
};

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

/** `more` counts what is chosen besides choices. */
function readMany(texts: readonly string[], question: Question, more: number): Result<readonly string[]> {
  const chosen: string[] = [];
  for (const text of texts) {
    const choice = readChoice(text, question);
    if (!choice.ok) return choice;
    if (chosen.includes(choice.value)) return err('A choice was sent twice');
    chosen.push(choice.value);
  }
  const count = chosen.length + more;
  const [least, most] = [numberOf(question, 'minChoices'), numberOf(question, 'maxChoices')];
  if (least !== null && count < least) return err(`Choose at least ${choicesOf(least)}`);
  if (most !== null && count > most) return err(`Choose at most ${choicesOf(most)}`);
  return ok(chosen);
}

export const manyChoices: Pick<QuestionType, 'fields' | 'read'> = {
  fields: (question) => [
    {
      ...{ id: question.id, name: question.label, type: 'multiple_select' },
      template: selectTemplate(question.choices),
    },
    ...otherFields(question),
  ],
  read: (question, textsOf) => {
    const { id, required } = question;
    const texts = textsOf(id);
    const part = otherOf(question);
    const own = part !== undefined && isOther(part, texts, textsOf) ? readOther(part, textsOf) : null;
    if (texts.length === 0 && own === null)
      return required ? fault(id, 'Choose at least 1 choice') : noAnswer;
    const read = readMany(
      texts.filter((text) => text !== part?.id),
      question,
      own === null ? 0 : 1,
    );
    if (!read.ok) return fault(id, read.error);
    const chosen = read.value.length === 0 ? noAnswer : answer(id, read.value);
    return own === null ? chosen : together([chosen, own]);
  },
};

export const manyChoicesSamples: readonly Sample[] = [
  { sent: { '': ['1', '0'] }, gives: { '': ['1', '0'] } },
  { sent: { '': ['1', '1'] }, gives: 'A choice was sent twice' },
  { sent: { '': ['0', 'another'] }, gives: 'This is not one of the choices' },
  { settings: { minChoices: 2 }, sent: { '': ['0'] }, gives: 'Choose at least 2 choices' },
  { settings: { maxChoices: 1 }, sent: { '': ['0', '1'] }, gives: 'Choose at most 1 choice' },
];
