import { inputsInParts } from '../inputs-in-parts.ts';
import type { QuestionType } from '../question-type.ts';
import { readText, shape } from '../reading.ts';

const part = (name: string, label: string, missing: string) => ({
  ...{ name, label, missing },
  field: shape('single_line_text'),
  read: readText(200, 'one'),
});

export const nameParts = [
  part('first', 'First name', 'Enter a first name'),
  part('last', 'Last name', 'Enter a last name'),
] as const;

export const fullName: QuestionType = {
  label: 'Full name',
  settings: {},
  namesSomebody: true,
  ...inputsInParts('Parts', nameParts, ' '),
  samples: [
    { sent: { 0: ['Ada'], 1: ['Lovelace'] }, gives: { 0: 'Ada', 1: 'Lovelace' } },
    { sent: { 0: ['Ada', 'Eve'] }, gives: 'This was answered twice' },
  ],
};
