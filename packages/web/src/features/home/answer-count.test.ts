import { describe, expect, it } from 'vitest';
import { answerText, unreadText } from './answer-count.ts';

describe('the count of answers', () => {
  it.each([
    [null, null],
    [0, '0 responses'],
    [1, '1 response'],
    [1_000, '1000 responses'],
    [1_001, '1000+ responses'],
    [2_000_000, '1000+ responses'],
  ])('of %s is %s', (submissions, text) => {
    expect(answerText(submissions, 'response')).toBe(text);
  });
});

it.each([
  [null, null],
  [0, null],
  [3, '3 new'],
  [1_001, '1000+ new'],
])('of %s that nobody has seen says %s', (unread, text) => {
  expect(unreadText(unread)).toBe(text);
});
