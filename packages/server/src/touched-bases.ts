/** 'Last updated' is a matter of minutes to its readers: one write per base in these milliseconds is enough. */
const touchEvery = 30_000;

/**
 * Says of bases when they were last changed, for those who look at the list of them. `touched` holds when it was last
 * said of each, in that order, for as long as that keeps it from being said again.
 */
export function throttledTouch(
  say: (baseId: string) => Promise<unknown>,
  now: () => number,
  touched = new Map<string, number>(),
): (baseId: string) => void {
  return (baseId) => {
    const moment = now();
    if (moment - (touched.get(baseId) ?? Number.NEGATIVE_INFINITY) < touchEvery) return;
    for (const [known, since] of touched) {
      if (moment - since < touchEvery) break;
      touched.delete(known);
    }
    touched.set(baseId, moment);
    // Nobody waits for it, and the next change says it again.
    say(baseId).catch(() => touched.delete(baseId));
  };
}
