import { describe, expect, it } from 'vitest';
import { answerCount } from './answer-count.ts';

describe('the count of answers on a card', () => {
  it.each([
    [null, null],
    [0, '0 answers'],
    [1, '1 answer'],
    [1_000, '1000 answers'],
    [1_001, '1000+ answers'],
    [2_000_000, '1000+ answers'],
  ])('of %s is %s', (submissions, text) => {
    expect(answerCount(submissions)).toBe(text);
  });
});
