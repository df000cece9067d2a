import type { BlockType } from './block-type.ts';
import { oneRecord, recordSetting } from './record-settings.ts';

export const detail: BlockType = {
  label: 'Details',
  group: 'records',
  settings: { ...oneRecord, record: recordSetting },
  needs: ['table', 'fields'],
  reads: 'one',
};
