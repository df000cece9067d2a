import { choices, dropdownChoice, oneChoiceSamples } from '../choosing.ts';
import type { QuestionType } from '../question-type.ts';
import { usualChoices } from '../settings.ts';

export const dropdown: QuestionType = {
  label: 'Dropdown',
  settings: { usual: usualChoices },
  choices,
  ...dropdownChoice,
  samples: oneChoiceSamples,
};
