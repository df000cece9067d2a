import { once } from 'node:events';
import type { Writable } from 'node:stream';
import { AppError } from '@weft/std';

/** The part of the tar format that archives need (POSIX ustar): plain files with short names, below 8 GB each. */
const block = 512;

function header(name: string, size: number): Buffer {
  const bytes = Buffer.alloc(block);
  if (Buffer.byteLength(name) > 100 || size >= 8 ** 11) throw new Error(`${name} does not fit a tar archive`);
  const octal = (value: number, at: number, length: number) =>
    bytes.write(`${value.toString(8).padStart(length - 1, '0')}\0`, at, 'latin1');
  bytes.write(name, 0, 'utf8');
  octal(0o600, 100, 8);
  octal(0, 108, 8);
  octal(0, 116, 8);
  octal(size, 124, 12);
  octal(0, 136, 12);
  bytes.write('        0', 148, 'latin1');
  bytes.write('ustar\x0000', 257, 'latin1');
  octal(
    bytes.reduce((sum, byte) => sum + byte, 0),
    148,
    7,
  );
  return bytes;
}

const padding = (size: number): Buffer => Buffer.alloc((block - (size % block)) % block);

/** Writes entries one after another; waits while the sink applies back-pressure. */
export class TarWriter {
  readonly #to: Writable;
  /** Rejects when the bytes cannot be taken any more. */
  readonly #taken: Promise<unknown>;

  constructor(to: Writable, taken: Promise<unknown>) {
    this.#to = to;
    this.#taken = taken;
  }

  async entry(name: string, content: string | Uint8Array): Promise<void> {
    const bytes = typeof content === 'string' ? Buffer.from(content) : content;
    await this.stream(name, bytes.length, [bytes]);
  }

  /** The content must have exactly this size. */
  async stream(
    name: string,
    size: number,
    content: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  ): Promise<void> {
    await this.#write(header(name, size));
    let written = 0;
    for await (const bytes of content) {
      written += bytes.length;
      await this.#write(bytes);
    }
    if (written !== size) throw new AppError('conflict', `${name} changed while it was being read.`);
    await this.#write(padding(size));
  }

  async end(): Promise<void> {
    await this.#write(Buffer.alloc(block * 2));
    this.#to.end();
    await this.#taken;
  }

  async #write(bytes: Uint8Array): Promise<void> {
    if (bytes.length > 0 && !this.#to.write(bytes))
      await Promise.race([once(this.#to, 'drain'), this.#taken]);
  }
}

export interface TarEntry {
  readonly name: string;
  readonly size: number;
  /** To be read to its end before the next entry. */
  readonly content: AsyncIterable<Uint8Array>;
}

/** Reads bytes of a stream in the amounts asked for. */
class Bytes {
  readonly #from: AsyncIterator<Uint8Array>;
  #rest: Uint8Array = new Uint8Array(0);

  constructor(from: AsyncIterable<Uint8Array>) {
    this.#from = from[Symbol.asyncIterator]();
  }

  /** Up to this many; empty at the end. */
  async some(most: number): Promise<Uint8Array> {
    while (this.#rest.length === 0) {
      const next = await this.#from.next();
      if (next.done === true) return this.#rest;
      this.#rest = next.value;
    }
    const taken = this.#rest.subarray(0, most);
    this.#rest = this.#rest.subarray(taken.length);
    return taken;
  }

  async *exactly(size: number): AsyncGenerator<Uint8Array> {
    for (let left = size; left > 0; ) {
      const bytes = await this.some(left);
      if (bytes.length === 0) throw new AppError('invalid', 'The archive ends too early.');
      left -= bytes.length;
      yield bytes;
    }
  }
}

/** All of an entry in one piece. */
export async function wholeOf(content: AsyncIterable<Uint8Array>): Promise<Uint8Array<ArrayBuffer>> {
  const pieces: Uint8Array[] = [];
  for await (const piece of content) pieces.push(piece);
  // A Buffer may be a part of Node's pool, which cannot be transferred.
  return new Uint8Array(Buffer.concat(pieces));
}

/** The entries of an archive, in order. */
export async function* readTar(from: AsyncIterable<Uint8Array>): AsyncGenerator<TarEntry> {
  const bytes = new Bytes(from);
  for (;;) {
    const head = Buffer.from(await wholeOf(bytes.exactly(block)));
    if (head.every((byte) => byte === 0)) return;
    const field = (at: number, length: number) =>
      head.toString('utf8', at, at + length).replace(/\0.*$/s, '');
    const sum = head.reduce((total, byte, at) => total + (at >= 148 && at < 156 ? 32 : byte), 0);
    if (Number.parseInt(field(148, 8), 8) !== sum)
      throw new AppError('invalid', 'The archive is damaged: what should describe a file does not.');
    const size = Number.parseInt(field(124, 12), 8);
    yield { name: field(0, 100), size, content: bytes.exactly(size) };
    for await (const _ of bytes.exactly(padding(size).length));
  }
}
