import { type FileHandle, mkdir, open, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { reportHeader } from '@weft/imports';
import { AppError } from '@weft/std';

/** Bytes asked for ahead of what is there to write. */
const mostAhead = 4 * 1024 * 1024;

function sayIfFull(error: unknown): never {
  if (error instanceof Error && 'code' in error && error.code === 'ENOSPC')
    throw new AppError('unavailable', 'The disk of the server is full', undefined, { cause: error });
  throw error;
}

/**
 * The list of what an import could not take as it stood; no file is made when there is nothing to list. A disk that
 * takes no more is heard where the lines are given: nothing of it happens later, by itself.
 */
export class ReportFile {
  readonly #path: string;
  readonly #claim: (bytes: number) => Promise<void>;
  /** Bytes that room was asked for. */
  #claimed = 0;
  #file: FileHandle | null = null;
  #bytes = 0;

  /** `claim` is asked for room before what needs it is written, and throws where there is none. */
  constructor(path: string, claim: (bytes: number) => Promise<void>) {
    this.#path = path;
    this.#claim = claim;
  }

  async add(lines: string): Promise<void> {
    if (lines === '') return;
    await this.#write(lines).catch(sayIfFull);
  }

  async #write(lines: string): Promise<void> {
    if (this.#file === null) lines = `\ufeff${reportHeader()}${lines}`;
    const bytes = this.#bytes + Buffer.byteLength(lines);
    if (bytes > this.#claimed) {
      // Twice as much each time: a long report asks seldom, and a short one for little.
      const claimed = Math.max(bytes, this.#claimed + Math.min(this.#claimed, mostAhead));
      await this.#claim(claimed);
      this.#claimed = claimed;
    }
    if (this.#file === null) {
      await mkdir(dirname(this.#path), { recursive: true });
      this.#file = await open(this.#path, 'w', 0o600);
    }
    await this.#file.appendFile(lines);
    this.#bytes = bytes;
  }

  /** Bytes written; 0 when there is no report. */
  async close(): Promise<number> {
    const file = this.#file;
    this.#file = null;
    await file?.close();
    return this.#bytes;
  }

  /** Also of one that is closed already. */
  async remove(): Promise<void> {
    await this.close();
    await rm(this.#path, { force: true });
  }
}
