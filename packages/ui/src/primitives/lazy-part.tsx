import { type ComponentType, type ReactNode, useEffect, useSyncExternalStore } from 'react';

/** Where a part that is fetched when it is asked for stands; `error`: why it did not come, null while it is on its way. */
export interface PartOnItsWay {
  readonly error: unknown;
  readonly retry: () => void;
}

export interface LazyPart<Props> {
  (props: Props): ReactNode;
  /** Fetches the part before it is asked for; that it could not be fetched is said when it is. */
  readonly preload: () => Promise<void>;
}

/**
 * A component fetched when it is first shown. Until it is there `Meanwhile` stands in its place, also when it cannot be
 * fetched: asked for again, or once the network is back, it is tried anew. What stands around it is never lost.
 */
export function lazyPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  Meanwhile: ComponentType<Props & { readonly part: PartOnItsWay }>,
): LazyPart<Props> {
  let state: { readonly Part: ComponentType<Props> | null; readonly error: unknown } = {
    Part: null,
    error: null,
  };
  let loading: Promise<void> | null = null;
  const listeners = new Set<() => void>();
  const set = (next: typeof state) => {
    state = next;
    for (const listener of listeners) listener();
  };
  const fetchOnce = async () => {
    if (state.error !== null) set({ Part: null, error: null });
    try {
      set({ Part: await load(), error: null });
    } catch (error) {
      // Of a part nobody waits for nothing is said: when it is asked for it is tried anew.
      set({ Part: null, error: listeners.size === 0 ? null : error });
    } finally {
      loading = null;
    }
  };
  const fetchPart = async () => {
    if (state.Part !== null) return;
    loading ??= fetchOnce();
    await loading;
  };
  const subscribe = (listener: () => void) => {
    listeners.add(listener);
    return () => {
      listeners.delete(listener);
      if (listeners.size === 0) state = { ...state, error: null };
    };
  };
  const retry = () => void fetchPart();
  const read = () => state;

  function Lazy(props: Props) {
    const { Part, error } = useSyncExternalStore(subscribe, read, read);
    useEffect(() => {
      retry();
      addEventListener('online', retry);
      return () => removeEventListener('online', retry);
    }, []);
    return Part === null ? <Meanwhile {...props} part={{ error, retry }} /> : <Part {...props} />;
  }
  return Object.assign(Lazy, { preload: fetchPart });
}
