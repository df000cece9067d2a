import type { ActionType } from './action-type.ts';

export const deleteRecord: ActionType = {
  label: 'Delete the record',
  settings: { page: { kind: 'page', label: 'Then open' } },
  needs: [],
  ofRecord: true,
  writes: 'delete',
  byServer: true,
};
