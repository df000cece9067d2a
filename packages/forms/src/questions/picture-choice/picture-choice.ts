import { choices, oneChoice, oneChoiceSamples, shuffle } from '../choosing.ts';
import { pictureFault } from '../pictures.ts';
import type { QuestionType } from '../question-type.ts';
import { usualChoices } from '../settings.ts';

export const pictureChoice: QuestionType = {
  label: 'Picture choice',
  settings: { shuffle, usual: usualChoices },
  choices,
  hasPictures: true,
  fault: pictureFault,
  ...oneChoice,
  samples: oneChoiceSamples,
};
