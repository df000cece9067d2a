import { expect, it } from 'vitest';
import { answerText } from './answer-text.ts';
import { selectTemplate, shape } from './questions/reading.ts';

const german = { locale: 'de', yes: 'Ja', no: 'Nein' };
const day = '1993-04-12T00:00:00.000Z';

it('a day is written out in the language of whoever reads it, unless its author says how', () => {
  expect(answerText(shape('date', { dateFormat: 'local' }), day)).toBe('April 12, 1993');
  expect(answerText(shape('date', { dateFormat: 'local' }), day, german)).toBe('12. April 1993');
  expect(answerText(shape('date', { dateFormat: 'european' }), day)).toBe('12/04/1993');
  expect(answerText(shape('date', { dateFormat: 'iso' }), day, german)).toBe('1993-04-12');
});

it('choices are listed as they are called, and no quotation mark is added', () => {
  const choices = ['C" third', 'B; second', 'Red', 'Blue'].map((label, at) => ({ id: `c${at}`, label }));
  const field = { type: 'multiple_select' as const, template: selectTemplate(choices) };
  expect(answerText(field, ['c2', 'c3', 'c0'])).toBe('Red, Blue, C" third');
  expect(answerText(field, ['c0', 'c1', 'c2'])).toBe('C" third; B; second; Red');
});
