import type { BlockType } from './block-type.ts';
import { manyRecords } from './record-settings.ts';

const { perPage: _, sort: __, ...settings } = manyRecords;

export const calendar: BlockType = {
  label: 'Calendar',
  group: 'records',
  settings: {
    ...settings,
    dateField: { kind: 'field', label: 'Day', use: 'day' },
    endField: { kind: 'field', label: 'Last day', use: 'day' },
  },
  needs: ['table', 'fields', 'dateField'],
  reads: 'many',
};
