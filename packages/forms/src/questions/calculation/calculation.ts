import type { CellValue } from '@weft/core';
import { compute, longestFormula, readFormula, rounded } from '../formula.ts';
import type { Question } from '../question.ts';
import type { QuestionType } from '../question-type.ts';
import { answer, noAnswer, shape } from '../reading.ts';
import { isOn, numberOf, textOf } from '../settings.ts';

/** What was computed, as people see it; empty where it is no number. */
export function calculationText(question: Pick<Question, 'settings'>, value: CellValue | undefined): string {
  if (typeof value !== 'number') return '';
  const decimals = numberOf(question, 'decimals');
  const digits =
    decimals === null
      ? { maximumFractionDigits: 6 }
      : { minimumFractionDigits: decimals, maximumFractionDigits: decimals };
  const sign = textOf(question, 'symbol').trim();
  const text = new Intl.NumberFormat('en-US', digits).format(value);
  return sign === '' ? text : `${sign} ${text}`;
}

/** Whether it is computed for texts, conditions and the results alone. */
export const isUnseen = (question: Pick<Question, 'settings'>): boolean => isOn(question, 'unseen');

/** A number that follows from answers. Whatever a browser sends of it, it is computed anew. */
export const calculation: QuestionType = {
  label: 'Calculation',
  isContent: true,
  settings: {
    formula: {
      kind: 'text',
      label: 'Formula',
      hint: '{{Guests}} * 12.5 with names of earlier questions; + - * / ( ), min, max, sum, round, abs, if({{Guests}} > 5, 100, 20).',
      maxLength: longestFormula,
      lines: 'many',
    },
    symbol: { kind: 'text', label: 'Symbol before it', maxLength: 5 },
    decimals: { kind: 'integer', label: 'Decimals', min: 0, max: 6 },
    unseen: { kind: 'flag', label: 'Don’t show it' },
  },
  fault: (question) => {
    const formula = readFormula(textOf(question, 'formula'));
    return formula.ok ? null : formula.error;
  },
  formulas: (question) => [textOf(question, 'formula')],
  fields: ({ id, label }) => [{ id, name: label, ...shape('number') }],
  read: (question, _textsOf, { numberNamed }) => {
    const formula = readFormula(textOf(question, 'formula'));
    const value = formula.ok ? compute(formula.value, (name) => numberNamed(name) ?? 0) : null;
    if (value === null) return noAnswer;
    const decimals = numberOf(question, 'decimals');
    return answer(question.id, decimals === null ? value : rounded(value, decimals) + 0);
  },
  samples: [
    { settings: { formula: '(2 + 3) * 4' }, sent: {}, gives: { '': 20 } },
    { settings: { formula: '2 / 3', decimals: 2 }, sent: { '': ['1000000'] }, gives: { '': 0.67 } },
    { settings: { formula: '33.3 * 0.25', decimals: 2 }, sent: {}, gives: { '': 8.33 } },
    { settings: { formula: '0 - 10.1 * 0.25', decimals: 2 }, sent: {}, gives: { '': -2.53 } },
    { settings: { formula: '1 / 0' }, sent: { '': ['5'] }, gives: {} },
  ],
};
