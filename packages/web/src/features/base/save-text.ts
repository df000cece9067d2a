import type { SaveState } from '@weft/client';

const changes = (count: number): string => `${count} ${count === 1 ? 'change' : 'changes'} waiting`;

/** What the top bar says of the person's changes. */
export function saveText(save: SaveState): string {
  switch (save.kind) {
    case 'saved':
      return 'All changes saved';
    case 'saving':
      return 'Saving…';
    case 'offline':
      return `Offline: ${changes(save.waiting)}`;
    case 'signed-out':
      return save.waiting === 0 ? 'Signed out' : `Signed out: ${changes(save.waiting)}`;
    case 'failed':
      return 'Couldn’t save';
  }
}

export interface SignedOut {
  /** Whose changes wait. */
  readonly person: string;
  /** Who is signed in in this browser instead; null: nobody. */
  readonly stranger: string | null;
  readonly waiting: number;
  /** Whether the person may change the base. */
  readonly edits: boolean;
}

/** What happened to the session, what becomes of the changes, and what to do. */
export function signedOutText({ person, stranger, waiting, edits }: SignedOut): string {
  const happened =
    stranger === null ? 'You’re signed out.' : `${stranger} is signed in in this browser now, not ${person}.`;
  if (!edits) return `${happened} Sign in${stranger === null ? '' : ` as ${person}`} to see what changes.`;
  const kept = waiting === 1 ? '1 change is kept' : `${waiting} changes are kept`;
  const when = stranger === null ? 'sent once you sign in again.' : `sent once ${person} signs in again.`;
  return waiting === 0
    ? `${happened} You can go on editing; your changes are kept on this device and ${when}`
    : `${happened} ${kept} on this device and ${when}`;
}
