import { err, ok } from '@weft/std';
import type { QuestionType } from './question-type.ts';

export const checkbox: QuestionType = {
  label: 'Checkbox',
  field: 'checkbox',
  missing: 'Tick this box to go on',
  read: (text) => (text === 'on' ? ok(true) : err('A box is ticked or not')),
};
