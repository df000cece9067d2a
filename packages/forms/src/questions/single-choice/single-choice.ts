import { choices, oneChoice, oneChoiceSamples, shuffle } from '../choosing.ts';
import type { QuestionType } from '../question-type.ts';
import { usualChoices } from '../settings.ts';

export const singleChoice: QuestionType = {
  label: 'Single choice',
  settings: { shuffle, usual: usualChoices },
  choices,
  ...oneChoice,
  samples: oneChoiceSamples,
};
