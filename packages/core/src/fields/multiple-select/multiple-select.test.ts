import { describe, expect, it } from 'vitest';
import { describeFieldType } from '../field-type-laws.ts';
import type { SelectTemplate } from '../templates.ts';
import { multipleSelectType } from './multiple-select.ts';

describeFieldType(multipleSelectType);

const template: SelectTemplate = {
  options: [
    { value: 'r', label: 'Red', color: 'Red' },
    { value: 'g', label: 'Green', color: 'Green' },
    { value: 'x', label: 'Red, green or blue', color: 'Blue' },
  ],
  disableColors: false,
};
const env = { timeZone: 'UTC', locale: 'en' };

describe('multiple select', () => {
  it('splits a pasted text on commas and removes duplicates', () => {
    expect(multipleSelectType.fromPaste('green, Red,green', template, env)).toEqual({
      ok: true,
      value: ['g', 'r'],
    });
  });

  it('takes a label with commas that is not quoted, when it is no list of labels', () => {
    expect(multipleSelectType.parse('red, green or blue', template, env)).toEqual({ ok: true, value: ['x'] });
  });

  it('refuses the whole text when one label is unknown, so that none is dropped', () => {
    expect(multipleSelectType.parse('Red, Mauve', template, env)).toEqual({
      ok: false,
      error: "'Mauve' is not one of the options",
    });
  });

  it('stores no value twice and the empty list as null', () => {
    expect(multipleSelectType.validate(['r', 'g', 'r'], template)).toEqual({ ok: true, value: ['r', 'g'] });
    expect(multipleSelectType.validate([], template)).toEqual({ ok: true, value: null });
    expect(multipleSelectType.validate(['r', 'gone'], template).ok).toBe(false);
  });
});
