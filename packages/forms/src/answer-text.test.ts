import { expect, it } from 'vitest';
import { answerText, namedTexts } from './answer-text.ts';
import type { FormQuestion } from './form-document.ts';
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

it('the name of a question in parts stands for all that was answered of it', () => {
  const question: FormQuestion = {
    ...{ id: 'name', type: 'full_name', label: 'Who?', help: '', required: false, settings: {} },
    ...{ choices: [], shownWhen: null, requiredWhen: null },
    parts: ['first', 'last'].map((name) => ({ id: name, name, label: name })),
  };
  const told = (answers: object) => namedTexts([question], new Map(Object.entries(answers)));
  expect(told({ first: 'Ada', last: 'Lovelace' })).toEqual([
    ['Who?: first', 'Ada'],
    ['Who?: last', 'Lovelace'],
    ['Who?', 'Ada Lovelace'],
  ]);
  expect(told({ last: 'Lovelace' }).at(-1)).toEqual(['Who?', 'Lovelace']);
  expect(told({})).toEqual([]);
});
