import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { type BaseRecord, flowType, type Table } from '@weft/core';
import type { Flow, RunScan } from '@weft/db';
import { AppError } from '@weft/std';
import { ZipFile } from 'yazl';
import type { EventLoopThrottle } from '../bases/export/event-loop-throttle.ts';
import { recordJson } from '../bases/export/json.ts';
import { isAttachments } from '../bases/known-files.ts';
import { type ArchiveContents, type ArchivedFlow, archiveVersion, entryNames } from './archive-format.ts';
import type { ArchivesDeps } from './deps.ts';

/** Records read at a time. */
const chunk = 500;

const brokenOff = () => new AppError('conflict', 'The export was broken off');

type Entry = AsyncIterable<Uint8Array> | Iterable<Uint8Array>;

/** A ZIP archive as it is being written; each entry is read while whoever takes the archive reads. */
class ArchiveWriter {
  readonly #zip = new ZipFile();
  readonly #contents: { [name: string]: ArchiveContents[string] } = {};
  readonly output = this.#zip.outputStream as Readable;

  /** The one that is being read. */
  #entry: Readable | null = null;

  constructor() {
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
      yield bytes;
    }
    this.#contents[name] = { size, sha256: hash.digest('hex') };
  }
}

/** The lines of a table; the files that its cells hold are added to `held`. */
async function* linesOf(
  pages: AsyncIterable<readonly BaseRecord[]>,
  table: Table,
  held: Set<string>,
): AsyncGenerator<Uint8Array> {
  for await (const page of pages) {
    let text = '';
    for (const record of page) {
      text += `${recordJson(record, table.fields)}\n`;
      for (const value of Object.values(record.data))
        if (isAttachments(value)) for (const { filename } of value) held.add(filename);
    }
    yield Buffer.from(text);
  }
}

/** A flow with everything in it as a ZIP archive, streamed. */
export async function exportFlow(
  deps: ArchivesDeps & { readonly throttle: EventLoopThrottle },
  flow: Flow,
  runScan: RunScan,
): Promise<Readable> {
  const store = deps.base(flow.id);
  const { metadata } = await store.metadata();
  const form = flowType(flow.type).built?.hasDocument ? await formOf(deps, flow) : null;
  const writer = new ArchiveWriter();

  const write = async (): Promise<void> => {
    const held = new Set<string>();
    const madeAt = new Date(deps.now()).toISOString();
    for (const table of metadata.tables) {
      const query = {
        tableId: table.id,
        timeZone: 'UTC',
        now: madeAt,
        fieldIds: table.fields.map(({ id }) => id),
      };
      const pages = deps.throttle.chunks(store.stream(query, chunk, runScan));
      await writer.add(entryNames.records(table.id), linesOf(pages, table, held));
    }
    const files = await deps.files.attachmentsOf(flow.id, [...held]);
    for (const { id } of files) {
      const opened = await deps.fileStore.open(id);
      if (opened === null) throw new AppError('unavailable', 'A file of this flow cannot be read');
      // Most are pictures and documents, which are compressed as they are.
      await writer.add(entryNames.file(id), opened.content, false);
    }
    const { id, type, name, internalNote } = flow;
    const head: ArchivedFlow = {
      format: 'weft.flow',
      version: archiveVersion,
      madeAt,
      flow: { id, type, name, internalNote },
      tables: metadata.tables as unknown as ArchivedFlow['tables'],
      files: files.map((file) => ({ id: file.id, name: file.name })),
      form,
    };
    await writer.add(entryNames.flow, [Buffer.from(JSON.stringify(head, null, 1))]);
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

async function formOf({ documents }: ArchivesDeps, { id }: Flow): Promise<NonNullable<ArchivedFlow['form']>> {
  const [draft, taking] = [await documents.draft(id), await documents.settings(id)];
  if (draft === null || taking === null) throw new AppError('not-found', 'Database not found');
  const { settings, submissions } = taking;
  return { draft: { ...draft.content }, settings: { ...settings }, submissions };
}
