import { content } from '../content.ts';
import type { QuestionType } from '../question-type.ts';

export const spacer: QuestionType = {
  label: 'Spacer',
  needsNoLabel: true,
  settings: {
    height: {
      kind: 'pick',
      label: 'Height',
      options: [
        { value: 'medium', label: 'Medium' },
        { value: 'small', label: 'Small' },
        { value: 'large', label: 'Large' },
      ],
    },
  },
  ...content,
};
