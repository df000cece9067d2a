import type { ActionType } from '@weft/history';

/** What the trash of a base holds: whoever may edit it brings these back, whoever did them. */
export const deletions: readonly ActionType[] = [
  'DELETE_TABLE',
  'DELETE_FIELD',
  'DELETE_VIEW',
  'DELETE_RECORD',
  'BULK_DELETE_RECORDS',
];
