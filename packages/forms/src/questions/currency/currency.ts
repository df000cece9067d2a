import { err } from '@weft/std';
import { amountFault, amountFormulas, amountSettings, readAmount } from '../amounts.ts';
import type { Question } from '../question.ts';
import type { QuestionType } from '../question-type.ts';
import { oneAnswer, shape } from '../reading.ts';
import { textOf } from '../settings.ts';

/** The sign that stands before the amount. */
export const currencySign = (question: Question): string => textOf(question, 'symbol').trim() || '$';

/** The usual codes of signs: of the others, people write the sign. */
const codes: { readonly [sign: string]: string } = {
  '€': 'EUR',
  $: 'USD',
  '£': 'GBP',
  '¥': 'JPY',
  '₹': 'INR',
};

/** The amount without the sign or code of its currency, before or behind it. */
function withoutSign(text: string, sign: string): string {
  for (const own of [sign, codes[sign] ?? sign]) {
    if (text.startsWith(own)) return text.slice(own.length).trimStart();
    if (text.endsWith(own)) return text.slice(0, -own.length).trimEnd();
  }
  return text;
}

export const currency: QuestionType = {
  label: 'Currency',
  settings: {
    symbol: { kind: 'text', label: 'Symbol', hint: '$ unless set.', maxLength: 10 },
    ...amountSettings,
  },
  fault: amountFault,
  formulas: amountFormulas,
  ...oneAnswer({
    field: (question) => shape('currency', { currencySymbol: currencySign(question) }),
    missing: 'Enter an amount',
    read: (text, question, given) => {
      const sign = currencySign(question);
      const amount = withoutSign(text, sign);
      // Another currency is another amount.
      if (/[\p{Sc}\p{L}]/u.test(amount)) return err(`Write the amount in ${sign}, as a number like 12.50`);
      return readAmount(amount, question, given);
    },
  }),
  samples: [
    { settings: { symbol: '€' }, sent: { '': ['12.50'] }, gives: { '': 12.5 } },
    { settings: { symbol: '€' }, sent: { '': ['€ 1.250,50'] }, gives: { '': 1250.5 } },
    { settings: { symbol: '€' }, sent: { '': ['1250 EUR'] }, gives: { '': 1250 } },
    {
      settings: { symbol: '€' },
      sent: { '': ['€ 1,250'] },
      gives: '‘1,250’ may mean 1250 or 1.25: write one of these',
    },
    {
      settings: { symbol: '€' },
      sent: { '': ['1.250 €'] },
      gives: '‘1.250’ may mean 1250 or 1.25: write one of these',
    },
    { settings: { symbol: '€' }, sent: { '': ['€6.954.231'] }, gives: { '': 6954231 } },
    {
      settings: { symbol: '€' },
      sent: { '': ['$ 5'] },
      gives: 'Write the amount in €, as a number like 12.50',
    },
    { settings: { minimum: 0 }, sent: { '': ['-1'] }, gives: 'Enter 0 or more' },
  ],
};
