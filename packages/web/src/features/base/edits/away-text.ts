import type { SaveState } from '@weft/client';

/**
 * Why an operation that only the server can do, such as undo, cannot be done now; null when it can. It is refused rather
 * than queued: it would happen when nobody expects it any more. `what` begins a sentence: 'Undo'.
 */
export function awayText(what: string, save: SaveState, online: boolean): string | null {
  if (save.kind === 'signed-out') return `You’re signed out. ${what} works again once you sign in.`;
  if (save.kind === 'trashed')
    return `This database is in the trash. ${what} works again once it is restored.`;
  if (save.kind === 'offline' || !online)
    return `You’re offline. ${what} works again once the connection is back.`;
  return null;
}
