import type { BlockType } from './block-type.ts';

/** What stands in it directly stands side by side. */
export const columns: BlockType = {
  label: 'Columns',
  group: 'layout',
  settings: {},
  needs: [],
  holds: 'any',
};
