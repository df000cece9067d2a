import { err, ok } from '@weft/std';
import type { Question } from '../question.ts';
import type { QuestionType } from '../question-type.ts';
import { oneAnswer, shape } from '../reading.ts';
import { numberOf } from '../settings.ts';

export const starsOf = (question: Question): number => numberOf(question, 'stars') ?? 5;

export const rating: QuestionType = {
  label: 'Rating',
  settings: { stars: { kind: 'integer', label: 'Stars', min: 2, max: 10, usual: 5 } },
  ...oneAnswer({
    field: (question) => shape('rating', { maxRating: starsOf(question) }),
    missing: 'Choose a rating',
    read: (text, question) =>
      /^\d{1,2}$/.test(text) && Number(text) >= 1 && Number(text) <= starsOf(question)
        ? ok(Number(text))
        : err(`Choose from 1 to ${starsOf(question)}`),
  }),
  samples: [
    { sent: { '': ['4'] }, gives: { '': 4 } },
    { sent: { '': ['0'] }, gives: 'Choose from 1 to 5' },
    { settings: { stars: 3 }, sent: { '': ['4'] }, gives: 'Choose from 1 to 3' },
  ],
};
