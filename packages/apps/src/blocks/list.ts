import type { BlockType } from './block-type.ts';
import { manyRecords } from './record-settings.ts';

export const list: BlockType = {
  label: 'List',
  group: 'records',
  settings: manyRecords,
  needs: ['table', 'fields'],
  reads: 'many',
};
