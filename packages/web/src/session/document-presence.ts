import { Presence } from '@weft/client';
import type { PresentEditor, PresentPlace } from '@weft/protocol';
import { whenTimeOrOnline } from '../rpc.ts';
import { newId } from './new-id.ts';

/** Who else has a document open, and where in its draft each is. */
export type DocumentPresence = Presence<PresentEditor, PresentPlace>;

/** What a tab tells of itself. */
export interface OwnPlace {
  readonly tabId: string;
  readonly place: PresentPlace | null;
  readonly leaves: boolean;
}

export const documentPresence = (
  userId: string,
  send: (own: OwnPlace, options: { readonly keepalive: boolean }) => Promise<unknown>,
): DocumentPresence =>
  new Presence({
    ...{ userId, tabId: newId('act'), after: whenTimeOrOnline },
    send: ({ at, ...tab }) => send({ ...tab, place: at }, { keepalive: tab.leaves }),
  });

/** Tells others that the document is open here, as long as it is looked at. */
export function tellWhileSeen(presence: DocumentPresence, isOpen: () => boolean, signal: AbortSignal): void {
  const look = () => presence.look(!signal.aborted && isOpen() && document.visibilityState === 'visible');
  look();
  document.addEventListener('visibilitychange', look, { signal });
  signal.addEventListener('abort', look);
}
