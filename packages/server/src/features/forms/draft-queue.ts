/** Drafts of one form that are written at once, and of all forms together. */
const atOnce = { ofForm: 2, ofAll: 8 };
/** Drafts of one form that wait for their turn; who comes later is to come again. */
const mostWaiting = 50;
/** Seconds after which whoever found no turn is to try again. */
export const retryDraftAfter = 3;

interface Draft<T> {
  readonly write: () => Promise<T>;
  readonly written: PromiseWithResolvers<T>;
}

/** The drafts of one form, by the answers they are of. */
interface Line<T> {
  readonly running: Set<string>;
  /** In the order they came. */
  readonly waiting: Map<string, Draft<T>>;
}

/**
 * Turns in which answers that are still filled in are kept: however many come at once, everybody else's writes are behind
 * a few of them, and forms take turns with each other.
 */
export class DraftQueue<T> {
  readonly #lines = new Map<string, Line<T>>();
  #running = 0;

  /**
   * Writes a draft of an answer in its turn; drafts of one answer in the order they came, and one that still waits as the
   * newer one is. Null: too many wait already, and nothing is written.
   */
  async write(form: string, answerId: string, write: () => Promise<T>): Promise<T | null> {
    const line = this.#lines.get(form) ?? { running: new Set(), waiting: new Map() };
    const before = line.waiting.get(answerId);
    if (before === undefined && line.waiting.size >= mostWaiting) return null;
    const written = before?.written ?? Promise.withResolvers<T>();
    line.waiting.set(answerId, { write, written });
    this.#lines.set(form, line);
    this.#next();
    return written.promise;
  }

  #next(): void {
    for (const [form, line] of this.#lines) {
      if (this.#running >= atOnce.ofAll) return;
      if (line.running.size >= atOnce.ofForm) continue;
      const next = [...line.waiting].find(([answerId]) => !line.running.has(answerId));
      if (next === undefined) continue;
      // It goes behind the others, and is come to again once each of them had its turn.
      this.#lines.delete(form);
      this.#lines.set(form, line);
      void this.#run(form, line, ...next);
    }
  }

  async #run(form: string, line: Line<T>, answerId: string, { write, written }: Draft<T>): Promise<void> {
    line.waiting.delete(answerId);
    line.running.add(answerId);
    this.#running++;
    try {
      written.resolve(await write());
    } catch (error) {
      written.reject(error);
    }
    this.#running--;
    line.running.delete(answerId);
    if (line.running.size + line.waiting.size === 0) this.#lines.delete(form);
    this.#next();
  }
}
