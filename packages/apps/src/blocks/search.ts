import type { BlockType } from './block-type.ts';

export const search: BlockType = {
  label: 'Search',
  group: 'control',
  settings: {
    target: { kind: 'target', label: 'Searches' },
    placeholder: { kind: 'text', label: 'Hint in it', maxLength: 100 },
  },
  needs: ['target'],
};
