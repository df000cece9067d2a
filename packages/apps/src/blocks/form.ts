import type { BlockType } from './block-type.ts';
import { oneRecord, recordSetting } from './record-settings.ts';

const longestButton = 60;
const longestDone = 500;

export const form: BlockType = {
  label: 'Form',
  group: 'records',
  settings: {
    ...oneRecord,
    fields: { ...oneRecord.fields, use: 'written' },
    inputs: { kind: 'inputs', label: 'How it asks' },
    mode: {
      kind: 'pick',
      label: 'It',
      options: [
        { value: 'create', label: 'Adds a record' },
        { value: 'update', label: 'Changes a record' },
      ],
    },
    record: recordSetting,
    presets: { kind: 'values', label: 'Filled in by the app' },
    button: { kind: 'text', label: 'Button', maxLength: longestButton },
    done: { kind: 'text', label: 'Said when it is sent', maxLength: longestDone },
    after: { kind: 'action', label: 'And then' },
  },
  needs: ['table', 'fields'],
  reads: 'one',
  takes: true,
};
