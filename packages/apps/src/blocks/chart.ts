import type { BlockType } from './block-type.ts';
import { chosenRecords, measures } from './record-settings.ts';

export const chart: BlockType = {
  label: 'Chart',
  group: 'records',
  settings: {
    ...chosenRecords,
    shape: {
      kind: 'pick',
      label: 'Drawn as',
      options: [
        { value: 'bar', label: 'Bars' },
        { value: 'line', label: 'Line' },
        { value: 'pie', label: 'Pie' },
      ],
    },
    measure: measures,
    field: { kind: 'field', label: 'Of', use: 'amount' },
    groupField: { kind: 'field', label: 'By', use: 'group' },
    unit: {
      kind: 'pick',
      label: 'Days by',
      options: [
        { value: 'month', label: 'Month' },
        { value: 'day', label: 'Day' },
        { value: 'week', label: 'Week' },
        { value: 'year', label: 'Year' },
      ],
    },
  },
  needs: ['table', 'groupField'],
  reads: 'sums',
};
