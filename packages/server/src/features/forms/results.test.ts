import { expect, it } from 'vitest';
import { readSession } from './results.ts';

const listed = (sent: readonly (readonly [string, string])[]) =>
  readSession([], { sent, updatedAt: '2026-01-01T00:00:00.000Z' });

it('an unfinished answer is listed as it was sent', () => {
  expect(listed([['fldname', 'Ada']])).toEqual([{ question: '–', answer: 'Ada' }]);
});

it.each([
  ['a long text', [['fldname', '🐍'.repeat(125_000)]]],
  ['many texts', Array.from({ length: 2_000 }, () => ['fldname', 'x'.repeat(60)])],
  ['many empty texts', Array.from({ length: 2_000 }, () => ['fldname', ''])],
] as [string, [string, string][]][])('a list shows only the beginning of an answer of %s', (_what, sent) => {
  const answers = listed(sent);
  const text = JSON.stringify(answers);
  expect(text.length).toBeLessThan(50_000);
  expect(answers.at(-1)?.answer).toMatch(/longer than this list shows\.$/);
  expect(text.isWellFormed()).toBe(true);
});
