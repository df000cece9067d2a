import type { SaveState } from '@weft/client';

const changes = (count: number): string => `${count} ${count === 1 ? 'change' : 'changes'} waiting`;

/** The save state in words, for the top bar. */
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
  /** Whether pending changes are stored on the device. */
  readonly safe: boolean;
}

/** When the pending changes will be sent; `when` ends the sentence: 'you sign in again'. */
function waitingText({ waiting, safe }: Waiting, when: string): string {
  const one = waiting === 1;
  const many = `${waiting} ${one ? 'change' : 'changes'}`;
  return safe
    ? `${many} ${one ? 'is' : 'are'} kept on this device and sent once ${when}.`
    : `${many} ${one ? 'has' : 'have'} no room in this browser’s storage: leave this page open. ${one ? 'It is' : 'They are'} sent once ${when}.`;
}

export interface SignedOut extends Waiting {
  /** Whose changes wait. */
  readonly person: string;
  /** Who is signed in in this browser instead; null: nobody. */
  readonly stranger: string | null;
  /** Whether the person may change the base. */
  readonly edits: boolean;
}

/** The text of the signed-out banner. */
export function signedOutText({ person, stranger, waiting, safe, edits }: SignedOut): string {
  const happened =
    stranger === null
      ? 'You’re signed out.'
      : `This browser is signed in as ${stranger} now, not as ${person}.`;
  if (!edits) return `${happened} Sign in${stranger === null ? '' : ` as ${person}`} to see what changes.`;
  const when = stranger === null ? 'you sign in again' : `${person} signs in again`;
  return waiting === 0
    ? `${happened} You can go on editing; your changes are kept on this device and sent once ${when}.`
    : `${happened} ${waitingText({ waiting, safe }, when)}`;
}

/** The text of the trash banner. */
export function trashedText(waits: Waiting): string {
  const happened = 'This database is in the trash.';
  return waits.waiting === 0
    ? `${happened} It can be read; changes wait until it is restored.`
    : `${happened} ${waitingText(waits, 'it is restored')}`;
}

/** The text of the offline banner; `reached`: the device has a network. */
export function offlineText({ reached, ...waits }: Waiting & { readonly reached: boolean }): string {
  const happened = reached ? 'The server can’t be reached.' : 'You’re offline.';
  if (waits.waiting === 0) return `${happened} You can go on editing what is open here.`;
  return waits.safe
    ? `${happened} You can go on editing; your changes are kept and sent once the connection is back.`
    : `${happened} ${waitingText(waits, 'the connection is back')}`;
}
