import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { PassThrough } from 'node:stream';
import { reportHeader } from '@weft/imports';
import { AppError } from '@weft/std';

/** Bytes asked for ahead of what is there to write. */
const maxAhead = 4 * 1024 * 1024;

export function sayIfFull(error: unknown): never {
  if (error instanceof Error && 'code' in error && error.code === 'ENOSPC')
    throw new AppError('unavailable', 'The disk of the server is full', undefined, { cause: error });
  throw error;
}

interface ReportDeps {
  /** Asked for room before what needs it is written; throws where there is none. */
  readonly claim: (bytes: number) => Promise<void>;
  /** Stores the report while it is written: whole, or not at all where its content ends in an error. */
  readonly put: (content: AsyncIterable<Uint8Array>) => Promise<void>;
  readonly remove: () => Promise<void>;
}

interface WrittenReport {
  /** Bytes. */
  readonly size: number;
  /** SHA-256 in hexadecimal. */
  readonly hash: string;
}

/**
 * The list of what an import could not take as it stood; no file is made when there is nothing to list. What the store
 * does not take is heard with the lines that follow, at the latest when the report is closed.
 */
export class ReportFile {
  readonly #deps: ReportDeps;
  readonly #hash = createHash('sha256');
  /** Bytes that room was asked for. */
  #claimed = 0;
  #bytes = 0;
  #open: { readonly content: PassThrough; readonly stored: Promise<void> } | null = null;

  constructor(deps: ReportDeps) {
    this.#deps = deps;
  }

  async add(lines: string): Promise<void> {
    if (lines === '') return;
    await this.#write(lines).catch(sayIfFull);
  }

  async #write(lines: string): Promise<void> {
    const bytes = Buffer.from(this.#open === null ? `\ufeff${reportHeader()}${lines}` : lines);
    const size = this.#bytes + bytes.length;
    if (size > this.#claimed) {
      // Twice as much each time: a long report asks seldom, and a short one for little.
      const claimed = Math.max(size, this.#claimed + Math.min(this.#claimed, maxAhead));
      await this.#deps.claim(claimed);
      this.#claimed = claimed;
    }
    this.#open ??= this.#begin();
    const { content, stored } = this.#open;
    this.#hash.update(bytes);
    this.#bytes = size;
    if (!content.write(bytes)) await Promise.race([once(content, 'drain'), stored]);
  }

  #begin() {
    const content = new PassThrough();
    // A store that gave up ends the stream, and says why in `stored`.
    content.on('error', () => {});
    const stored = this.#deps.put(content);
    stored.catch(() => content.destroy());
    return { content, stored };
  }

  /** Null when there is no report; otherwise it is whole in the store. */
  async close(): Promise<WrittenReport | null> {
    if (this.#open === null) return null;
    const { content, stored } = this.#open;
    content.end();
    await stored.catch(sayIfFull);
    return { size: this.#bytes, hash: this.#hash.digest('hex') };
  }

  /** Also of one that is closed already. */
  async remove(): Promise<void> {
    if (this.#open === null) return;
    const { content, stored } = this.#open;
    content.destroy(new Error('The import failed'));
    await stored.catch(() => {});
    await this.#deps.remove();
  }
}
