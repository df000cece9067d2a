export interface Leaving {
  /** The page may be about to unload. */
  readonly onLeave: () => void;
  /** Whether unsaved work would be lost with the page now. */
  readonly loses: () => boolean;
}

/** Calls back when the page may be about to unload; the browser asks for confirmation where work would be lost. */
export function watchLeaving({ onLeave, loses }: Leaving, signal: AbortSignal): void {
  document.addEventListener('visibilitychange', () => document.visibilityState === 'hidden' && onLeave(), {
    signal,
  });
  addEventListener('pagehide', onLeave, { signal });
  addEventListener('beforeunload', (event) => loses() && event.preventDefault(), { signal });
}
