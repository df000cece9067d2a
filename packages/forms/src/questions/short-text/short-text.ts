import type { QuestionType } from '../question-type.ts';
import { oneAnswer, readText, shape } from '../reading.ts';
import { numberOf, usualText } from '../settings.ts';

const longest = 1_000;

export const shortText: QuestionType = {
  label: 'Short text',
  settings: {
    maxLength: { kind: 'integer', label: 'Characters at most', min: 1, max: longest },
    usual: usualText,
    placeholder: { kind: 'text', isSaid: true, label: 'Placeholder', maxLength: 100 },
  },
  ...oneAnswer({
    field: () => shape('single_line_text'),
    missing: 'Fill this in',
    read: (text, question) => readText(numberOf(question, 'maxLength') ?? longest, 'one')(text),
  }),
  samples: [
    { sent: { '': ['Ada'] }, gives: { '': 'Ada' } },
    { sent: { '': ['a\nb'] }, gives: 'Use one line' },
    { sent: { '': ['a\u2028b'] }, gives: 'Use one line' },
    { sent: { '': ['a', 'b'] }, gives: 'This was answered twice' },
    { sent: { '': ['x'.repeat(1_001)] }, gives: 'Use at most 1,000 characters: there are 1,001' },
    { settings: { maxLength: 3 }, sent: { '': ['abcd'] }, gives: 'Use at most 3 characters: there are 4' },
  ],
};
