import type { Table } from '@weft/core';
import type { ImportedField } from '@weft/protocol';
import { expect, it } from 'vitest';
import { freeTarget, proposedTargets, withTarget } from './field-targets.ts';

const table = {
  fields: [
    { id: 'fld1', name: 'Name', type: 'single_line_text', template: {} },
    { id: 'fld2', name: 'Due date', type: 'date', template: {} },
    { id: 'fld3', name: 'Made', type: 'created_time', template: {} },
  ],
} as unknown as Table;
const imported = (sourceFieldId: string, fieldName: string) =>
  ({ sourceFieldId, fieldName }) as unknown as ImportedField;

it('matches fields by their names, and none that the server keeps itself', () => {
  const fields = [
    imported('a', 'name'),
    imported('b', 'Due-Date'),
    imported('c', 'Made'),
    imported('d', 'Name'),
  ];
  expect(proposedTargets(table, fields)).toEqual({ a: 'fld1', b: 'fld2' });
});

it('lets a field take one column', () => {
  const moved = withTarget({ a: 'fld1', b: 'fld2' }, 'b', 'fld1');
  expect(moved).toEqual({ b: 'fld1' });
  expect(withTarget(moved, 'b', null)).toEqual({});
});

it('gives a field that is to be imported after all the one of its name, or the first free one of its type', () => {
  const typed = (fieldName: string, fieldType: ImportedField['fieldType']) =>
    ({ ...imported('x', fieldName), fieldType }) as ImportedField;
  expect(freeTarget(table, {}, typed('Due date', 'single_line_text'))).toBe('fld2');
  expect(freeTarget(table, {}, typed('Title', 'single_line_text'))).toBe('fld1');
  expect(freeTarget(table, { a: 'fld1' }, typed('Title', 'single_line_text'))).toBeNull();
});
