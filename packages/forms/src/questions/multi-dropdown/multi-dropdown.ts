import { choices, manyChoices, manyChoicesSamples, manyFault, manySettings } from '../choosing.ts';
import type { QuestionType } from '../question-type.ts';
import { usualChoices } from '../settings.ts';

export const multiDropdown: QuestionType = {
  label: 'Multi-dropdown',
  takesMany: true,
  settings: { ...manySettings, usual: usualChoices },
  choices,
  fault: manyFault,
  ...manyChoices,
  samples: manyChoicesSamples,
};
