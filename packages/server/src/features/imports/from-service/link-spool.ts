import { once } from 'node:events';
import { createReadStream, createWriteStream, mkdtempSync, rmSync, type WriteStream } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { sayIfFull } from '../report-file.ts';

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
    const file = this.#files.get(fieldId) ?? this.#begin(fieldId);
    this.#most.set(fieldId, Math.max(to.length, this.mostOf(fieldId)));
    await unlessFailed(file, async () => {
      if (!file.write(`${[id, ...to].join(' ')}\n`)) await once(file, 'drain');
    });
  }

  /** The most records that one cell of a field is linked to. */
  mostOf(fieldId: string): number {
    return this.#most.get(fieldId) ?? 0;
  }

  async *read(fieldId: string): AsyncGenerator<LinkedTo> {
    const file = this.#files.get(fieldId);
    if (file === undefined) return;
    await unlessFailed(file, async () => {
      if (file.writableFinished) return;
      file.end();
      await once(file, 'finish');
    });
    for await (const line of createInterface({ input: createReadStream(this.#path(fieldId)) })) {
      const [id = '', ...to] = line.split(' ');
      yield { id, to };
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const file of this.#files.values()) file.destroy();
    rmSync(this.#folder, { recursive: true, force: true });
  }

  #begin(fieldId: string): WriteStream {
    const file = createWriteStream(this.#path(fieldId));
    // A write that fails while nobody waits for it would end the process; it is told at the next step.
    file.on('error', () => {});
    this.#files.set(fieldId, file);
    return file;
  }

  #path(fieldId: string): string {
    return join(this.#folder, fieldId);
  }
}

/** The next step with a file; throws where this one or one before it failed. */
async function unlessFailed(file: WriteStream, step: () => Promise<void>): Promise<void> {
  try {
    if (file.errored !== null) throw file.errored;
    await step();
  } catch (error) {
    sayIfFull(error);
  }
}
