import type { BlockType } from './block-type.ts';
import { manyRecords } from './record-settings.ts';

export const kanban: BlockType = {
  label: 'Kanban',
  group: 'records',
  settings: {
    ...manyRecords,
    groupField: { kind: 'field', label: 'A column for each', use: 'option' },
    moves: { kind: 'flag', label: 'People may move cards' },
  },
  needs: ['table', 'fields', 'groupField'],
  reads: 'many',
};
