import type { Me } from '../../api.ts';
import { queryClient, visitorQuery } from '../../queries.ts';

/** Somebody signed out, or whose place in this browser another has taken. */
export interface SignInWatch {
  /** Looks at once, as after signing in here. */
  readonly look: () => Promise<void>;
  readonly stop: () => void;
}

/**
 * Asks who is signed in in this browser now, once and whenever the page is looked at again: a person signs in in
 * another tab and comes back. Nothing is asked in between.
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
      // The server is out of reach: the next look asks again.
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
