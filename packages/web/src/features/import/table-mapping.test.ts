import { emptyViewConfig, type Field, type Table } from '@weft/core';
import { expect, it } from 'vitest';
import {
  describeMapping,
  editMapping,
  mappingProblem,
  mappingVerdict,
  newField,
  proposedMapping,
} from './table-mapping.ts';
import { column, preview, reading } from './testing.ts';

const field = (id: string, name: string, type: string, template: object = {}): Field =>
  ({ id, name, type, template, order: 0 }) as Field;
const table: Table = {
  ...{ id: 'tbl', name: 'Orders', order: 0, primaryFieldId: 'order' },
  fields: [
    field('order', 'Order', 'single_line_text'),
    field('stage', 'Stage', 'single_select', {
      options: [{ value: 'a', label: 'Quoted', color: 'Red' }],
      disableColors: false,
    }),
    field('metres', 'Metres (m)', 'number'),
    field('files', 'Files', 'attachments'),
  ],
  views: [{ id: 'viw', name: 'Grid', type: 'grid', order: 0, config: emptyViewConfig }],
};
const labels = { single: ['Quoted', 'Sample'], multiple: null };
const stage = column(1, 'Status', 'single_line_text');
const file = preview([
  column(0, 'order', 'single_line_text'),
  { ...stage, fieldValidation: { ...stage.fieldValidation, labels } },
  column(2, 'METRES M', 'single_line_text', [reading('number', 3)]),
  column(3, 'Files', 'single_line_text'),
]);
const verdict = (mapping: ReturnType<typeof proposedMapping>, at: number) => {
  const [found] = file.config.columns.filter(({ sourceFieldIndex }) => sourceFieldIndex === at);
  return found && mappingVerdict(found, mapping).words;
};

it('matches columns with the fields of their names that take them, and says what fits', () => {
  const mapping = proposedMapping(table, file);
  expect(mapping.targets).toEqual({ 0: 'order', 2: 'metres' });
  expect([0, 1, 2].map((at) => verdict(mapping, at))).toEqual(['All fit', 'Not imported', '3 don’t fit']);
  const chosen = editMapping(mapping, { type: 'target', column: 1, target: 'stage' });
  expect(verdict(chosen, 1)).toBe('1 new option');
  expect(verdict(editMapping(chosen, { type: 'createOptions', on: false }), 1)).toBe(
    '1 value without option',
  );
});

it('gives a field to one column, and forgets a key that nothing goes into', () => {
  const keyed = editMapping(proposedMapping(table, file), { type: 'key', fieldId: 'order' });
  const moved = editMapping(keyed, { type: 'target', column: 3, target: 'order' });
  expect(moved).toMatchObject({ targets: { 2: 'metres', 3: 'order' }, key: 'order' });
  const none = editMapping(moved, { type: 'target', column: 3, target: null });
  expect(none.key).toBeNull();
  expect(mappingProblem(editMapping(none, { type: 'target', column: 2, target: newField }))).toBe(
    'Match at least one column with a field of Orders',
  );
});

it('travels as fields by column, with new ones by their names', () => {
  const mapping = editMapping(proposedMapping(table, file), { type: 'target', column: 1, target: newField });
  expect(describeMapping(editMapping(mapping, { type: 'key', fieldId: 'order' }), file)).toEqual({
    config: { tableName: 'Orders' },
    fieldMappings: [
      { sourceFieldIndex: 0, targetFieldId: 'order' },
      { sourceFieldIndex: 1, fieldName: 'Status' },
      { sourceFieldIndex: 2, targetFieldId: 'metres' },
    ],
    ...{ keyFieldId: 'order', createOptions: true, createLinks: false },
  });
});
