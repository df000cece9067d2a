import type { ActionType } from './action-type.ts';

export const openLink: ActionType = {
  label: 'Open a link',
  settings: { link: { kind: 'link', label: 'Address' } },
  needs: ['link'],
};
