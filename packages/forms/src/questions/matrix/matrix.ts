import { choices, initialRows } from '../choosing.ts';
import type { QuestionType } from '../question-type.ts';
import { partField, readChoice, readOne, selectTemplate, together } from '../reading.ts';

/** A table: its rows are parts, its columns choices, and each row takes one of them. */
export const matrix: QuestionType = {
  label: 'Matrix',
  settings: {},
  choices: { ...choices, heading: 'Columns', initial: ['Disagree', 'Neutral', 'Agree'] },
  parts: {
    heading: 'Rows',
    isOpen: true,
    initial: initialRows.map((label) => ({ name: 'row', label })),
  },
  fields: (question) =>
    question.parts.map((part) =>
      partField(question, part, { type: 'single_select', template: selectTemplate(question.choices) }),
    ),
  read: (question, textsOf) =>
    together(
      question.parts.map(({ id }) =>
        readOne(id, textsOf, question.required ? 'Choose one in this row' : null, (text) =>
          readChoice(text, question),
        ),
      ),
    ),
  samples: [
    { sent: { 0: ['2'], 1: ['0'] }, gives: { 0: '2', 1: '0' } },
    { sent: { 0: ['0', '1'] }, gives: 'This was answered twice' },
    { sent: { 1: ['another'] }, gives: 'This is not one of the choices' },
  ],
};
