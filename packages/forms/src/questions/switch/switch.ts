import { readTicked } from '../checkbox/checkbox.ts';
import type { QuestionType } from '../question-type.ts';
import { oneAnswer, shape } from '../reading.ts';

export const switchQuestion: QuestionType = {
  label: 'Switch',
  settings: {},
  ...oneAnswer({ field: () => shape('checkbox'), missing: 'Turn this on to go on', read: readTicked }),
  samples: [
    { sent: { '': ['on'] }, gives: { '': true } },
    { sent: { '': ['off'] }, gives: 'A box is ticked or not' },
  ],
};
