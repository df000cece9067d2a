import { createWriteStream, mkdirSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { S3Bucket, S3Fault, type S3Place } from '@weft/integrations';
import { AppError } from '@weft/std';
import {
  type ByteRange,
  type FileStore,
  type LocalFile,
  type OpenedObject,
  type StoredObject,
  unfinished,
} from './file-store.ts';

/** Files in a bucket of an S3-compatible store, which several servers may use. */
export class S3Store implements FileStore, AsyncDisposable {
  readonly #bucket: S3Bucket;
  /** Copies of this process lie here. */
  readonly #copies: string;
  #copied = 0;

  /** `copies` is a folder of this process alone. */
  constructor(place: S3Place, copies: string) {
    this.#bucket = new S3Bucket(place);
    this.#copies = copies;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#bucket[Symbol.asyncDispose]();
    await rm(this.#copies, { recursive: true, force: true });
  }

  /** Throws a sentence where the store cannot be worked with. */
  async check(): Promise<void> {
    await this.#bucket.check().catch((error: unknown) => {
      throw error instanceof S3Fault
        ? new AppError('unavailable', `FILES_URL cannot be used. ${error.message}.`, undefined, {
            cause: error,
          })
        : error;
    });
  }

  async put(key: string, content: AsyncIterable<Uint8Array>): Promise<void> {
    await this.#bucket.put(key, content).catch(unavailable);
  }

  async open(key: string, range?: ByteRange): Promise<OpenedObject | null> {
    const left = new AbortController();
    const found = await this.#bucket.get(key, range, left.signal).catch(unavailable);
    if (found === null) return null;
    const content = Readable.from(found.content, { objectMode: false });
    content.once('close', () => left.abort());
    return { content, size: found.size };
  }

  async local(key: string): Promise<LocalFile | null> {
    const found = await this.open(key);
    if (found === null) return null;
    mkdirSync(this.#copies, { recursive: true, mode: 0o700 });
    const path = join(this.#copies, `${key}-${++this.#copied}`);
    const remove = () => rm(path, { force: true });
    try {
      await pipeline(found.content, createWriteStream(path, { mode: 0o600 }));
    } catch (error) {
      await remove();
      throw error;
    }
    return { path, [Symbol.asyncDispose]: remove };
  }

  async remove(key: string): Promise<void> {
    if (key.endsWith(unfinished)) await this.#abortUploads(key.slice(0, -unfinished.length));
    else await this.#bucket.remove(key).catch(unavailable);
  }

  async #abortUploads(key: string): Promise<void> {
    for await (const upload of this.#bucket.uploads())
      if (upload.key === key) await this.#bucket.abort(upload).catch(unavailable);
  }

  async *list(): AsyncIterable<StoredObject> {
    yield* this.#bucket.list();
    for await (const { key, begunAt } of this.#bucket.uploads())
      yield { key: `${key}${unfinished}`, modifiedAt: begunAt };
  }

  freeBytes(): number {
    return Number.POSITIVE_INFINITY;
  }
}

/** What the store lacks is no fault of ours, and is expected to pass; what came of our own content is thrown as it is. */
function unavailable(error: unknown): never {
  if (error instanceof S3Fault)
    throw new AppError(
      'unavailable',
      'The file store cannot be used at the moment: try again later',
      undefined,
      {
        cause: error,
      },
    );
  throw error;
}
