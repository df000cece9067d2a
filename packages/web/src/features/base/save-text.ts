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
    case 'trashed':
      return save.waiting === 0 ? 'In the trash' : `In the trash: ${changes(save.waiting)}`;
    case 'signed-out':
      return save.waiting === 0 ? 'Signed out' : `Signed out: ${changes(save.waiting)}`;
    case 'failed':
      return 'Couldn’t save';
  }
}

export interface Waiting {
  readonly waiting: number;
  /** Whether it outlives the page; false: the browser has no room for it. */
  readonly safe: boolean;
}

function keptText({ waiting, safe }: Waiting): string {
  const kept = waiting === 1 ? '1 change is kept' : `${waiting} changes are kept`;
  return `${kept} ${safe ? 'on this device' : 'only while this page is open, for this browser has no room for them,'}`;
}

export interface SignedOut extends Waiting {
  /** Whose changes wait. */
  readonly person: string;
  /** Who is signed in in this browser instead; null: nobody. */
  readonly stranger: string | null;
  /** Whether the person may change the base. */
  readonly edits: boolean;
}

/** What happened to the session, what becomes of the changes, and what to do. */
export function signedOutText({ person, stranger, waiting, safe, edits }: SignedOut): string {
  const happened =
    stranger === null
      ? 'You’re signed out.'
      : `This browser is signed in as ${stranger} now, not as ${person}.`;
  if (!edits) return `${happened} Sign in${stranger === null ? '' : ` as ${person}`} to see what changes.`;
  const when = stranger === null ? 'sent once you sign in again.' : `sent once ${person} signs in again.`;
  return waiting === 0
    ? `${happened} You can go on editing; your changes are kept on this device and ${when}`
    : `${happened} ${keptText({ waiting, safe })} and ${when}`;
}

/** What being in the trash means for changes. */
export function trashedText({ waiting, safe }: Waiting): string {
  if (waiting === 0)
    return 'This database is in the trash. It can be read; changes wait until it is restored.';
  return `This database is in the trash. ${keptText({ waiting, safe })} and sent once it is restored.`;
}

/** What being out of reach means for changes; `reached`: the device has a network. */
export function offlineText({ reached, waiting, safe }: Waiting & { readonly reached: boolean }): string {
  const happened = reached ? 'The server can’t be reached.' : 'You’re offline.';
  if (waiting === 0) return `${happened} You can go on editing what is open here.`;
  return safe
    ? `${happened} You can go on editing; your changes are kept and sent once the connection is back.`
    : `${happened} ${keptText({ waiting, safe })} and sent once the connection is back.`;
}
