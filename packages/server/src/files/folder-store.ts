import { createWriteStream, mkdirSync, statfsSync } from 'node:fs';
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import {
  type ByteRange,
  type FileStore,
  type LocalFile,
  type OpenedObject,
  type StoredObject,
  unfinished,
} from './file-store.ts';

const isAbsent = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ENOENT';

/** Files in a folder of this machine, or of one that several servers share. */
export class FolderStore implements FileStore {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  async put(key: string, content: AsyncIterable<Uint8Array>): Promise<void> {
    const path = join(this.#folder, key);
    await mkdir(this.#folder, { recursive: true });
    try {
      await pipeline(content, createWriteStream(`${path}${unfinished}`, { mode: 0o600, flush: true }));
      await rename(`${path}${unfinished}`, path);
    } catch (error) {
      await rm(`${path}${unfinished}`, { force: true });
      throw error;
    }
  }

  async open(key: string, range?: ByteRange): Promise<OpenedObject | null> {
    try {
      const file = await open(join(this.#folder, key));
      const { size } = await file.stat();
      const content = file.createReadStream(range);
      if (range === undefined) return { content, size };
      return { content, size: Math.max(0, Math.min(range.end + 1, size) - range.start) };
    } catch (error) {
      if (isAbsent(error)) return null;
      throw error;
    }
  }

  async local(key: string): Promise<LocalFile | null> {
    const path = join(this.#folder, key);
    const found = await stat(path).catch(() => null);
    return found === null ? null : { path, [Symbol.asyncDispose]: async () => {} };
  }

  async remove(key: string): Promise<void> {
    await rm(join(this.#folder, key), { force: true });
  }

  async *list(): AsyncIterable<StoredObject> {
    for (const key of await readdir(this.#folder).catch((): string[] => [])) {
      const found = await stat(join(this.#folder, key)).catch(() => null);
      if (found?.isFile()) yield { key, modifiedAt: found.mtimeMs };
    }
  }

  freeBytes(): number {
    mkdirSync(this.#folder, { recursive: true });
    const { bavail, bsize } = statfsSync(this.#folder);
    return bavail * bsize;
  }
}
