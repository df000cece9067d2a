import { setTimeout } from 'node:timers/promises';

/** Does something again and again until it is stopped; a round that fails is followed by the next. */
export function repeatedly(
  interval: number,
  work: () => Promise<void>,
): { readonly stop: () => Promise<void> } {
  let stopped = false;
  // A base removed elsewhere, or a database that is down for a moment: the next round recovers.
  const again = async (): Promise<void> => {
    while (!stopped) {
      await setTimeout(interval, undefined, { ref: false });
      if (!stopped) await work().catch(() => {});
    }
  };
  const working = again();
  return {
    stop: () => {
      stopped = true;
      return working;
    },
  };
}
