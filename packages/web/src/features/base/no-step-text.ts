import type { SaveState } from '@weft/client';

/**
 * Why no step back or forward can be taken now; null when one can. The history is the server's: a step asked for without
 * it would come at a moment nobody thinks of it any more.
 */
export function noStepText(way: 'undo' | 'redo', save: SaveState, online: boolean): string | null {
  const doing = way === 'undo' ? 'Undo' : 'Redo';
  if (save.kind === 'signed-out') return `You’re signed out. ${doing} works again once you sign in.`;
  if (save.kind === 'offline' || !online)
    return `You’re offline. ${doing} works again once the connection is back.`;
  return null;
}
