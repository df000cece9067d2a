import { constants } from 'node:fs';
import { copyFile, mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join, relative } from 'node:path';

/** Clocks of file systems tick as slowly as every 10 ms: a file changed just before it was copied may change unseen. */
const tick = 100_000_000n;

interface Copied {
  readonly size: bigint;
  readonly changedAt: bigint;
  readonly copiedAt: bigint;
}

/**
 * Copies a folder in two passes: the first while it is being written to, the second, of only what has changed since,
 * while it is not. So a database stands still for moments, not for as long as it takes to copy it.
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
      // Gone between the listing and the copying: the second pass sees a folder that stands still.
      if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error;
      this.#copied.delete(path);
    }
  }
}
