import type { Question } from '../question.ts';
import type { QuestionType } from '../question-type.ts';
import { oneAnswer, readText, shape } from '../reading.ts';
import { textOf } from '../settings.ts';

/** The parameter of the form's address that it takes its value from; empty: it is always the usual one. */
export const parameterOf = (question: Question): string => textOf(question, 'parameter').trim();

export const hidden: QuestionType = {
  label: 'Hidden field',
  settings: {
    parameter: {
      kind: 'text',
      label: 'URL parameter',
      hint: 'Its value in the address is kept with the answer: ?source=mail.',
      maxLength: 60,
    },
    usual: { kind: 'text', label: 'Value without it', maxLength: 500 },
  },
  ...oneAnswer({
    field: () => shape('single_line_text'),
    missing: 'The address of this page is not complete',
    read: readText(1_000, 'one'),
  }),
  samples: [
    { sent: { '': ['newsletter'] }, gives: { '': 'newsletter' } },
    { sent: { '': ['x'.repeat(1_001)] }, gives: 'Use at most 1,000 characters: there are 1,001' },
  ],
};
