import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { AppError } from '@weft/std';
import { ZipFile } from 'yazl';
import type { ArchiveContents } from './archive-format.ts';

const brokenOff = () => new AppError('conflict', 'The export was broken off');

type Entry = AsyncIterable<Uint8Array> | Iterable<Uint8Array>;

/** A ZIP archive as it is being written; each entry is read while whoever takes the archive reads. */
export class ArchiveWriter {
  readonly #zip = new ZipFile();
  readonly #contents: { [name: string]: ArchiveContents[string] } = {};
  readonly output = this.#zip.outputStream as Readable;

  /** The one that is being read. */
  #entry: Readable | null = null;
  readonly #onRead: (bytes: number) => void;

  constructor(onRead: (bytes: number) => void) {
    this.#onRead = onRead;
    this.#zip.on('error', (error: Error) => this.output.destroy(error));
    // Whoever asked may go in the middle of an entry.
    this.output.once('close', () => this.#entry?.destroy(brokenOff()));
  }

  get contents(): ArchiveContents {
    return this.#contents;
  }

  /** Resolves once the entry was read to its end. */
  add(name: string, content: Entry, compress = true): Promise<void> {
    if (this.output.destroyed) return Promise.reject(brokenOff());
    const entry = Readable.from(this.#noted(name, content), { objectMode: false });
    this.#entry = entry;
    // The time of the export is in flow.json, and in no entry: the same flow is the same bytes.
    const options = { compressionLevel: compress ? 3 : 0, mtime: new Date(0) };
    return new Promise((resolve, reject) => {
      entry.once('error', reject);
      entry.once('end', resolve);
      this.#zip.addReadStream(entry, name, options);
    });
  }

  end(): void {
    this.#zip.end();
  }

  fail(error: unknown): void {
    this.output.destroy(error instanceof Error ? error : new Error(String(error)));
  }

  async *#noted(name: string, content: Entry): AsyncGenerator<Uint8Array> {
    const hash = createHash('sha256');
    let size = 0;
    for await (const bytes of content) {
      hash.update(bytes);
      size += bytes.length;
      this.#onRead(bytes.length);
      yield bytes;
    }
    this.#contents[name] = { size, sha256: hash.digest('hex') };
  }
}
