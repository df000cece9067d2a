import type { Transport } from './transport.ts';

/**
 * A feed whose stream is open only while its page is looked at, for browsers that cannot share one between tabs: those
 * in the background leave the connections to the one in front, and read what they missed when they come back.
 */
export function whileSeen(
  follow: Transport['follow'],
  /** Tells at once whether the page is looked at, and whenever that changes. */
  onSeen: (listener: (seen: boolean) => void) => () => void,
): Transport['follow'] {
  return (basePublicId, sinceSeq, handlers) => {
    let last = sinceSeq;
    let stop: (() => void) | null = null;
    const forget = onSeen((seen) => {
      if (seen === (stop !== null)) return;
      stop?.();
      stop = seen
        ? follow(basePublicId, last, {
            ...handlers,
            onEvent: (event) => {
              last = event.seq;
              handlers.onEvent(event);
            },
          })
        : null;
    });
    return () => {
      forget();
      stop?.();
      stop = null;
    };
  };
}
