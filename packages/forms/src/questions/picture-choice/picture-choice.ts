import { choices, oneChoice, oneChoiceSamples, shuffle } from '../choosing.ts';
import { pictureFault } from '../pictures.ts';
import type { QuestionType } from '../question-type.ts';

export const pictureChoice: QuestionType = {
  label: 'Picture choice',
  settings: { shuffle },
  choices,
  hasPictures: true,
  fault: pictureFault,
  ...oneChoice,
  samples: oneChoiceSamples,
};
