/** Milliseconds between two polls: as often as a stream's heartbeat. */
const lookEvery = 15_000;

/** A signal that comes with `signal`, or once what is looked at is no longer `first`. A look that fails says nothing. */
export function untilChanged(first: string, look: () => Promise<string>, signal: AbortSignal): AbortSignal {
  if (signal.aborted) return signal;
  const changed = new AbortController();
  const timer = setInterval(async () => {
    const now = await look().catch(() => first);
    if (now !== first) changed.abort();
  }, lookEvery);
  const ends = AbortSignal.any([signal, changed.signal]);
  ends.addEventListener('abort', () => clearInterval(timer), { once: true });
  return ends;
}
