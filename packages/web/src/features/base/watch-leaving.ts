export interface Leaving {
  /** The page may be going away, and never be shown again. */
  readonly onLeave: () => void;
  /** Whether something would be lost with the page now. */
  readonly loses: () => boolean;
}

/** Tells when the page may be going away; the browser asks whether to leave where something would be lost. */
export function watchLeaving({ onLeave, loses }: Leaving, signal: AbortSignal): void {
  document.addEventListener('visibilitychange', () => document.visibilityState === 'hidden' && onLeave(), {
    signal,
  });
  addEventListener('pagehide', onLeave, { signal });
  addEventListener('beforeunload', (event) => loses() && event.preventDefault(), { signal });
}
