import { urlLink } from '@weft/core';
import { err, ok } from '@weft/std';
import type { QuestionType } from '../question-type.ts';
import { oneAnswer, shape } from '../reading.ts';

const longest = 2_000;

export const url: QuestionType = {
  label: 'URL',
  answerIs: 'link',
  settings: {},
  ...oneAnswer({
    field: () => shape('url'),
    missing: 'Enter a web address',
    read: (text) =>
      text.length <= longest && /^https?:/i.test(urlLink(text) ?? '')
        ? ok(text)
        : err('Enter a web address like https://example.com'),
  }),
  samples: [
    { sent: { '': ['example.com/a'] }, gives: { '': 'example.com/a' } },
    { sent: { '': ['javascript:alert(1)'] }, gives: 'Enter a web address like https://example.com' },
    { sent: { '': ['no address'] }, gives: 'Enter a web address like https://example.com' },
  ],
};
