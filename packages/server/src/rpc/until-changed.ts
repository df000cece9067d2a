/**
 * Milliseconds between two polls. With the five seconds that another server may have cached a role for, and the time to
 * connect again, who lost a right has lost it on the screen within 15 seconds.
 */
const pollInterval = 7_000;

/** A signal that aborts with `signal`, or once `look` no longer answers `first`. A failed poll is ignored. */
export function untilChanged(first: string, look: () => Promise<string>, signal: AbortSignal): AbortSignal {
  if (signal.aborted) return signal;
  const changed = new AbortController();
  const timer = setInterval(async () => {
    const now = await look().catch(() => first);
    if (now !== first) changed.abort();
  }, pollInterval);
  const ends = AbortSignal.any([signal, changed.signal]);
  ends.addEventListener('abort', () => clearInterval(timer), { once: true });
  return ends;
}
