import type { BlockType } from './block-type.ts';

/** Characters of a text. */
const longestText = 20_000;

export const text: BlockType = {
  label: 'Text',
  group: 'content',
  settings: {
    text: { kind: 'text', label: 'Text', hint: 'Markdown', maxLength: longestText, lines: 'many' },
  },
  needs: [],
};
