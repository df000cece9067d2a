import { mostFields } from '../settings.ts';
import type { BlockType } from './block-type.ts';

export const filterBar: BlockType = {
  label: 'Filter bar',
  group: 'control',
  settings: {
    target: { kind: 'target', label: 'Filters' },
    fields: { kind: 'fields', label: 'By', most: mostFields },
  },
  needs: ['target', 'fields'],
};
