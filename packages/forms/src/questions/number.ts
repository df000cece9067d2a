import { err, ok } from '@weft/std';
import type { QuestionType } from './question-type.ts';

const pattern = /^[+-]?(\d{1,300}([.,]\d{1,300})?|[.,]\d{1,300})$/;

export const number: QuestionType = {
  label: 'Number',
  field: 'number',
  missing: 'Enter a number',
  read: (text) => {
    const sent = text.replace('−', '-');
    if (!pattern.test(sent)) return err('Enter a number like 12 or 12.5');
    // One thousand five hundred here, one and a half there: a guess would alter the answer.
    if (/^[+-]?\d{1,3},\d{3}$/.test(sent)) return err('Write the number without a thousands separator');
    const value = Number(sent.replace(',', '.'));
    return Number.isFinite(value) ? ok(value) : err('This number is too large');
  },
};
