/** What the main thread asks of the thread that holds the embedded database. */
export type Request =
  | {
      readonly kind: 'query';
      readonly id: number;
      readonly text: string;
      readonly params: readonly unknown[];
      readonly rows: 'array' | 'object';
    }
  | { readonly kind: 'exec'; readonly id: number; readonly text: string }
  | {
      readonly kind: 'copy';
      readonly id: number;
      readonly text: string;
      readonly bytes: Uint8Array<ArrayBuffer>;
    }
  /** The one row of the answer holds the bytes. */
  | { readonly kind: 'copy-out'; readonly id: number; readonly text: string }
  | { readonly kind: 'close'; readonly id: number };

export interface DatabaseFault {
  readonly message: string;
  readonly code?: string;
  readonly detail?: string;
  readonly constraint?: string;
}

export interface Answered {
  readonly rows: readonly unknown[];
  readonly affected: number;
}

export type Answer =
  | ({ readonly id: number } & Answered)
  | { readonly id: number; readonly fault: DatabaseFault };

/** A database in a folder, or one in memory that begins as a tar archive of such a folder. */
export type WorkerSettings = { readonly folder: string } | { readonly image: string };
