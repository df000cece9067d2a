import { once } from 'node:events';
import { createWriteStream, type WriteStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { reportHeader } from '@weft/imports';

/** The list of what an import could not take as it stood; no file is made when there is nothing to list. */
export class ReportFile {
  readonly #path: string;
  #stream: WriteStream | null = null;
  #bytes = 0;

  constructor(path: string) {
    this.#path = path;
  }

  async add(lines: string): Promise<void> {
    if (lines === '') return;
    if (this.#stream === null) {
      await mkdir(dirname(this.#path), { recursive: true });
      this.#stream = createWriteStream(this.#path, { mode: 0o600 });
      lines = `\ufeff${reportHeader()}${lines}`;
    }
    this.#bytes += Buffer.byteLength(lines);
    if (!this.#stream.write(lines)) await once(this.#stream, 'drain');
  }

  /** Bytes written; 0 when there is no report. */
  async close(): Promise<number> {
    const stream = this.#stream;
    if (stream === null) return 0;
    stream.end();
    await once(stream, 'close');
    return this.#bytes;
  }

  async remove(): Promise<void> {
    await this.close();
    await rm(this.#path, { force: true });
  }
}
