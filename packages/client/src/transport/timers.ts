/** Schedules a callback in so many milliseconds; the answer cancels it. */
export type After = (milliseconds: number, callback: () => void) => () => void;

/** Resolves after milliseconds, or at once when aborted. */
export function delay(after: After, milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      cancel();
      signal.removeEventListener('abort', end);
      resolve();
    };
    const cancel = after(milliseconds, end);
    signal.addEventListener('abort', end);
    if (signal.aborted) end();
  });
}

/** Resolves after milliseconds, or at once when aborted or when the device is online again. */
export type Delay = (milliseconds: number, signal: AbortSignal) => Promise<void>;

/** The idle timeout of one request. */
export interface IdleTimeout {
  /** Aborts the request: it was idle for too long, or `end` was called. */
  readonly signal: AbortSignal;
  /** Data arrived: starts the timeout anew. */
  readonly touch: () => void;
  readonly end: () => void;
}

/**
 * Aborts a request on which nothing arrives for `timeout` to twice `timeout` milliseconds. A laptop that slept or a
 * changed network leaves half-open connections behind, which neither side is told of.
 */
export function idleTimeout(timeout: number, wait: Delay, outer?: AbortSignal): IdleTimeout {
  const own = new AbortController();
  const signal = outer === undefined ? own.signal : AbortSignal.any([own.signal, outer]);
  let touched = 0;
  const watch = async () => {
    for (let seen = -1; seen !== touched && !signal.aborted; ) {
      seen = touched;
      await wait(timeout, signal);
    }
    own.abort();
  };
  void watch();
  return {
    signal,
    touch: () => {
      touched++;
    },
    end: () => own.abort(),
  };
}
