import type { ActionType } from './action-type.ts';

export const updateRecord: ActionType = {
  label: 'Change the record',
  settings: { values: { kind: 'values', label: 'To these values' } },
  needs: ['values'],
  ofRecord: true,
  writes: 'update',
  byServer: true,
};
