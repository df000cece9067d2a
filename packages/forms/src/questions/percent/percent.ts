import { ok } from '@weft/std';
import { amountFault, amountFormulas, amountSettings, readAmount } from '../amounts.ts';
import type { QuestionType } from '../question-type.ts';
import { oneAnswer, shape } from '../reading.ts';

/** A regular expression would look at every run of spaces again and again: strangers send these texts. */
const withoutSign = (text: string): string => (text.endsWith('%') ? text.slice(0, -1).trimEnd() : text);

/** The fraction a cell stores, by its decimals: 0.07 divided by 100 is 0.0007000000000000001. */
function hundredth(value: number): number {
  const [mantissa = '0', power = '0'] = value.toExponential().split('e');
  return Number(`${mantissa}e${Number(power) - 2}`);
}

export const percent: QuestionType = {
  label: 'Percent',
  settings: amountSettings,
  fault: amountFault,
  formulas: amountFormulas,
  ...oneAnswer({
    field: () => shape('percent', { allowNegative: true }),
    missing: 'Enter a percentage',
    read: (text, question, given) => {
      // Its bounds are in the unit that is typed, and so is what they are computed of.
      const read = readAmount(withoutSign(text), question, {
        ...given,
        numberNamed: given.typedNumberNamed,
      });
      return read.ok ? ok(hundredth(read.value)) : read;
    },
  }),
  samples: [
    { sent: { '': ['25'] }, gives: { '': 0.25 } },
    { sent: { '': ['0.07'] }, gives: { '': 0.0007 } },
    { sent: { '': ['-1.1%'] }, gives: { '': -0.011 } },
    { sent: { '': ['0.0000001'] }, gives: { '': 1e-9 } },
    { sent: { '': ['1.250 %'] }, gives: '‘1.250’ may mean 1250 or 1.25: write one of these' },
    { sent: { '': ['7 %'] }, gives: { '': 0.07 } },
    { settings: { maximum: 100 }, sent: { '': ['101'] }, gives: 'Enter 100 or less' },
  ],
};
