import type { BlockType } from './block-type.ts';
import { titleSetting } from './record-settings.ts';

export const section: BlockType = {
  label: 'Section',
  group: 'layout',
  settings: { title: titleSetting },
  needs: [],
  holds: 'any',
};
