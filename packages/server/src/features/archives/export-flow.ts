import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import type { Flow } from '@weft/db';
import { AppError } from '@weft/std';
import { ZipFile } from 'yazl';
import { type ArchiveContents, entryNames } from './archive-format.ts';
import { type FlowReader, headOf, linesOfTable, openFlowFile } from './archived-source.ts';
import type { ArchivesDeps } from './deps.ts';

const brokenOff = () => new AppError('conflict', 'The export was broken off');

type Entry = AsyncIterable<Uint8Array> | Iterable<Uint8Array>;

/** A ZIP archive as it is being written; each entry is read while whoever takes the archive reads. */
class ArchiveWriter {
  readonly #zip = new ZipFile();
  readonly #contents: { [name: string]: ArchiveContents[string] } = {};
  readonly output = this.#zip.outputStream as Readable;

  /** The one that is being read. */
  #entry: Readable | null = null;
  readonly #onRead: (bytes: number) => void;

  constructor(onRead: (bytes: number) => void) {
    this.#onRead = onRead;
    this.#zip.on('error', (error: Error) => this.output.destroy(error));
    // Whoever asked may go in the middle of an entry.
    this.output.once('close', () => this.#entry?.destroy(brokenOff()));
  }

  get contents(): ArchiveContents {
    return this.#contents;
  }

  /** Resolves once the entry was read to its end. */
  add(name: string, content: Entry, compress = true): Promise<void> {
    if (this.output.destroyed) return Promise.reject(brokenOff());
    const entry = Readable.from(this.#noted(name, content), { objectMode: false });
    this.#entry = entry;
    // The time of the export is in flow.json, and in no entry: the same flow is the same bytes.
    const options = { compressionLevel: compress ? 3 : 0, mtime: new Date(0) };
    return new Promise((resolve, reject) => {
      entry.once('error', reject);
      entry.once('end', resolve);
      this.#zip.addReadStream(entry, name, options);
    });
  }

  end(): void {
    this.#zip.end();
  }

  fail(error: unknown): void {
    this.output.destroy(error instanceof Error ? error : new Error(String(error)));
  }

  async *#noted(name: string, content: Entry): AsyncGenerator<Uint8Array> {
    const hash = createHash('sha256');
    let size = 0;
    for await (const bytes of content) {
      hash.update(bytes);
      size += bytes.length;
      this.#onRead(bytes.length);
      yield bytes;
    }
    this.#contents[name] = { size, sha256: hash.digest('hex') };
  }
}

/** A flow with everything in it as a ZIP archive, streamed; `onRead` hears of each piece that was read. */
export async function exportFlow(
  deps: ArchivesDeps,
  reader: FlowReader,
  flow: Flow,
  onRead: (bytes: number) => void = () => {},
): Promise<Readable> {
  const { metadata } = await deps.base(flow.id).metadata();
  // Read now: what is not there is said before the first byte.
  const head = await headOf(deps, flow, metadata.tables, []);
  const writer = new ArchiveWriter(onRead);

  const write = async (): Promise<void> => {
    const held = new Set<string>();
    for (const table of metadata.tables)
      await writer.add(entryNames.records(table.id), linesOfTable(deps, reader, flow, table, held));
    const files = await deps.files.attachmentsOf(flow.id, [...held]);
    // Most are pictures and documents, which are compressed as they are.
    for (const { id } of files) await writer.add(entryNames.file(id), await openFlowFile(deps, id), false);
    const whole = { ...head, files: files.map(({ id, name }) => ({ id, name })) };
    await writer.add(entryNames.flow, [Buffer.from(JSON.stringify(whole, null, 1))]);
    await writer.add(entryNames.contents, [Buffer.from(JSON.stringify(writer.contents, null, 1))]);
    writer.end();
  };
  write().catch((error: unknown) => {
    // Whoever downloads it sees that it broke off: it has an end of its own, which is missing.
    if (!writer.output.destroyed) deps.log.error({ err: error, flowId: flow.id }, 'an export failed');
    writer.fail(error);
  });
  return writer.output;
}
