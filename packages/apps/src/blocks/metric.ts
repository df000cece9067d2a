import type { BlockType } from './block-type.ts';
import { chosenRecords, measures } from './record-settings.ts';

export const metric: BlockType = {
  label: 'Number',
  group: 'records',
  settings: { ...chosenRecords, measure: measures, field: { kind: 'field', label: 'Of', use: 'amount' } },
  needs: ['table'],
  reads: 'sums',
};
