import { err, ok } from '@weft/std';
import type { QuestionType } from '../question-type.ts';
import { oneAnswer, shape } from '../reading.ts';

/** Digits with what people write between them, and an extension. */
const pattern = /^\+?[\d\s().\-/]{4,40}(?:\s?(?:x|ext\.?)\s?\d{1,6})?$/i;

export const readPhone = (text: string) => {
  const digits = text.replace(/\D/g, '').length;
  // A cell holds one line; `\s` would let its breaks through.
  return pattern.test(text) && !/[\r\n\u2028\u2029]/.test(text) && digits >= 4 && digits <= 21
    ? ok(text)
    : err('Enter a phone number like +44 20 7946 0958');
};

export const phone: QuestionType = {
  label: 'Phone',
  settings: {},
  ...oneAnswer({ field: () => shape('phone_number'), missing: 'Enter a phone number', read: readPhone }),
  samples: [
    { sent: { '': ['+44 (0)20 7946-0958'] }, gives: { '': '+44 (0)20 7946-0958' } },
    { sent: { '': ['555 0100 ext. 12'] }, gives: { '': '555 0100 ext. 12' } },
    { sent: { '': ['+44 20\u20287946 0958'] }, gives: 'Enter a phone number like +44 20 7946 0958' },
    { sent: { '': ['ask me'] }, gives: 'Enter a phone number like +44 20 7946 0958' },
    { sent: { '': ['...---...'] }, gives: 'Enter a phone number like +44 20 7946 0958' },
  ],
};
