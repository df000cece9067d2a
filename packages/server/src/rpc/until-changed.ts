/** Milliseconds between two polls: as often as a stream's heartbeat. */
const pollInterval = 15_000;

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
