import type { BaseClient, BulkProgress, BulkWork } from '@weft/client';

/** The browser asks before the page is closed during a run. */
const warn = (event: BeforeUnloadEvent) => event.preventDefault();

/** One bulk edit, from start to end. */
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

  /** Stops after the chunk in flight; resolves when that is answered. */
  async stop(): Promise<void> {
    this.#stop.abort();
    await this.done.catch(() => 0);
  }
}
