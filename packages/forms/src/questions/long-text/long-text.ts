import type { QuestionType } from '../question-type.ts';
import { oneAnswer, readText, shape } from '../reading.ts';
import { numberOf, usualText } from '../settings.ts';

const longest = 10_000;

export const longText: QuestionType = {
  label: 'Long text',
  settings: {
    maxLength: {
      kind: 'integer',
      label: 'Characters at most',
      hint: 'Those left are counted below the field.',
      min: 1,
      max: longest,
    },
    usual: usualText,
    placeholder: { kind: 'text', isSaid: true, label: 'Placeholder', maxLength: 100 },
  },
  ...oneAnswer({
    field: () => shape('long_text'),
    missing: 'Fill this in',
    read: (text, question) => readText(numberOf(question, 'maxLength') ?? longest, 'many')(text),
  }),
  samples: [
    { sent: { '': ['one\r\ntwo'] }, gives: { '': 'one\ntwo' } },
    { sent: { '': ['nul \0 in it'] }, gives: 'This has characters that cannot be stored' },
    { sent: { '': ['half \ud800 of one'] }, gives: 'This has characters that cannot be stored' },
    { settings: { maxLength: 2 }, sent: { '': ['abc'] }, gives: 'Use at most 2 characters: there are 3' },
  ],
};
