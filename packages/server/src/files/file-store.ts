import type { Readable } from 'node:stream';

/** Bytes of a file from one place to another, both of them included. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

export interface StoredObject {
  readonly key: string;
  /** Epoch milliseconds. */
  readonly modifiedAt: number;
}

/** Where the bytes of files lie. Keys are file ids, with an ending for what is derived from a file. */
export interface FileStore {
  /** The whole of it or nothing is there afterwards. */
  put(key: string, content: AsyncIterable<Uint8Array>): Promise<void>;
  /** Null where there is no such object. */
  open(key: string, range?: ByteRange): Promise<Readable | null>;
  /** Nothing happens where there is none. */
  remove(key: string): Promise<void>;
  list(): AsyncIterable<StoredObject>;
  /** Bytes left for files; infinite where the store has no end. */
  freeBytes(): number;
}
