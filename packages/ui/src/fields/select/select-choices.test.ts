import { addOptions, type SelectTemplate } from '@weft/core';
import { expect, test } from 'vitest';
import { cellOfSearch, choicesFor, knownOptions } from './select-choices.ts';

let made = 0;
const withOptions = (...labels: readonly string[]): SelectTemplate =>
  addOptions({ options: [], disableColors: false }, labels, () => `o${made++}`);
const template = withOptions('Weaving', 'Quoted', 'Re-Quoted');
const optionOf = (label: string) => template.options.find((option) => option.label === label)?.value ?? '';
const one = { chosen: [], many: false, replaces: true };

test('a search leaves the options that contain it, the one of that name first', () => {
  const labels = (search: string) => choicesFor(template, search, true).options.map(({ label }) => label);
  expect(labels('')).toEqual(['Weaving', 'Quoted', 'Re-Quoted']);
  expect(labels('quoted')).toEqual(['Quoted', 'Re-Quoted']);
});

test('a text that is no option can be added; one that is cannot', () => {
  expect(choicesFor(template, ' Held ', true).add).toBe('Held');
  expect(choicesFor(template, 'quoted', true).add).toBe('quoted');
  expect(choicesFor(template, 'Quoted', true).add).toBeNull();
  expect(choicesFor(template, 'Held', false).add).toBeNull();
  expect(choicesFor(template, '  ', true).add).toBeNull();
});

test('a long list says how much more there is', () => {
  const long = withOptions(...Array.from({ length: 250 }, (_, index) => `Option ${index}`));
  expect(choicesFor(long, '', true)).toMatchObject({ more: 50 });
});

test('leaving chooses the option that was written out', () => {
  expect(cellOfSearch(template, { ...one, search: 'weaving' })).toEqual({ values: [optionOf('Weaving')] });
});

test('leaving a multiple select adds the option written out to the chosen ones', () => {
  const many = { many: true, chosen: [optionOf('Quoted')], replaces: true };
  expect(cellOfSearch(template, { ...many, search: 'Weaving' })).toEqual({
    values: [optionOf('Quoted'), optionOf('Weaving')],
  });
  expect(cellOfSearch(template, { ...many, search: 'Quoted' })).toBeNull();
  expect(cellOfSearch(template, { ...many, search: 'Held' })).toBeNull();
});

test('a text typed onto the cell that is no option is kept as text, a search is not', () => {
  expect(cellOfSearch(template, { ...one, search: 'Held' })).toEqual({ raw: 'Held' });
  expect(cellOfSearch(template, { ...one, search: 'Held', replaces: false })).toBeNull();
  expect(cellOfSearch(template, { ...one, search: ' ' })).toBeNull();
});

test('a cell is edited without the options its field has lost, which it would not take', () => {
  expect(knownOptions([optionOf('Quoted'), 'gone', optionOf('Weaving')], template)).toEqual([
    optionOf('Quoted'),
    optionOf('Weaving'),
  ]);
});
