import type { BlockType } from './block-type.ts';

export const button: BlockType = {
  label: 'Button',
  group: 'control',
  settings: {
    text: { kind: 'text', label: 'Text', maxLength: 60 },
    action: { kind: 'action', label: 'When it is pressed' },
    look: {
      kind: 'pick',
      label: 'Look',
      options: [
        { value: 'primary', label: 'Filled' },
        { value: 'quiet', label: 'Outlined' },
      ],
    },
    confirm: { kind: 'text', label: 'Asked before', maxLength: 255 },
  },
  needs: ['text', 'action'],
  initial: { text: 'Button' },
};
