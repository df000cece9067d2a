import type { BaseRecord, CellValue, Field } from '@weft/core';
import { expect, it } from 'vitest';
import { deletedText, optionsGone, withOption } from './deleted-options.ts';

const option = (label: string, value = `val${label}`) => ({ value, label, color: 'Blue' as const });
const of = (...labels: readonly string[]) => ({
  options: labels.map((label) => option(label)),
  disableColors: false,
});

it('says which option a field has lost, or how many, and nothing where it has lost none', () => {
  expect(deletedText(optionsGone(of('A', 'B'), of('B')))).toBe('Option A deleted');
  expect(deletedText(optionsGone(of('A', 'B', 'C'), of('C', 'D')))).toBe('2 options deleted');
  expect(deletedText(optionsGone(of('A'), of('A', 'B')))).toBeNull();
  expect(deletedText(optionsGone({}, {}))).toBeNull();
  expect(deletedText(optionsGone(undefined, of('A')))).toBeNull();
});

it('counts an option whose name was emptied as gone', () => {
  const after = { options: [option(' ', 'valA'), option('B')], disableColors: false };
  expect(optionsGone(of('A', 'B'), after)).toEqual([option('A')]);
});

const field = (type: 'single_select' | 'multiple_select'): Field => ({
  ...{ id: 'fld', name: 'Stage', order: 0 },
  ...{ type, template: of('A', 'B', 'C') },
});
const record = (id: string, value: CellValue): BaseRecord => ({
  ...{ id, position: 1, createdAt: '', updatedAt: '' },
  data: { fld: value },
});

it('puts another option in the place of one that goes, and leaves other cells alone', () => {
  const records = [record('rec1', 'valA'), record('rec2', 'valB'), record('rec3', null)];
  expect(withOption(field('single_select'), records, [option('A')], 'valC')).toEqual([
    { id: 'rec1', cells: { fld: { value: 'valC' } } },
  ]);
});

it('puts it into lists once, where the first one stood', () => {
  const records = [record('rec1', ['valA', 'valC', 'valB']), record('rec2', ['valC'])];
  expect(withOption(field('multiple_select'), records, [option('A'), option('B')], 'valC')).toEqual([
    { id: 'rec1', cells: { fld: { value: ['valC'] } } },
  ]);
  expect(withOption(field('multiple_select'), records, [option('C')], 'valB')).toEqual([
    { id: 'rec1', cells: { fld: { value: ['valA', 'valB'] } } },
    { id: 'rec2', cells: { fld: { value: ['valB'] } } },
  ]);
});
