import { readTicked } from '../checkbox/checkbox.ts';
import type { QuestionType } from '../question-type.ts';
import { oneAnswer, shape } from '../reading.ts';

/** What somebody agrees to, in full, above the box. */
export const consent: QuestionType = {
  label: 'Consent',
  settings: {
    terms: { kind: 'text', isSaid: true, label: 'What is agreed to', maxLength: 5_000, lines: 'many' },
  },
  ...oneAnswer({ field: () => shape('checkbox'), missing: 'Agree to go on', read: readTicked }),
  samples: [
    { sent: { '': ['on'] }, gives: { '': true } },
    { sent: { '': ['yes'] }, gives: 'A box is ticked or not' },
  ],
};
