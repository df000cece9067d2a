import { choices, manyChoices, manyChoicesSamples, manyFault, manySettings } from '../choosing.ts';
import type { QuestionType } from '../question-type.ts';

export const multiDropdown: QuestionType = {
  label: 'Multi-dropdown',
  takesMany: true,
  settings: { ...manySettings },
  choices,
  fault: manyFault,
  ...manyChoices,
  samples: manyChoicesSamples,
};
