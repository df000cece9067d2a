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
import { usualChoices } from '../settings.ts';

export const multipleChoice: QuestionType = {
  label: 'Multiple choice',
  takesMany: true,
  settings: { shuffle, ...manySettings, usual: usualChoices },
  choices,
  fault: manyFault,
  other,
  ...manyChoices,
  samples: manyChoicesSamples,
};
