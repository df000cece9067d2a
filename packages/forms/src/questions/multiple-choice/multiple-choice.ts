import { choices, manyChoices, manyChoicesSamples, manyFault, manySettings, shuffle } from '../choosing.ts';
import type { QuestionType } from '../question-type.ts';

export const multipleChoice: QuestionType = {
  label: 'Multiple choice',
  settings: { shuffle, ...manySettings },
  choices,
  fault: manyFault,
  ...manyChoices,
  samples: manyChoicesSamples,
};
