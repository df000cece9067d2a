import { must } from '@weft/std';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readAnswers } from './answers.ts';
import type { Question } from './form-document.ts';
import { type QuestionTypeName, questionTypeNames } from './questions/question-types.ts';

const ask = (type: QuestionTypeName, required = false): Question => ({
  id: 'q',
  type,
  label: type,
  help: '',
  required,
});

const reading = (type: QuestionTypeName, text: string): unknown => {
  const read = readAnswers([ask(type)], [['q', text]]);
  return read.ok ? must(read.value.get('q'), 'the answer') : read.error.map(({ reason }) => reason);
};

describe('an answer', () => {
  it.each([
    ['short_text', ' Ada ', 'Ada'],
    ['long_text', 'one\r\ntwo', 'one\ntwo'],
    ['email', 'ada@example.com', 'ada@example.com'],
    ['number', '12', 12],
    ['number', '-1.5', -1.5],
    ['number', '1,5', 1.5],
    ['number', '.25', 0.25],
    ['checkbox', 'on', true],
  ] as const)('of %s, %j, is the value %j (A2 to A6)', (type, text, value) => {
    expect(reading(type, text)).toEqual(value);
  });

  it.each([
    ['short_text', 'a\nb', 'Use one line'],
    ['short_text', 'x'.repeat(1_001), 'Use at most 1,000 characters: there are 1,001'],
    ['long_text', 'nul \0 in it', 'This has characters that cannot be stored'],
    ['long_text', 'half \ud800 of one', 'This has characters that cannot be stored'],
    ['email', 'ada@localhost', 'Enter an email address like name@example.com'],
    ['number', 'twelve', 'Enter a number like 12 or 12.5'],
    ['number', '1,500', 'Write the number without a thousands separator'],
    ['number', '9'.repeat(310), 'Enter a number like 12 or 12.5'],
    ['number', 'Infinity', 'Enter a number like 12 or 12.5'],
    ['checkbox', 'true', 'A box is ticked or not'],
  ] as const)('of %s, %j, is refused (A3 to A6)', (type, text, reason) => {
    expect(reading(type, text)).toEqual([reason]);
  });

  it.each(questionTypeNames)('of %s that is required cannot be left out, nor be spaces (A2)', (type) => {
    expect(readAnswers([ask(type, true)], []).ok).toBe(false);
    expect(readAnswers([ask(type, true)], [['q', '  \n']]).ok).toBe(false);
    expect(readAnswers([ask(type)], [['q', '  \n']])).toEqual({ ok: true, value: new Map() });
  });

  it('of a question that is not asked, or asked once, is refused (A1)', () => {
    for (const key of ['r', '__proto__', 'constructor', 'toString', ''])
      expect(readAnswers([ask('short_text')], [[key, 'x']])).toMatchObject({
        error: [{ path: key, reason: 'This form has no such question' }],
      });
    expect(
      readAnswers(
        [ask('short_text')],
        [
          ['q', 'x'],
          ['q', 'y'],
        ],
      ),
    ).toMatchObject({
      error: [{ path: 'q', reason: 'This was answered twice' }],
    });
  });
});

it('names every fault, and is taken only without any (A7)', () => {
  const questions = questionTypeNames.map((type) => ({ ...ask(type, true), id: type }));
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.constantFrom(...questionTypeNames, 'other'), fc.string())), (sent) => {
      const read = readAnswers(questions, sent);
      if (read.ok) expect([...read.value.keys()].sort()).toEqual([...questionTypeNames].sort());
      else {
        const paths = read.error.map(({ path }) => path);
        expect(new Set(paths).size).toBe(paths.length);
        const named = new Set(sent.map(([id]) => id));
        for (const type of questionTypeNames) if (!named.has(type)) expect(paths).toContain(type);
      }
    }),
  );
});
