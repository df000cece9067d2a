import type { ActionType } from './action-type.ts';

export const openPage: ActionType = {
  label: 'Open a page',
  settings: { page: { kind: 'page', label: 'Page' } },
  needs: ['page'],
};
