import type { SaveState } from '@weft/client';

/**
 * Why something that the server alone can do cannot be done now, such as an undo; null when it can. Asked for now,
 * it would come at a moment nobody thinks of it any more. `what` begins a sentence: 'Undo'.
 */
export function awayText(what: string, save: SaveState, online: boolean): string | null {
  if (save.kind === 'signed-out') return `You’re signed out. ${what} works again once you sign in.`;
  if (save.kind === 'trashed')
    return `This database is in the trash. ${what} works again once it is restored.`;
  if (save.kind === 'offline' || !online)
    return `You’re offline. ${what} works again once the connection is back.`;
  return null;
}
