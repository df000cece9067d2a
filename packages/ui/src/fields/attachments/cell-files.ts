import type { Attachment } from '@weft/core';

/** A file on its way or waiting for its turn, or one that did not come: then with the sentence that says why. */
export interface FileUpload {
  readonly id: number;
  readonly name: string;
  readonly mimeType: string;
  /** Bytes. */
  readonly size: number;
  /** How much of it was sent, 0 to 1. */
  readonly share: number;
  readonly fault: string | null;
  /** Whether sending it again may help. */
  readonly canRetry: boolean;
}

/** The files of one cell: those it holds, those on their way, and what can be done with them. */
export interface CellFiles {
  /** Names the record the cell is of. */
  readonly recordName: () => string;
  readonly subscribe: (listener: () => void) => () => void;
  /** Another number whenever `items`, `uploads` or names of people have changed. */
  readonly version: () => number;
  readonly items: () => readonly Attachment[];
  /** They go on when the dialog is closed; each is written into the cell when it has come. */
  readonly uploads: () => readonly FileUpload[];
  readonly write: (items: readonly Attachment[]) => void;
  readonly add: (files: readonly File[]) => void;
  /** Has the server fetch a file from its address, and writes it into the cell. Rejects with a sentence. */
  readonly addFromUrl: (
    url: string,
    signal: AbortSignal,
  ) => Promise<{ readonly name: string; readonly wasDownloaded: boolean }>;
  readonly cancel: (upload: FileUpload) => void;
  readonly retry: (upload: FileUpload) => void;
  /** Saves a file on the person's device. Rejects where it cannot be read. */
  readonly download: (item: Attachment) => Promise<void>;
  /** Who uploaded a file: 'You', a full name or 'Unknown user'. */
  readonly uploader: (item: Attachment) => string;
  /** When: '3 days ago'. */
  readonly age: (item: Attachment) => string;
}
