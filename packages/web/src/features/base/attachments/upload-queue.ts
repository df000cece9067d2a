import type { Attachment } from '@weft/core';
import type { FileUpload } from '@weft/ui/grid';

/** Bytes of one file, and files chosen at a time (specification 2, section 5). */
const maxBytes = 20 * 1024 * 1024;
const maxFilesAtOnce = 10;

export interface UploadQueueDeps {
  /** Rejects with a sentence, or when the signal is aborted. */
  readonly send: (
    file: File,
    onProgress: (share: number) => void,
    signal: AbortSignal,
  ) => Promise<Attachment>;
  /** Writes a file that has come into the cell; those of one batch are undone as one step. */
  readonly save: (item: Attachment, batch: string) => Promise<void>;
  readonly newBatch: () => string;
  readonly onChange: () => void;
  readonly onDone: (name: string) => void;
  readonly onFault: (name: string, fault: string) => void;
}

interface Entry {
  readonly upload: FileUpload;
  readonly file: File;
  readonly batch: string;
  readonly control: AbortController;
}

const tooLarge = 'File is too large';
const tooMany = `At most ${maxFilesAtOnce} files are uploaded at a time`;

function refusalOf(file: File, place: number): string | null {
  if (file.size > maxBytes) return tooLarge;
  return place >= maxFilesAtOnce ? tooMany : null;
}

/** The uploads of one cell: sent one after the other, so that the files stand in the order they were chosen in. */
export class UploadQueue {
  readonly #deps: UploadQueueDeps;
  #entries: readonly Entry[] = [];
  #shown: readonly FileUpload[] = [];
  #made = 0;
  #running = false;

  constructor(deps: UploadQueueDeps) {
    this.#deps = deps;
  }

  get uploads(): readonly FileUpload[] {
    return this.#shown;
  }

  /** Whether files are on their way. */
  get busy(): boolean {
    return this.#shown.some(({ fault }) => fault === null);
  }

  add(files: readonly File[]): void {
    if (files.length === 0) return;
    const batch = this.#deps.newBatch();
    const added = files.map((file, place): Entry => {
      const fault = refusalOf(file, place);
      const { name, size, type: mimeType } = file;
      const state = { share: 0, fault, canRetry: fault === tooMany };
      const upload = { id: this.#made++, name, size, mimeType, ...state };
      return { upload, file, batch, control: new AbortController() };
    });
    // Refusals of before have been read; what may be tried again stays.
    const kept = this.#entries.filter(({ upload: { fault, canRetry } }) => fault === null || canRetry);
    this.#set([...kept, ...added]);
    void this.#run();
  }

  cancel({ id }: FileUpload): void {
    this.#entries.find(({ upload }) => upload.id === id)?.control.abort();
    this.#set(this.#entries.filter(({ upload }) => upload.id !== id));
  }

  retry({ id }: FileUpload): void {
    const entry = this.#entries.find(({ upload }) => upload.id === id);
    if (entry === undefined || entry.upload.fault === null || !entry.upload.canRetry) return;
    const upload = { ...entry.upload, share: 0, fault: null };
    // Behind those that are waiting.
    this.#set([...this.#entries.filter((each) => each !== entry), { ...entry, upload }]);
    void this.#run();
  }

  /** Gives up what is on its way; answers how many files that were. */
  end(): number {
    const running = this.#entries.filter(({ upload }) => upload.fault === null);
    for (const { control } of running) control.abort();
    this.#set([]);
    return running.length;
  }

  async #run(): Promise<void> {
    if (this.#running) return;
    this.#running = true;
    try {
      for (;;) {
        const next = this.#entries.find(({ upload }) => upload.fault === null);
        if (next === undefined) return;
        await this.#send(next);
      }
    } finally {
      this.#running = false;
    }
  }

  async #send({ upload: { id, name }, file, batch, control: { signal } }: Entry): Promise<void> {
    const { send, save, onDone, onFault } = this.#deps;
    try {
      const item = await send(file, (share) => this.#change(id, { share }), signal);
      if (signal.aborted) return;
      await save(item, batch);
      this.#set(this.#entries.filter(({ upload }) => upload.id !== id));
      onDone(name);
    } catch (error) {
      if (signal.aborted) return;
      const fault = error instanceof Error && error.message !== '' ? error.message : 'Failed to upload file';
      this.#change(id, { fault, canRetry: fault !== tooLarge });
      onFault(name, fault);
    }
  }

  #change(id: number, part: Partial<FileUpload>): void {
    this.#set(
      this.#entries.map((entry) =>
        entry.upload.id === id ? { ...entry, upload: { ...entry.upload, ...part } } : entry,
      ),
    );
  }

  #set(entries: readonly Entry[]): void {
    this.#entries = entries;
    this.#shown = entries.map(({ upload }) => upload);
    this.#deps.onChange();
  }
}
