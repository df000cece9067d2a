import type { BlockType } from './block-type.ts';

export const tabs: BlockType = {
  label: 'Tabs',
  group: 'layout',
  settings: {},
  needs: [],
  holds: 'sections',
};
