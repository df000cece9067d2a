import { amountFault, amountSettings, readAmount } from '../amounts.ts';
import type { Question } from '../question.ts';
import type { QuestionType } from '../question-type.ts';
import { oneAnswer, shape } from '../reading.ts';
import { textOf } from '../settings.ts';

/** The sign that stands before the amount. */
export const currencySign = (question: Question): string => textOf(question, 'symbol').trim() || '$';

export const currency: QuestionType = {
  label: 'Currency',
  settings: {
    symbol: { kind: 'text', label: 'Symbol', hint: '$ unless set.', maxLength: 5 },
    ...amountSettings,
  },
  fault: amountFault,
  ...oneAnswer({
    field: (question) => shape('currency', { currencySymbol: currencySign(question) }),
    missing: 'Enter an amount',
    read: readAmount,
  }),
  samples: [
    { settings: { symbol: '€' }, sent: { '': ['12.50'] }, gives: { '': 12.5 } },
    { settings: { minimum: 0 }, sent: { '': ['-1'] }, gives: 'Enter 0 or more' },
  ],
};
