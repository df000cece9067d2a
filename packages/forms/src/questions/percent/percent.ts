import { ok } from '@weft/std';
import { amountFault, amountSettings, readAmount } from '../amounts.ts';
import type { QuestionType } from '../question-type.ts';
import { oneAnswer, shape } from '../reading.ts';

/** A regular expression would look at every run of spaces again and again: strangers send these texts. */
const withoutSign = (text: string): string => (text.endsWith('%') ? text.slice(0, -1).trimEnd() : text);

export const percent: QuestionType = {
  label: 'Percent',
  settings: amountSettings,
  fault: amountFault,
  ...oneAnswer({
    field: () => shape('percent', { allowNegative: true }),
    missing: 'Enter a percentage',
    read: (text, question) => {
      const read = readAmount(withoutSign(text), question);
      // A cell stores the fraction; the quotient is the nearest one.
      return read.ok ? ok(read.value / 100) : read;
    },
  }),
  samples: [
    { sent: { '': ['25'] }, gives: { '': 0.25 } },
    { sent: { '': ['7 %'] }, gives: { '': 0.07 } },
    { settings: { maximum: 100 }, sent: { '': ['101'] }, gives: 'Enter 100 or less' },
  ],
};
