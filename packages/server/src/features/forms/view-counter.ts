import type { FormViews } from '@weft/db';
import type { Logger } from 'pino';

/** Milliseconds between two writes: opening a form is not to wait for a count, nor is each to be a statement. */
const interval = 2_000;
/** Answers of which it is known what was counted; the oldest are forgotten. */
const maxAnswers = 20_000;

/** Collects how often forms are seen, and writes it from time to time. A process that is killed loses seconds of it. */
export class ViewCounter implements AsyncDisposable {
  readonly #views: FormViews;
  readonly #log: Logger;
  #counts = new Map<string, { flowId: string; step: string; count: number }>();
  #timer: NodeJS.Timeout | null = null;
  /** What was counted for each answer; null: nothing of it is. */
  readonly #answers = new Map<string, Set<string> | null>();

  constructor(views: FormViews, log: Logger) {
    this.#views = views;
    this.#log = log;
  }

  /** Whoever fills it in goes back and on again: 'start' and the id of a page count once for each answer. */
  reached(flowId: string, step: string, submissionId: string): void {
    const known = this.#answers.get(submissionId);
    if (known === null || known?.has(step)) return;
    this.#remember(submissionId, (known ?? new Set()).add(step));
    this.seen(flowId, step);
  }

  /** Counts nothing of an answer that is begun in the preview of its maker. */
  ignore(submissionId: string): void {
    this.#remember(submissionId, null);
  }

  #remember(submissionId: string, steps: Set<string> | null): void {
    this.#answers.set(submissionId, steps);
    const [oldest] = this.#answers.keys();
    if (this.#answers.size > maxAnswers && oldest !== undefined) this.#answers.delete(oldest);
  }

  /** `step` is 'open', 'start' or the id of a page. */
  seen(flowId: string, step: string): void {
    const key = `${flowId} ${step}`;
    const known = this.#counts.get(key);
    if (known === undefined) this.#counts.set(key, { flowId, step, count: 1 });
    else known.count++;
    this.#timer ??= setTimeout(() => void this.flush(), interval).unref();
  }

  async flush(): Promise<void> {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    const counts = [...this.#counts.values()];
    this.#counts = new Map();
    if (counts.length === 0) return;
    try {
      await this.#views.add(counts);
    } catch (error) {
      this.#log.warn({ err: error }, 'views of forms were not counted');
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.flush();
  }
}
