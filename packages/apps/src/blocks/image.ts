import type { BlockType } from './block-type.ts';

export const image: BlockType = {
  label: 'Image',
  group: 'content',
  settings: {
    image: { kind: 'image', label: 'Image' },
    alt: { kind: 'text', label: 'Description for who does not see it', maxLength: 255 },
    link: { kind: 'link', label: 'Leads to' },
  },
  needs: ['image', 'alt'],
};
