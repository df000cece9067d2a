import { must } from '@weft/std';
import { expect, it } from 'vitest';
import { askPage, conditionEnv } from '../../answers.ts';
import { type FormQuestion, fieldsOf } from '../../form-document.ts';

const asked = (id: string, type: FormQuestion['type'], settings: FormQuestion['settings']): FormQuestion => ({
  ...{ id, type, label: id, help: '', required: false, settings, choices: [], parts: [] },
  ...{ shownWhen: null, requiredWhen: null },
});

it('bounds of a percentage are computed in per cent, of percentages and of other numbers', () => {
  const questions = [
    asked('Deposit', 'percent', {}),
    asked('Most', 'number', {}),
    asked('Share', 'percent', { minimumFormula: '{{Deposit}} / 2', maximumFormula: '{{Most}}' }),
  ];
  const fault = (sent: { readonly [id: string]: string }) =>
    askPage(
      questions,
      new Map(),
      (id) => (sent[id] === undefined ? [] : [must(sent[id])]),
      conditionEnv(fieldsOf(questions), '2026-01-01T00:00:00.000Z'),
    ).faults.get('Share');
  expect(fault({ Deposit: '50%', Most: '60', Share: '30' })).toBeUndefined();
  expect(fault({ Deposit: '50%', Most: '60', Share: '20' })).toBe('Enter 25 or more');
  expect(fault({ Deposit: '50%', Most: '60', Share: '61' })).toBe('Enter 60 or less');
});
