import type { BlockType } from './block-type.ts';
import { manyRecords } from './record-settings.ts';

export const table: BlockType = {
  label: 'Table',
  group: 'records',
  settings: manyRecords,
  needs: ['table', 'fields'],
  reads: 'many',
};
