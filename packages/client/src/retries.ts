import { AppError, errorKinds } from '@weft/std';
import { Later } from './transport.ts';

/** Milliseconds before a change is tried again while the network is away. */
const waits = [500, 1_000, 2_000, 5_000] as const;

/** Milliseconds a server that asks for a pause is left alone at most. */
const longestPause = 60_000;

/** Times a fault of the server itself is tried again: it may be of one moment, or of this very change. */
const mostFaults = 2;

/** Whether a fault passes by itself: the network's, or a server's that has too much to do. */
export const isPassing = (error: unknown): error is AppError =>
  error instanceof AppError && errorKinds[error.kind].retry;

/** What could not be sent: whether it is tried again, and when. */
export class Retries {
  #tries = 0;
  #faults = 0;

  /** Whether the last try came to nothing. */
  get away(): boolean {
    return this.#tries > 0;
  }

  /** Whether an error may pass by itself; faults of the server are counted. */
  passes(error: AppError): boolean {
    return (error.kind === 'internal' && this.#faults++ < mostFaults) || isPassing(error);
  }

  /** Milliseconds until the next try. */
  next(error: AppError): number {
    const usual = waits[Math.min(this.#tries++, waits.length - 1)] ?? 5_000;
    return error instanceof Later ? Math.max(usual, Math.min(error.after, longestPause)) : usual;
  }

  /** It arrived. */
  over(): void {
    this.#tries = 0;
    this.#faults = 0;
  }
}
