import { useCallback, useSyncExternalStore } from 'react';

/** Who else has a flow open, as `Presence` of the client tells. */
export interface OthersHere<Person> {
  readonly others: readonly Person[];
  readonly subscribe: (listener: () => void) => () => void;
}

/** Who else has a flow open; drawn again whenever that has changed. */
export function useOthers<Person>(presence: OthersHere<Person>): readonly Person[] {
  const subscribe = useCallback((listener: () => void) => presence.subscribe(listener), [presence]);
  return useSyncExternalStore(subscribe, () => presence.others);
}
