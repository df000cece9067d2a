import type { BlockType } from './block-type.ts';

export const heading: BlockType = {
  label: 'Heading',
  group: 'content',
  settings: {
    text: { kind: 'text', label: 'Text', maxLength: 255 },
    field: {
      kind: 'field',
      label: 'Or what the record of the page has in',
      ofPage: true,
    },
    level: {
      kind: 'pick',
      label: 'Size',
      options: [
        { value: 'large', label: 'Large' },
        { value: 'medium', label: 'Medium' },
        { value: 'small', label: 'Small' },
      ],
    },
  },
  needs: [],
};
