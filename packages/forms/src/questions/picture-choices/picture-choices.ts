import {
  choices,
  manyChoices,
  manyChoicesSamples,
  manyFault,
  manySettings,
  other,
  shuffle,
} from '../choosing.ts';
import { pictureFault } from '../pictures.ts';
import type { QuestionType } from '../question-type.ts';
import { usualChoices } from '../settings.ts';

export const pictureChoices: QuestionType = {
  label: 'Picture choice, several',
  takesMany: true,
  settings: { shuffle, ...manySettings, usual: usualChoices },
  choices,
  hasPictures: true,
  fault: (question) => manyFault(question) ?? pictureFault(question),
  other,
  ...manyChoices,
  samples: manyChoicesSamples,
};
