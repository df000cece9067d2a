import { constants } from 'node:fs';
import { copyFile, mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join, relative } from 'node:path';

/** Resolution of file system clocks, in nanoseconds: a file changed within it of its copying may have changed unnoticed. */
const tick = 100_000_000n;

interface Copied {
  readonly size: bigint;
  readonly changedAt: bigint;
  readonly copiedAt: bigint;
}

/**
 * Copies a folder in two passes: the first while it is written to; the second, of only what has changed since, while
 * writes are paused. So a database is paused for moments, not for the whole copy.
 */
export class FolderCopy {
  readonly #from: string;
  readonly #to: string;
  readonly #copied = new Map<string, Copied>();

  constructor(from: string, to: string) {
    this.#from = from;
    this.#to = to;
  }

  async pass(): Promise<void> {
    const present = new Set<string>();
    for (const entry of await readdir(this.#from, { recursive: true, withFileTypes: true })) {
      const path = relative(this.#from, join(entry.parentPath, entry.name));
      present.add(path);
      if (entry.isDirectory()) await mkdir(join(this.#to, path), { recursive: true });
      else await this.#copy(path);
    }
    for (const path of this.#copied.keys()) {
      if (present.has(path)) continue;
      await rm(join(this.#to, path), { force: true });
      this.#copied.delete(path);
    }
  }

  async #copy(path: string): Promise<void> {
    const from = join(this.#from, path);
    const copiedAt = BigInt(Date.now()) * 1_000_000n;
    try {
      const { size, mtimeNs: changedAt } = await stat(from, { bigint: true });
      const before = this.#copied.get(path);
      const same = before?.size === size && before.changedAt === changedAt;
      if (same && changedAt + tick < before.copiedAt) return;
      await copyFile(from, join(this.#to, path), constants.COPYFILE_FICLONE);
      this.#copied.set(path, { size, changedAt, copiedAt });
    } catch (error) {
      // Deleted between listing and copying: the second pass, with writes paused, is exact.
      if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error;
      this.#copied.delete(path);
    }
  }
}
