import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { AppError } from '@weft/std';
import yauzl, { type Entry, type ZipFile } from 'yauzl';
import { z } from 'zod';
import { requireSafeJson } from '../../http/safe-json.ts';
import {
  type ArchiveContents,
  type ArchivedFlow,
  archiveContents,
  archivedFlow,
  archiveVersion,
  entryNames,
} from './archive-format.ts';
import type { ArchivedSource } from './archived-source.ts';

/** Bytes of all records, unpacked: a small file may say of itself that it holds any number. */
export const maxUnpacked = 4 * 1024 ** 3;
/** Bytes of what is read whole. */
const maxHead = 32 * 1024 ** 2;
/** More than an organization may keep files. */
export const maxEntries = 20_000;

/** Why a file is refused whole. */
export const refused = (what: string): AppError =>
  new AppError('invalid', `This file cannot be imported: ${what}. Nothing was imported.`);

const open = promisify<string, object, ZipFile>(yauzl.open);

/** An exported flow as a file: what it says of itself, and its entries, each of which is checked while it is read. */
export class FlowArchive implements ArchivedSource, AsyncDisposable {
  readonly flow: ArchivedFlow;
  readonly #zip: ZipFile;
  readonly #entries: ReadonlyMap<string, Entry>;
  readonly #contents: ArchiveContents;

  private constructor(
    zip: ZipFile,
    entries: ReadonlyMap<string, Entry>,
    contents: ArchiveContents,
    flow: ArchivedFlow,
  ) {
    this.#zip = zip;
    this.#entries = entries;
    this.#contents = contents;
    this.flow = flow;
  }

  static async open(path: string): Promise<FlowArchive> {
    const zip = await open(path, { lazyEntries: true, autoClose: false }).catch(() => {
      throw refused('it is no ZIP file');
    });
    try {
      const entries = await entriesOf(zip);
      const contents = parsed(archiveContents, await wholeOf(zip, entries.get(entryNames.contents)));
      requireListed(entries, contents);
      const bytes = await wholeOf(zip, entries.get(entryNames.flow));
      if (sha256(bytes) !== contents[entryNames.flow]?.sha256)
        throw refused('it was changed since it was exported');
      return new FlowArchive(zip, entries, contents, readFlow(bytes));
    } catch (error) {
      zip.close();
      throw error;
    }
  }

  get size(): number {
    return Object.values(this.#contents).reduce((sum, { size }) => sum + size, 0);
  }

  sizeOf(name: string): number {
    return this.#contents[name]?.size ?? 0;
  }

  /** The bytes of an entry; what was changed since the export ends in a refusal. */
  async *read(name: string): AsyncGenerator<Uint8Array> {
    const entry = this.#entries.get(name);
    if (entry === undefined) throw refused(`${name} is missing`);
    const hash = createHash('sha256');
    try {
      for await (const bytes of await this.#zip.openReadStreamPromise(entry)) {
        hash.update(bytes);
        yield bytes;
      }
    } catch (error) {
      throw unreadable(error);
    }
    if (hash.digest('hex') !== this.#contents[name]?.sha256)
      throw refused('it was changed since it was exported');
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#zip.close();
  }
}

const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/** What the library says of a damaged archive is a refusal, what the disk says is not. */
const unreadable = (error: unknown): unknown =>
  error instanceof AppError || (error instanceof Error && 'errno' in error && 'syscall' in error)
    ? error
    : refused('it is damaged');

async function entriesOf(zip: ZipFile): Promise<ReadonlyMap<string, Entry>> {
  if (zip.entryCount > maxEntries) throw refused('it holds too many files');
  const entries = new Map<string, Entry>();
  let records = 0;
  try {
    for await (const entry of zip.eachEntry()) {
      if (entries.has(entry.fileName)) throw refused('it names a file twice');
      if (!entry.fileName.startsWith('files/')) records += entry.uncompressedSize;
      if (records > maxUnpacked) throw refused('it is too large when it is unpacked');
      entries.set(entry.fileName, entry);
    }
  } catch (error) {
    throw unreadable(error);
  }
  return entries;
}

async function wholeOf(zip: ZipFile, entry: Entry | undefined): Promise<Uint8Array> {
  if (entry === undefined) throw refused('it is no export of Weft');
  if (entry.uncompressedSize > maxHead) throw refused('it is too large when it is unpacked');
  const pieces: Uint8Array[] = [];
  try {
    for await (const piece of await zip.openReadStreamPromise(entry)) pieces.push(piece);
  } catch (error) {
    throw unreadable(error);
  }
  return Buffer.concat(pieces);
}

function parsed<T>(shape: z.ZodType<T>, bytes: Uint8Array): T {
  try {
    const text = Buffer.from(bytes).toString();
    requireSafeJson(text);
    return shape.parse(JSON.parse(text));
  } catch {
    throw refused('it was changed since it was exported');
  }
}

const anyVersion = z.looseObject({ version: z.int() });

function readFlow(bytes: Uint8Array): ArchivedFlow {
  if (parsed(anyVersion, bytes).version > archiveVersion)
    throw new AppError(
      'conflict',
      'This file was exported by a newer version of Weft. Upgrade this one first.',
    );
  return parsed(archivedFlow, bytes);
}

/** What the list names has to be there, with the size it says, and nothing else. */
function requireListed(entries: ReadonlyMap<string, Entry>, contents: ArchiveContents): void {
  const listed = Object.entries(contents);
  const agrees = listed.every(([name, { size }]) => entries.get(name)?.uncompressedSize === size);
  // The list itself is one more.
  if (!agrees || entries.size !== listed.length + 1) throw refused('it does not hold what its list says');
}
