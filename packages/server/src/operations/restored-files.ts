import { AppError, isId } from '@weft/std';
import { type FileStore, unfinished } from '../files/file-store.ts';

/** The length of an id, which every key of the store begins with. */
const idLength = 24;

const isFileKey = (key: string): boolean =>
  isId('fil', key.slice(0, idLength)) && /^(\.[a-z0-9]+)?$/.test(key.slice(idLength));

/**
 * Files on their way back. They go straight to their places, for their store may be elsewhere: nobody finds them before
 * the database that names them is there, and what has the same name is the same file.
 */
export class RestoredFiles {
  readonly #store: FileStore;
  readonly #before: ReadonlySet<string>;
  readonly #restored = new Set<string>();

  private constructor(store: FileStore, before: ReadonlySet<string>) {
    this.#store = store;
    this.#before = before;
  }

  static async into(store: FileStore): Promise<RestoredFiles> {
    const before = new Set<string>();
    for await (const { key } of store.list()) before.add(key);
    return new RestoredFiles(store, before);
  }

  async add(key: string, content: AsyncIterable<Uint8Array>): Promise<void> {
    if (!isFileKey(key)) throw new AppError('invalid', `The archive is damaged: ${key} is no file of Weft.`);
    await this.#store.put(key, content);
    this.#restored.add(key);
  }

  /** Takes back what was put there. */
  async abandon(): Promise<void> {
    for (const key of this.#restored) if (!this.#before.has(key)) await this.#store.remove(key);
  }

  /** Removes the files of the instance that was replaced; what was never a file of Weft stays. */
  async removeOthers(): Promise<void> {
    for (const key of this.#before) {
      const whole = key.endsWith(unfinished) ? key.slice(0, -unfinished.length) : key;
      if (isFileKey(whole) && !this.#restored.has(key)) await this.#store.remove(key);
    }
  }
}
