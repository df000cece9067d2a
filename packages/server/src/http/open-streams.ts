import { AppError } from '@weft/std';
import type { Caller } from './caller.ts';

/** Streams one person may have open at once: a browser has one for each database that is open in it. */
export const maxStreams = 50;

type Reader = Pick<Caller, 'userId' | 'sessionId'>;

/** Registry of open streams by person and session: signing out ends them at once, and their number is limited. */
export class OpenStreams {
  readonly #bySession = new Map<string, Set<AbortController>>();
  readonly #countOf = new Map<string, number>();

  /** Registers a stream until the returned function is called; throws when the person has too many. */
  add({ userId, sessionId }: Reader, controller: AbortController): () => void {
    const count = this.#countOf.get(userId) ?? 0;
    if (count >= maxStreams)
      throw new AppError(
        'rate-limit',
        `You have ${maxStreams} live connections open, the most for one person: close some pages or programs and try again`,
      );
    this.#countOf.set(userId, count + 1);
    const streams = this.#bySession.get(sessionId) ?? new Set();
    this.#bySession.set(sessionId, streams.add(controller));
    return () => {
      if (!streams.delete(controller)) return;
      if (streams.size === 0) this.#bySession.delete(sessionId);
      const left = (this.#countOf.get(userId) ?? 0) - 1;
      if (left > 0) this.#countOf.set(userId, left);
      else this.#countOf.delete(userId);
    };
  }

  /** `reason` is told to whoever reads them. */
  endSession(sessionId: string, reason?: AppError): void {
    for (const controller of this.#bySession.get(sessionId) ?? []) controller.abort(reason);
  }

  endAll(): void {
    for (const sessionId of this.#bySession.keys()) this.endSession(sessionId);
  }
}
