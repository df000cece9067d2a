import type { SaveState } from '@weft/client';

/** What the top bar says of the person's changes. */
export function saveText(save: SaveState): string {
  switch (save.kind) {
    case 'saved':
      return 'All changes saved';
    case 'saving':
      return 'Saving…';
    case 'offline':
      return `Offline: ${save.waiting} ${save.waiting === 1 ? 'change' : 'changes'} waiting`;
    case 'failed':
      return 'Couldn’t save';
  }
}
