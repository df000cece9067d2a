import type { BaseClient, BulkProgress, BulkWork } from '@weft/client';

/** Keeps the page from being closed in the middle without a question. */
const warn = (event: BeforeUnloadEvent) => event.preventDefault();

/** One long run over many records, and its end. */
export class BulkRun {
  /** How many records were changed. */
  readonly done: Promise<number>;
  readonly #stop = new AbortController();

  constructor(
    client: BaseClient,
    work: BulkWork,
    onProgress: (progress: BulkProgress, stop: () => void) => void,
  ) {
    const stop = () => void this.stop();
    addEventListener('beforeunload', warn);
    this.done = client
      .bulk(work, { signal: this.#stop.signal, onProgress: (progress) => onProgress(progress, stop) })
      .finally(() => removeEventListener('beforeunload', warn));
  }

  get stopped(): boolean {
    return this.#stop.signal.aborted;
  }

  /** Ends it after the step under way; resolves when that has come back. */
  async stop(): Promise<void> {
    this.#stop.abort();
    await this.done.catch(() => 0);
  }
}
