import { choices, dropdownChoice, oneChoiceSamples } from '../choosing.ts';
import type { QuestionType } from '../question-type.ts';

export const dropdown: QuestionType = {
  label: 'Dropdown',
  settings: {},
  choices,
  ...dropdownChoice,
  samples: oneChoiceSamples,
};
