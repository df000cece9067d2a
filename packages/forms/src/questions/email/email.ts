import { isEmail } from '@weft/core';
import { err, ok } from '@weft/std';
import type { QuestionType } from '../question-type.ts';
import { oneAnswer, shape } from '../reading.ts';

export const readEmail = (text: string) =>
  isEmail(text) ? ok(text) : err('Enter an email address like name@example.com');

export const email: QuestionType = {
  label: 'Email',
  answerIs: 'email',
  settings: {},
  ...oneAnswer({ field: () => shape('email'), missing: 'Enter an email address', read: readEmail }),
  samples: [
    { sent: { '': ['ada@example.com'] }, gives: { '': 'ada@example.com' } },
    { sent: { '': ['zoë@münchen.de'] }, gives: { '': 'zoë@münchen.de' } },
    { sent: { '': ['用户@例子.广告'] }, gives: { '': '用户@例子.广告' } },
    { sent: { '': ['ada@localhost'] }, gives: 'Enter an email address like name@example.com' },
  ],
};
