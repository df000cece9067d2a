/** The part of the browser's lock manager that is needed here; a held lock of a closed page is let go by the browser. */
export interface Locks {
  /**
   * Calls `held` when the lock is there and keeps it until that promise settles. Rejects when `signal` aborts the wait,
   * and at once when another page steals the lock. With `ifAvailable`, `held` is given null where another holds it.
   */
  request(
    name: string,
    options: {
      readonly ifAvailable?: boolean;
      readonly steal?: boolean;
      readonly signal?: AbortSignal;
    },
    held: (lock: unknown) => Promise<void>,
  ): Promise<unknown>;
}
