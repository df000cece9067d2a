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

/** Ends the name of what is not whole yet, among what a store lists. */
export const unfinished = '.part';

/** What a store answers with: the bytes that were asked for, and how many they are. */
export interface OpenedObject {
  readonly content: Readable;
  readonly size: number;
}

/** A file as a path of this machine, until it is disposed of. */
export interface LocalFile extends AsyncDisposable {
  readonly path: string;
}

/** Where the bytes of files lie. Keys are file ids, with an ending for what is derived from a file. */
export interface FileStore {
  /** The whole of it or nothing is there afterwards. */
  put(key: string, content: AsyncIterable<Uint8Array>): Promise<void>;
  /** Null where there is no such object. Whoever opens one reads it to its end or destroys the stream. */
  open(key: string, range?: ByteRange): Promise<OpenedObject | null>;
  /** For what must read a file again and again, or in another thread. Null where there is no such object. */
  local(key: string): Promise<LocalFile | null>;
  /** Nothing happens where there is none. */
  remove(key: string): Promise<void>;
  /** What is on its way, or was left so, too: its key ends in `unfinished`, and it is removed by that. */
  list(): AsyncIterable<StoredObject>;
  /** Bytes left for files; infinite where the store has no end. */
  freeBytes(): number;
}
