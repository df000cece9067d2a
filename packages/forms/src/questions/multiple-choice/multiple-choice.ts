import {
  choices,
  manyChoices,
  manyChoicesSamples,
  manyFault,
  manySettings,
  other,
  shuffle,
} from '../choosing.ts';
import type { QuestionType } from '../question-type.ts';

export const multipleChoice: QuestionType = {
  label: 'Multiple choice',
  takesMany: true,
  settings: { shuffle, ...manySettings },
  choices,
  fault: manyFault,
  other,
  ...manyChoices,
  samples: manyChoicesSamples,
};
