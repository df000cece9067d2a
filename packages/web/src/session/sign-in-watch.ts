import type { Me } from '../api.ts';
import { queryClient, visitorQuery } from '../queries.ts';

/** Watches who is signed in while this page's person is not. */
export interface SignInWatch {
  /** Asks the server at once, as after signing in here. */
  readonly look: () => Promise<void>;
  readonly stop: () => void;
}

/**
 * Asks the server who is signed in, once and whenever the page becomes visible again, as after signing in in another
 * tab. It does not poll in between.
 */
export function watchSignIn(onPerson: (me: Me | null) => void): SignInWatch {
  const stop = new AbortController();
  const { signal } = stop;
  let asking: Promise<void> | null = null;
  const ask = async () => {
    try {
      const { me } = await queryClient.fetchQuery({ ...visitorQuery, staleTime: 0, retry: false });
      if (!signal.aborted) onPerson(me);
    } catch {
      // The server cannot be reached: asks again when the page becomes visible.
    }
    asking = null;
  };
  const look = (): Promise<void> => {
    asking ??= ask();
    return asking;
  };
  const whenSeen = () => void (document.visibilityState === 'visible' && look());
  document.addEventListener('visibilitychange', whenSeen, { signal });
  addEventListener('focus', whenSeen, { signal });
  addEventListener('online', whenSeen, { signal });
  void look();
  return { look, stop: () => stop.abort() };
}
