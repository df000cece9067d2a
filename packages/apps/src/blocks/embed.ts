import type { BlockType } from './block-type.ts';
import { titleSetting } from './record-settings.ts';

export const embed: BlockType = {
  label: 'Embed',
  group: 'content',
  settings: {
    link: { kind: 'link', label: 'Address' },
    title: titleSetting,
    height: { kind: 'integer', label: 'Height in pixels', min: 80, max: 2_000, usual: 400 },
  },
  needs: ['link', 'title'],
};
