import { err, ok } from '@weft/std';
import type { QuestionType } from '../question-type.ts';
import { oneAnswer, shape } from '../reading.ts';

export const readTicked = (text: string) => (text === 'on' ? ok(true) : err('A box is ticked or not'));

export const checkbox: QuestionType = {
  label: 'Checkbox',
  settings: {},
  ...oneAnswer({ field: () => shape('checkbox'), missing: 'Tick this box to go on', read: readTicked }),
  samples: [
    { sent: { '': ['on'] }, gives: { '': true } },
    { sent: { '': ['true'] }, gives: 'A box is ticked or not' },
  ],
};
