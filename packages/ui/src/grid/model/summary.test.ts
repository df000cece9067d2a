import type { BaseRecord, CellValue } from '@weft/core';
import { sampleField } from '@weft/core/testing';
import { describe, expect, it } from 'vitest';
import { figuresOf } from './summary.ts';

const env = { timeZone: 'UTC', locale: 'en-US' };
const records = (...values: readonly CellValue[]): readonly BaseRecord[] =>
  values.map((value, place) => ({
    id: `rec${place}`,
    data: { fld: value },
    position: place,
    createdAt: '',
    updatedAt: '',
  }));
const said = (type: Parameters<typeof sampleField>[0], settings: object, ...values: readonly CellValue[]) =>
  figuresOf(records(...values), sampleField(type, settings), env).map(({ name, text }) => `${name} ${text}`);

describe('what a selected range comes to', () => {
  it('adds amounts up as the cells show them', () => {
    expect(said('currency', { currencySymbol: '€', decimalPlaces: 2 }, 660, 2150, null)).toEqual([
      'Sum €2,810.00',
      'Avg €1,405.00',
    ]);
  });

  it('says the mean of percentages, and not their sum', () => {
    expect(said('percent', {}, 0.2, 0.6)).toEqual(['Avg 40.00%']);
  });

  it('says the first and last day, and how many boxes are checked', () => {
    const [first, last] = said('date', {}, '2026-11-28T00:00:00.000Z', '2026-01-15T00:00:00.000Z');
    expect(first).toMatch(/^Earliest .*2026/);
    expect(last).toMatch(/^Latest .*2026/);
    expect(said('checkbox', {}, true, false, true)).toEqual(['Checked 2']);
  });

  it('has nothing to add up in text, in empty cells and in values of a kind the field no longer is', () => {
    expect(said('single_line_text', {}, 'Linen', 'Wool')).toEqual([]);
    expect(said('number', {}, null, null)).toEqual([]);
    expect(said('number', {}, 'Linen', 4)).toEqual(['Sum 4', 'Avg 4.00']);
  });
});
