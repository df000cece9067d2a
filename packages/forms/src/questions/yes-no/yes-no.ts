import { err, ok } from '@weft/std';
import type { Choice } from '../question.ts';
import type { QuestionType } from '../question-type.ts';
import { oneAnswer, selectTemplate } from '../reading.ts';

export const yesNoChoices: readonly Choice[] = [
  { id: 'yes', label: 'Yes' },
  { id: 'no', label: 'No' },
];

export const yesNo: QuestionType = {
  label: 'Yes/no',
  settings: {},
  ...oneAnswer({
    field: () => ({ type: 'single_select', template: selectTemplate(yesNoChoices) }),
    missing: 'Choose yes or no',
    read: (text) => (text === 'yes' || text === 'no' ? ok(text) : err('Choose yes or no')),
  }),
  samples: [
    { sent: { '': ['no'] }, gives: { '': 'no' } },
    { sent: { '': ['maybe'] }, gives: 'Choose yes or no' },
  ],
};
