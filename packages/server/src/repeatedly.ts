import { setTimeout } from 'node:timers/promises';

/** Does something again and again until it is stopped; a round that fails is followed by the next. */
export function repeatedly(
  interval: number,
  work: () => Promise<void>,
): { readonly stop: () => Promise<void> } {
  const stopping = new AbortController();
  const { signal } = stopping;
  // A base removed elsewhere, or a database that is down for a moment: the next round recovers.
  const again = async (): Promise<void> => {
    while (!signal.aborted) {
      await setTimeout(interval, undefined, { ref: false, signal }).catch(() => {});
      if (!signal.aborted) await work().catch(() => {});
    }
  };
  const working = again();
  return {
    /** Waits for a round that is under way, not for the next. */
    stop: () => {
      stopping.abort();
      return working;
    },
  };
}
