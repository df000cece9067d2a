/** Resolves after milliseconds, or at once when aborted or when the device finds its network again. */
export type Delay = (milliseconds: number, signal: AbortSignal) => Promise<void>;

/** A watch over one request. */
export interface Watch {
  /** Aborts the request: the other side has said nothing for too long, or `end` was called. */
  readonly signal: AbortSignal;
  /** The other side has said something. */
  readonly heard: () => void;
  readonly end: () => void;
}

/**
 * Ends a request on which nothing comes any more, within twice `most` milliseconds: a laptop that slept, a network that
 * changed. Neither side is told of that by the network, and both would wait for ever.
 */
export function watchSilence(most: number, delay: Delay, outer?: AbortSignal): Watch {
  const own = new AbortController();
  const signal = outer === undefined ? own.signal : AbortSignal.any([own.signal, outer]);
  let words = 0;
  const watch = async () => {
    for (let known = -1; known !== words && !signal.aborted; ) {
      known = words;
      await delay(most, signal);
    }
    own.abort();
  };
  void watch();
  return {
    signal,
    heard: () => {
      words++;
    },
    end: () => own.abort(),
  };
}
