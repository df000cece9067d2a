import { expect, it } from 'vitest';
import { attemptWords, leftOut, saidIn } from './run-words.ts';

it('a run tells what was left out behind the address of what was made', () => {
  const said = 'Added a record https://airtable.com/app1/rec1 “three” does not fit Age and was left out.';
  expect(saidIn(said)).toEqual({
    words: 'Added a record',
    url: 'https://airtable.com/app1/rec1',
    notes: '“three” does not fit Age and was left out.',
  });
  expect(saidIn('Added a row https://x.example/1')).toMatchObject({ words: 'Added a row', notes: '' });
  expect(saidIn('Posted a message')).toEqual({ words: 'Posted a message', notes: '', url: null });
  expect([leftOut(said), leftOut('Added a record')]).toEqual([true, false]);
});

it('attempts are a sentence of their own', () => {
  expect(attemptWords('Posted a message', 2)).toBe('Posted a message. 2 attempts');
  expect(attemptWords('It was left out.', 3)).toBe('It was left out. 3 attempts');
  expect(attemptWords('Posted a message', 1)).toBe('Posted a message');
});
