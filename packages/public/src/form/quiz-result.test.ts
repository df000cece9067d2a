import { expect, it } from 'vitest';
import { wordsFor } from '../languages/words.ts';
import { quizOutcome } from './quiz-result.ts';

const result = { points: 0, passed: false, needed: 0, questions: [], leaderboard: null };
const shown = (most: number) => quizOutcome({ ...result, most }, 'Thank you', wordsFor('en')).text;

it('says how many points there are, and nothing of points where there are none to be had', () => {
  expect(shown(10)).toContain('0 of 10 points.');
  expect(shown(0)).toBe('<h1 tabindex="-1">Thank you</h1>');
});
