import { createWriteStream, existsSync } from 'node:fs';
import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { isId } from '@weft/std';

/**
 * Uploaded files on their way back. They go straight to their places, for their folder may be a volume of its own:
 * nobody finds them before the database that names them is there, and what has the same name is the same file.
 */
export class RestoredFiles {
  readonly #folder: string;
  readonly #names = new Set<string>();
  readonly #fresh: string[] = [];

  constructor(folder: string) {
    this.#folder = folder;
  }

  async add(path: string, content: AsyncIterable<Uint8Array>): Promise<void> {
    const to = join(this.#folder, path);
    await mkdir(dirname(to), { recursive: true });
    const part = `${to}.part`;
    try {
      await pipeline(content, createWriteStream(part, { mode: 0o600, flush: true }));
      if (!existsSync(to)) this.#fresh.push(to);
      await rename(part, to);
    } catch (error) {
      await rm(part, { force: true });
      throw error;
    }
    this.#names.add(path);
  }

  /** Takes back what was put there. */
  async abandon(): Promise<void> {
    for (const path of this.#fresh) await rm(path, { force: true });
  }

  /** Removes the uploads of the instance that was replaced. */
  async removeOthers(): Promise<void> {
    for (const name of await readdir(this.#folder).catch(() => []))
      if (isId('fil', name) && !this.#names.has(name)) await rm(join(this.#folder, name), { force: true });
  }
}
