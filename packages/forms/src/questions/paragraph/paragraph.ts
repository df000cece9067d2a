import { content } from '../content.ts';
import type { QuestionType } from '../question-type.ts';

export const paragraph: QuestionType = {
  label: 'Text',
  needsNoLabel: true,
  settings: {
    text: {
      kind: 'text',
      isSaid: true,
      label: 'Text',
      hint: 'An empty line begins a paragraph, “- ” a list. **Bold**, *italic*, [link](https://example.com).',
      maxLength: 5_000,
      lines: 'many',
    },
  },
  ...content,
};
