import type { Question } from '../question.ts';
import type { QuestionType } from '../question-type.ts';
import { oneAnswer, readText, shape } from '../reading.ts';
import { textOf } from '../settings.ts';

/** Characters of a value that comes with the address. */
const longestParameter = 1_000;

/** The value of the parameter it names; the usual one without it. */
function fromAddress(question: Question, parameter: (name: string) => string | null): string {
  const name = textOf(question, 'parameter').trim();
  const text = (name === '' ? null : parameter(name)) ?? textOf(question, 'usual');
  // Nobody sees this field, so nobody could mend what it refuses: no half of a character, none that cannot be stored.
  const line = text.replaceAll('\0', '').replace(/[\r\n\u2028\u2029]+/g, ' ');
  return line.slice(0, longestParameter).replace(/[\ud800-\udbff]$/, '');
}

export const hidden: QuestionType = {
  label: 'Hidden field',
  fromAddress,
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
    read: readText(longestParameter, 'one'),
  }),
  samples: [
    { sent: { '': ['newsletter'] }, gives: { '': 'newsletter' } },
    { sent: { '': ['x'.repeat(1_001)] }, gives: 'Use at most 1,000 characters: there are 1,001' },
  ],
};
