import { defaultTemplate, type Field, type FieldKind } from '@weft/core';
import type { ImportedField } from '@weft/protocol';
import { expect, it } from 'vitest';
import { fieldVerdict } from './field-verdict.ts';

const source = (
  fieldType: FieldKind,
  template: object = defaultTemplate(fieldType) ?? {},
): ImportedField => ({
  ...{ sourceFieldIndex: 0, sourceFieldId: 'fld', fieldName: 'F', fieldType, template },
  ...{ sourceFieldType: 'multilineText', isPrimary: false, note: null },
});
const into = (type: FieldKind, template: object = defaultTemplate(type) ?? {}) =>
  ({ id: 'fld1', name: 'F', order: 0, type, template }) as unknown as Field;
const options = (...labels: readonly string[]) => ({
  options: labels.map((label) => ({ value: label, label, color: 'Blue' })),
});

it('says of each field what becomes of its values', () => {
  const text = source('long_text');
  expect(fieldVerdict(text, ['a'], undefined, true).words).toBe('Not imported');
  expect(fieldVerdict(text, ['a'], into('linked_record', { tableId: 't' }), true).words).toBe(
    'Linked by name',
  );
  expect(fieldVerdict(text, ['1', 'agreed by hand'], into('number'), true)).toEqual({
    tone: 'misfit',
    words: '1 of the first doesn’t fit',
  });
  expect(fieldVerdict(text, ['1', '2'], into('number'), true).words).toBe('The first fit');
  expect(fieldVerdict(source('number'), ['1', '2'], into('number'), true).words).toBe('All fit');
  expect(fieldVerdict(source('attachments'), ['a.png'], into('attachments'), true)).toEqual({
    tone: 'doubt',
    words: 'Up to 20 MB each',
  });
  expect(fieldVerdict(text, ['a.png'], into('attachments'), true).words).toBe('No files');
});

it('counts the labels of a select that there is no option of', () => {
  const select = source('single_select', options('Café', 'Hotel', 'Shop'));
  const target = into('single_select', options('Hotel'));
  expect(fieldVerdict(select, ['Café'], target, true)).toEqual({ tone: 'fits', words: '2 new options' });
  expect(fieldVerdict(select, ['Café'], target, false).words).toBe('2 values without option');
  expect(fieldVerdict(select, [], into('single_select', options('Café', 'Hotel', 'Shop')), true).words).toBe(
    'All fit',
  );
});
