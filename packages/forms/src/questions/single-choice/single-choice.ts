import { choices, oneChoice, oneChoiceSamples, shuffle } from '../choosing.ts';
import type { QuestionType } from '../question-type.ts';

export const singleChoice: QuestionType = {
  label: 'Single choice',
  settings: { shuffle },
  choices,
  ...oneChoice,
  samples: oneChoiceSamples,
};
