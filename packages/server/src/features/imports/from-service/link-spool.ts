import { once } from 'node:events';
import { createReadStream, createWriteStream, mkdtempSync, rmSync, type WriteStream } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

/** Which records a record is linked to. */
export interface LinkedTo {
  readonly id: string;
  readonly to: readonly string[];
}

/**
 * Links on their way, in files of the system's temporary folder: a record can be linked once the other one is there, and
 * the links of large tables are too many for the memory.
 */
export class LinkSpool implements AsyncDisposable {
  readonly #folder = mkdtempSync(join(tmpdir(), 'weft-links-'));
  readonly #files = new Map<string, WriteStream>();
  readonly #most = new Map<string, number>();

  async add(fieldId: string, { id, to }: LinkedTo): Promise<void> {
    if (to.length === 0) return;
    const file = this.#files.get(fieldId) ?? createWriteStream(this.#path(fieldId));
    this.#files.set(fieldId, file);
    this.#most.set(fieldId, Math.max(to.length, this.mostOf(fieldId)));
    if (!file.write(`${[id, ...to].join(' ')}\n`)) await once(file, 'drain');
  }

  /** The most records that one cell of a field is linked to. */
  mostOf(fieldId: string): number {
    return this.#most.get(fieldId) ?? 0;
  }

  async *read(fieldId: string): AsyncGenerator<LinkedTo> {
    const file = this.#files.get(fieldId);
    if (file === undefined) return;
    if (!file.writableFinished) {
      file.end();
      await once(file, 'finish');
    }
    for await (const line of createInterface({ input: createReadStream(this.#path(fieldId)) })) {
      const [id = '', ...to] = line.split(' ');
      yield { id, to };
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const file of this.#files.values()) file.destroy();
    rmSync(this.#folder, { recursive: true, force: true });
  }

  #path(fieldId: string): string {
    return join(this.#folder, fieldId);
  }
}
