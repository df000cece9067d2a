import type { BlockType } from './block-type.ts';
import { manyRecords } from './record-settings.ts';

export const gallery: BlockType = {
  label: 'Gallery',
  group: 'records',
  settings: { ...manyRecords, imageField: { kind: 'field', label: 'Pictures', use: 'image' } },
  needs: ['table', 'fields'],
  reads: 'many',
};
