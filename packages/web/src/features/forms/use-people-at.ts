import type { PresentEditor, PresentPlace } from '@weft/protocol';
import { useCallback, useSyncExternalStore } from 'react';
import type { FormSession } from './form-session.ts';

/** Who else has a page in front of them, or (`blockId`) a block selected; drawn again only where that has changed. */
export function usePeopleAt(
  { presence }: Pick<FormSession, 'presence'>,
  key: keyof PresentPlace,
  id: string,
): readonly PresentEditor[] {
  const subscribe = useCallback((listener: () => void) => presence.subscribe(listener), [presence]);
  const at = () => presence.others.filter(({ place }) => place?.[key] === id);
  useSyncExternalStore(subscribe, () =>
    at()
      .map(({ userId }) => userId)
      .join(),
  );
  return at();
}
