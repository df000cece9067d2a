import type { Field, FieldEnv, FieldKind } from '@weft/core';
import { sampleField } from '@weft/core/testing';
import { describe, expect, test } from 'vitest';
import { cellOfText, openingText, takesText, textAfterPaste } from './cell-text-input.ts';

const env: FieldEnv = { timeZone: 'America/New_York', locale: 'en-US' };
const field = (type: FieldKind, template: object = {}): Field => sampleField(type, template);

describe('a typed text becomes', () => {
  test.each([
    ['single_line_text', ' kept as typed ', { value: ' kept as typed ' }],
    ['number', '1234.5', { value: 1234.5 }],
    ['number', '-7', { value: -7 }],
    ['number', 'about 12', { value: null, raw: 'about 12' }],
    ['currency', '19.99', { value: 19.99 }],
    ['percent', '25', { value: 0.25 }],
    ['duration', '90', { value: 90 }],
    ['duration', '1:15:75', { value: null, raw: '1:15:75' }],
    ['date', '3/5/2026', { value: '2026-03-05T00:00:00.000Z' }],
    ['date', 'next week', { value: null, raw: 'next week' }],
    ['datetime', '03/05/2026 3:00 PM', { value: '2026-03-05T20:00:00.000Z' }],
    ['email', 'not an address', { value: 'not an address' }],
    ['phone_number', '+1 212 555 0100', { value: '+1 212 555 0100' }],
  ] as const)('%s %j', (type, text, cell) => {
    expect(cellOfText(field(type), text, env)).toEqual(cell);
  });
  test.each(['single_line_text', 'long_text', 'number', 'date', 'url'] as const)(
    'no %s when emptied',
    (type) => {
      expect(cellOfText(field(type), '  ', env)).toEqual({ value: null });
    },
  );
});

test('opening a cell shows all its digits, and leaving it as it is reads them back', () => {
  const price = field('currency', { decimalPlaces: 0 });
  const text = openingText(price, 1234.5678, undefined, env);
  expect(text).toBe('1234.5678');
  expect(cellOfText(price, text, env)).toEqual({ value: 1234.5678 });
});

test('a cell opens with the text that did not fit', () => {
  expect(openingText(field('number'), null, 'about 12', env)).toBe('about 12');
});

test('a number takes no letter, and a minus only where negatives are allowed', () => {
  expect(takesText(field('number'), '-1.5', env)).toBe(true);
  expect(takesText(field('number'), '1a', env)).toBe(false);
  expect(takesText(field('percent'), '-1', env)).toBe(false);
  expect(takesText(field('percent', { allowNegative: true }), '-1', env)).toBe(true);
  expect(takesText(field('number', { numberFormat: 'period_comma' }), '1,5', env)).toBe(true);
});

describe('a paste', () => {
  const paste = (of: Field, pasted: string, before = '') =>
    textAfterPaste(of, { before, pasted, next: before + pasted }, env);
  test('into a number loses the signs around it', () => {
    expect(paste(field('currency'), '$1,234.50')).toBe('1234.5');
    expect(paste(field('percent'), ' 25% ')).toBe('25');
  });
  test('of no number, or of a negative where there are none, empties the box', () => {
    expect(paste(field('number'), 'five', '42')).toBe('');
    expect(paste(field('percent'), '-5%')).toBe('');
  });
  test('of what the box takes anyway is like typing', () => {
    expect(paste(field('number'), '23', '1')).toBeNull();
  });
  test('of no date leaves the date there was', () => {
    expect(paste(field('date'), 'soon', '03/05/2026')).toBe('03/05/2026');
    expect(paste(field('date'), '03/05/2026')).toBeNull();
  });
  test('into a text is the browser’s', () => {
    expect(paste(field('email'), 'ada@example.com')).toBeNull();
  });
});
