import type { FieldSamples } from '../field-type.ts';
import type { RatingTemplate } from '../templates.ts';

export const ratingSamples: FieldSamples<number, RatingTemplate> = {
  templates: [{ maxRating: 5 }, { maxRating: 1 }, { maxRating: 10 }, {}],
  values: [1, 2, 3, 5, 10],
  unfit: ['11', '-1', '2.5', 'abc', '★', '1e1', '5/5', '1 2', '٣x'],
};
