import { defaultTemplate, type FieldShape, type Filter } from '@weft/core';
import { expect, it } from 'vitest';
import { canBeJudged, conditionEnv } from './answers.ts';

const env = conditionEnv(
  [
    {
      id: 'fld1',
      name: 'Guests',
      ...({ type: 'number', template: defaultTemplate('number') } as FieldShape),
    },
  ],
  '2026-03-05T12:00:00.000Z',
);
const about = (fieldId: string, operator: string, value?: unknown): Filter => ({
  conjunction: 'or',
  items: [{ conjunction: 'and', items: [{ fieldId, operator, value }] }],
});

it.each<[string, Filter, boolean]>([
  ['about a question there is', about('fld1', 'greater_than', 2), true],
  ['about a question that is gone', about('fldGone', 'greater_than', 2), false],
  ['that the type of the question does not know', about('fld1', 'contains', 'Ada'), false],
  ['with a value that the type does not take', about('fld1', 'greater_than', 'Ada'), false],
  ['without a value yet', about('fld1', 'greater_than'), true],
])('judges a condition %s', (_what, filter, expected) => {
  expect(canBeJudged(filter, env)).toBe(expected);
});
