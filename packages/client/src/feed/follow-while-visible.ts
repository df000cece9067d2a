import type { FeedEvent, Follow } from '../transport/transport.ts';

/**
 * A feed whose stream is open only while its page is visible, for browsers whose tabs cannot share one: hidden tabs
 * leave the connections to the visible one, and catch up when they are visible again.
 */
export function followWhileVisible<E extends FeedEvent>(
  follow: Follow<E>,
  /** Calls the listener at once with whether the page is visible, and whenever that changes. */
  onVisible: (listener: (visible: boolean) => void) => () => void,
): Follow<E> {
  return (id, sinceSeq, handlers) => {
    let last = sinceSeq;
    let stop: (() => void) | null = null;
    const unsubscribe = onVisible((visible) => {
      if (visible === (stop !== null)) return;
      stop?.();
      stop = visible
        ? follow(id, last, {
            ...handlers,
            onEvent: (event) => {
              last = event.seq;
              handlers.onEvent(event);
            },
          })
        : null;
    });
    return () => {
      unsubscribe();
      stop?.();
      stop = null;
    };
  };
}
