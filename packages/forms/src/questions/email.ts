import { isEmail } from '@weft/core';
import { err, ok } from '@weft/std';
import type { QuestionType } from './question-type.ts';

export const email: QuestionType = {
  label: 'Email',
  field: 'email',
  missing: 'Enter an email address',
  read: (text) => (isEmail(text) ? ok(text) : err('Enter an email address like name@example.com')),
};
