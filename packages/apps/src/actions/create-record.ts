import type { ActionType } from './action-type.ts';

export const createRecord: ActionType = {
  label: 'Add a record',
  settings: {
    table: { kind: 'table', label: 'To the table' },
    values: { kind: 'values', label: 'With these values' },
  },
  needs: ['table', 'values'],
  writes: 'create',
  byServer: true,
};
