import { type FileHandle, mkdir, open, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { reportHeader } from '@weft/imports';
import { AppError } from '@weft/std';

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
  #file: FileHandle | null = null;
  #bytes = 0;

  constructor(path: string) {
    this.#path = path;
  }

  async add(lines: string): Promise<void> {
    if (lines === '') return;
    await this.#write(lines).catch(sayIfFull);
  }

  async #write(lines: string): Promise<void> {
    if (this.#file === null) {
      await mkdir(dirname(this.#path), { recursive: true });
      this.#file = await open(this.#path, 'w', 0o600);
      lines = `\ufeff${reportHeader()}${lines}`;
    }
    await this.#file.appendFile(lines);
    this.#bytes += Buffer.byteLength(lines);
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
