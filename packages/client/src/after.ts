/** Calls back after milliseconds; the answer cancels. */
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
