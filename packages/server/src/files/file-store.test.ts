import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer, text } from 'node:stream/consumers';
import { must } from '@weft/std';
import { type S3Server, startS3Server } from '@weft/testkit';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { readSettings } from '../settings.ts';
import type { FileStore } from './file-store.ts';
import { openFileStore } from './open-file-store.ts';

const id = (n: number) => `fil${String(n).padStart(21, '0')}`;

async function* bytesOf(...chunks: readonly (string | Uint8Array)[]): AsyncGenerator<Uint8Array> {
  for (const chunk of chunks) yield Buffer.from(chunk);
}
async function* broken(...chunks: readonly (string | Uint8Array)[]): AsyncGenerator<Uint8Array> {
  yield* bytesOf(...chunks);
  throw new Error('The sender is gone');
}
async function listed(store: FileStore) {
  const keys: string[] = [];
  for await (const { key } of store.list()) keys.push(key);
  return keys.toSorted();
}
const textOf = async (store: FileStore, key: string, range?: { start: number; end: number }) => {
  const found = await store.open(key, range);
  return found && [found.size, await text(found.content)];
};
function settingsOf(dataDir: string, FILES_URL?: string) {
  const settings = readSettings({ DATA_DIR: dataDir, ...(FILES_URL && { FILES_URL }) });
  if (!settings.ok) throw new Error(settings.error);
  return settings.value;
}

/** More than a part of an upload to S3. */
const large = Buffer.alloc(20 * 1024 * 1024, 'weft ');

let s3: S3Server;
let folder: string;
beforeAll(async () => {
  s3 = await startS3Server();
  folder = mkdtempSync(join(tmpdir(), 'weft-store-'));
});
afterAll(async () => {
  await s3[Symbol.asyncDispose]();
  rmSync(folder, { recursive: true, force: true });
});

const stores = {
  'a folder': {
    url: () => undefined,
    age: (key: string, time: number) => utimesSync(join(folder, 'files', key), time / 1_000, time / 1_000),
  },
  'an S3 store': {
    url: () => s3.filesUrl(),
    age: (key: string, time: number) => {
      must(s3.objects.get(`files/${key}`)).modifiedAt = time;
    },
  },
} as const;

describe.each(['a folder', 'an S3 store'] as const)('%s', (name) => {
  let opened: Awaited<ReturnType<typeof openFileStore>>;
  let store: FileStore;
  beforeAll(async () => {
    opened = await openFileStore(settingsOf(folder, stores[name].url()));
    store = opened.store;
  });
  afterAll(() => opened[Symbol.asyncDispose]());
  beforeEach(async () => {
    for (const key of await listed(store)) await store.remove(key);
  });

  it('hands out what was put in, the whole or a part, and nothing where there is none', async () => {
    await store.put(id(1), bytesOf('hello ', 'world'));
    await store.put(id(2), bytesOf());
    expect(await textOf(store, id(1))).toEqual([11, 'hello world']);
    expect(await textOf(store, id(1), { start: 6, end: 8 })).toEqual([3, 'wor']);
    expect(await textOf(store, id(2))).toEqual([0, '']);
    expect(await store.open(id(3))).toBeNull();
    expect(await store.local(id(3))).toBeNull();
  });

  it('takes large files a part at a time, and lets one be left in its middle', async () => {
    await store.put(
      id(1),
      bytesOf(...Array.from({ length: 20 }, (_, n) => large.subarray(n << 20, (n + 1) << 20))),
    );
    const whole = must(await store.open(id(1)));
    expect([whole.size, large.equals(await buffer(whole.content))]).toEqual([large.length, true]);
    const left = must(await store.open(id(1)));
    for await (const _ of left.content) break;
    must(await store.open(id(1))).content.destroy();
    expect(await textOf(store, id(1), { start: 0, end: 3 })).toEqual([4, 'weft']);
  });

  it.each([[['a']], [[large, 'a']]])('keeps nothing of what ends in the middle', async (chunks) => {
    await expect(store.put(id(1), broken(...chunks))).rejects.toThrow('The sender is gone');
    expect([await store.open(id(1)), await listed(store)]).toEqual([null, []]);
  });

  it('replaces, and removes what is there or not', async () => {
    await store.put(id(1), bytesOf('old'));
    await store.put(id(1), bytesOf('new'));
    expect(await textOf(store, id(1))).toEqual([3, 'new']);
    await store.remove(id(1));
    await store.remove(id(1));
    expect(await store.open(id(1))).toBeNull();
  });

  it('lists everything with its age, for what nobody named to be removed', async () => {
    const keys = Array.from({ length: 8 }, (_, n) => (n % 2 === 0 ? id(n) : `${id(n)}.32`));
    for (const key of keys) await store.put(key, bytesOf('x'));
    const old = Date.parse('2026-01-02T03:04:05Z');
    stores[name].age(id(2), old);
    expect(await listed(store)).toEqual(keys);
    const ages = new Map<string, number>();
    for await (const { key, modifiedAt } of store.list()) ages.set(key, modifiedAt);
    expect(ages.get(id(2))).toBe(old);
    expect(Math.abs(must(ages.get(id(4))) - Date.now())).toBeLessThan(3_600_000);
  });

  it('gives a file as a path for as long as it is needed', async () => {
    await store.put(id(1), bytesOf('a,b\n1,2\n'));
    let path: string;
    {
      await using file = must(await store.local(id(1)));
      path = file.path;
      expect(readFileSync(path, 'utf8')).toBe('a,b\n1,2\n');
    }
    // A folder hands out the file itself.
    expect(existsSync(path)).toBe(name === 'a folder');
  });
});

describe('an S3 store', () => {
  const opened = (url = s3.filesUrl()) => openFileStore(settingsOf(folder, url));

  it('is asked again when it is busy for a moment', async () => {
    await using files = await opened();
    s3.failNext(2);
    await files.store.put(id(1), bytesOf('kept'));
    s3.failNext(1);
    expect(await textOf(files.store, id(1))).toEqual([4, 'kept']);
  });

  it('that cannot be used says so, in words that hold no secret', async () => {
    await using files = await opened();
    s3.failNext(10);
    await expect(files.store.put(id(1), bytesOf('lost'))).rejects.toMatchObject({
      kind: 'unavailable',
      message: 'The file store cannot be used at the moment: try again later',
    });
    s3.failNext(0);
  });

  it.each([
    ['a wrong secret', (url: string) => url.replace('%2B', '%2D'), 'SignatureDoesNotMatch'],
    ['an unknown key', (url: string) => url.replace('AKIDEXAMPLE', 'AKIDOTHER'), 'InvalidAccessKeyId'],
    [
      'another region',
      (url: string) => url.replace('eu-test-1', 'us-east-1'),
      'AuthorizationHeaderMalformed',
    ],
    ['a missing bucket', (url: string) => url.replace('weft-test', 'elsewhere'), 'NoSuchBucket'],
    ['nobody there', (url: string) => url.replace(/:\d+\/weft/, ':9/weft'), 'could not be asked'],
  ])('stops the start with %s', async (_what, change, said) => {
    const problem = await opened(change(s3.filesUrl())).catch((error: Error) => error.message);
    expect(problem).toMatch(new RegExp(`^FILES_URL cannot be used\\. .*${said}`));
    expect(problem).not.toContain(s3.secretAccessKey);
  });

  it('keeps to its folder of the bucket', async () => {
    await using mine = await opened();
    await using other = await opened(s3.filesUrl('other/place'));
    for (const key of await listed(mine.store)) await mine.store.remove(key);
    await other.store.put(id(7), bytesOf('theirs'));
    expect([await listed(mine.store), await mine.store.open(id(7))]).toEqual([[], null]);
    expect([...s3.objects.keys()]).toContain(`other/place/${id(7)}`);
  });

  it('lists uploads that a killed server left, and removes them', async () => {
    await using files = await opened();
    const begunAt = Date.now() - 86_400_000;
    for (const n of [1, 2, 3, 4])
      s3.uploads.set(`left${n}`, { key: `files/${id(n)}`, begunAt, parts: new Map() });
    const keys = [1, 2, 3, 4].map((n) => `${id(n)}.part`);
    expect((await listed(files.store)).filter((key) => key.endsWith('.part'))).toEqual(keys);
    for (const key of keys) await files.store.remove(key);
    expect(s3.uploads.size).toBe(0);
  });

  it('leaves no copy behind when it is closed', async () => {
    const files = await opened();
    await files.store.put(id(1), bytesOf('x'));
    await files.store.local(id(1));
    await files[Symbol.asyncDispose]();
    expect(readdirSync(join(folder, 'copies'))).toEqual([]);
  });
});
