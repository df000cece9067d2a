import type { AppError } from '@weft/std';
import { isTransient, RetryAfterError } from './errors.ts';
import type { After } from './timers.ts';

/** Milliseconds before each retry; the last is repeated. */
const backoff = [500, 1_000, 2_000, 5_000] as const;

/** Most milliseconds that a server's `Retry-After` is obeyed. */
const maxRetryAfter = 60_000;

/** Retries of an internal error of the server: it may pass, or be caused by this very change. */
const maxInternalErrors = 2;

/** Counts the failed attempts of one thing: whether to retry it, and when. */
export class RetryBackoff {
  #attempts = 0;
  #internalErrors = 0;

  /** Whether the last attempt failed. */
  get failing(): boolean {
    return this.#attempts > 0;
  }

  /** Whether to retry after this error; counts internal errors. */
  shouldRetry(error: AppError): boolean {
    return (error.kind === 'internal' && this.#internalErrors++ < maxInternalErrors) || isTransient(error);
  }

  /** Milliseconds until the next attempt; counts this one. */
  nextDelay(error: AppError): number {
    const usual = backoff[Math.min(this.#attempts++, backoff.length - 1)] ?? 5_000;
    return error instanceof RetryAfterError ? Math.max(usual, Math.min(error.after, maxRetryAfter)) : usual;
  }

  /** An attempt succeeded. */
  reset(): void {
    this.#attempts = 0;
    this.#internalErrors = 0;
  }
}

/** Reads something, retrying transient errors while `wanted`; throws the error otherwise. */
export type RetryRead = <T>(read: () => Promise<T>, wanted?: () => boolean) => Promise<T>;

/** `onFailing` is told of a read whose first retry failed too (1), and of its end (-1). */
export const retryWhileTransient =
  (after: After, onFailing: (change: 1 | -1) => void): RetryRead =>
  async (read, wanted = () => true) => {
    const retries = new RetryBackoff();
    let failures = 0;
    try {
      for (;;) {
        try {
          return await read();
        } catch (error) {
          if (!isTransient(error) || !wanted()) throw error;
          if (++failures === 2) onFailing(1);
          await new Promise<void>((resolve) => after(retries.nextDelay(error), resolve));
          if (!wanted()) throw error;
        }
      }
    } finally {
      if (failures > 1) onFailing(-1);
    }
  };
