import type { Field } from '@weft/core';
import type { RecordAnswer } from '@weft/protocol';
import { expect, it } from 'vitest';
import { NamesOfField } from './names-of-field.ts';

const env = { timeZone: 'UTC', locale: 'en-US' };
const record = (id: string, value: unknown) => ({ id, data: { f: value } }) as unknown as RecordAnswer;

it('finds the first record of a name, one that is written the same before one that only folds to it', () => {
  const field: Field = { id: 'f', name: 'Name', type: 'single_line_text', order: 0, template: {} };
  const names = new NamesOfField(field, ['Ada', 'BEN', 'Cleo'], env);
  expect(names.filters.items).toHaveLength(3);
  const records = [record('1', 'ada'), record('2', 'Ada'), record('3', 'Ada'), record('4', 'ben')];
  expect([...names.among(records)]).toEqual([
    ['Ada', '2'],
    ['BEN', '4'],
  ]);
});

it('finds numbers however they are written, and leaves out what is none', () => {
  const template = { decimalPlaces: 2, numberFormat: 'comma_period' } as const;
  const field: Field = { id: 'f', name: 'No', type: 'number', order: 0, template };
  const names = new NamesOfField(field, ['1,234.50', 'twelve'], env);
  expect(names.filters.items).toEqual([{ fieldId: 'f', operator: 'equals', value: 1234.5 }]);
  expect([...names.among([record('1', 1234.5)])]).toEqual([['1,234.50', '1']]);
});
