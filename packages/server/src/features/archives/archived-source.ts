import { hasForm, type Table } from '@weft/core';
import type { Flow, RecordAuthors, RunScan } from '@weft/db';
import type { Content } from '@weft/documents';
import { AppError, must } from '@weft/std';
import type { EventLoopThrottle } from '../../event-loop-throttle.ts';
import { recordJson } from '../bases/export/json.ts';
import { isAttachments } from '../bases/known-files.ts';
import { type ArchivedFlow, archiveVersion, entryNames } from './archive-format.ts';
import type { ArchivesDeps } from './deps.ts';

/** What an import reads: a flow in an exported file, or one that is there and is copied. */
export interface ArchivedSource {
  readonly flow: ArchivedFlow;
  /** Bytes of everything in it, roughly: progress is told by it. */
  readonly size: number;
  /** Bytes of an entry. */
  readonly sizeOf: (name: string) => number;
  readonly read: (name: string) => AsyncIterable<Uint8Array>;
}

/** How a server reads a flow: in turns with others, and with time for requests between them. */
export interface FlowReader {
  readonly throttle: EventLoopThrottle;
  readonly runScan: RunScan;
}

/** Records read at a time. */
const chunk = 500;

/** A line of a record with the ids of its people; one that is not known is left out. */
function withAuthors(line: string, authors: RecordAuthors | undefined): string {
  const known = Object.entries(authors ?? {}).filter(([, id]) => id !== null);
  return known.length === 0
    ? line
    : `${line.slice(0, -1)},${JSON.stringify(Object.fromEntries(known)).slice(1)}`;
}

/** The records of a table as lines of JSON; the files that its cells hold are added to `held`. */
export async function* linesOfTable(
  deps: Pick<ArchivesDeps, 'base' | 'now'>,
  { throttle, runScan }: FlowReader,
  flow: Flow,
  table: Table,
  held?: Set<string>,
): AsyncGenerator<Uint8Array> {
  const query = {
    tableId: table.id,
    timeZone: 'UTC',
    now: new Date(deps.now()).toISOString(),
    fieldIds: table.fields.map(({ id }) => id),
  };
  for await (const page of throttle.chunks(deps.base(flow.id).stream(query, chunk, runScan))) {
    const authors = await deps.base(flow.id).authors(
      table.id,
      page.map(({ id }) => id),
    );
    let text = '';
    for (const record of page) {
      text += `${withAuthors(recordJson(record, table.fields), authors.get(record.id))}\n`;
      for (const value of Object.values(record.data))
        if (isAttachments(value)) for (const { filename } of value) held?.add(filename);
    }
    yield Buffer.from(text);
  }
}

/** The bytes of a file of a flow. */
export async function openFlowFile(
  { fileStore }: Pick<ArchivesDeps, 'fileStore'>,
  id: string,
): Promise<AsyncIterable<Uint8Array>> {
  const opened = await fileStore.open(id);
  if (opened === null) throw new AppError('unavailable', 'A file of this flow cannot be read');
  return opened.content;
}

/** The files that the document of a flow shows as images. */
export const imagesIn = (
  { archivedDocuments }: Pick<ArchivesDeps, 'archivedDocuments'>,
  { form }: Pick<ArchivedFlow, 'form'>,
): readonly string[] =>
  form === null ? [] : archivedDocuments.imageFilesOf(form.draft as unknown as Content);

/** Everything in a flow but its records and files. */
export async function headOf(
  { documents, formSessions, now }: Pick<ArchivesDeps, 'documents' | 'formSessions' | 'now'>,
  { id, type, name, internalNote }: Flow,
  tables: readonly Table[],
  files: readonly { readonly id: string; readonly name: string }[],
): Promise<ArchivedFlow> {
  return {
    format: 'weft.flow',
    version: archiveVersion,
    madeAt: new Date(now()).toISOString(),
    flow: { id, type, name, internalNote },
    tables: tables as unknown as ArchivedFlow['tables'],
    files: files.map((file) => ({ id: file.id, name: file.name })),
    form: hasForm(type) ? await formOf({ documents, formSessions }, id) : null,
  };
}

async function formOf(
  { documents, formSessions }: Pick<ArchivesDeps, 'documents' | 'formSessions'>,
  id: string,
): Promise<NonNullable<ArchivedFlow['form']>> {
  const [draft, taking] = [await documents.draft(id), await documents.settings(id)];
  if (draft === null || taking === null) throw new AppError('not-found', 'Database not found');
  const { settings, submissions } = taking;
  const choices = Object.fromEntries(await formSessions.takenChoices(id));
  return { draft: { ...draft.content }, settings: { ...settings }, submissions, choices };
}

/** A flow that is there, to be read while it is copied. */
export async function sourceOfFlow(
  deps: ArchivesDeps,
  reader: FlowReader,
  flow: Flow,
): Promise<ArchivedSource> {
  const store = deps.base(flow.id);
  const { metadata } = await store.metadata();
  const head = await headOf(deps, flow, metadata.tables, []);
  const held = [...(await store.heldFiles()), ...imagesIn(deps, head)];
  const files = await deps.files.attachmentsOf(flow.id, held);
  const tables = new Map(metadata.tables.map((table) => [entryNames.records(table.id), table]));
  const sizes = new Map(files.map(({ id, size }) => [entryNames.file(id), size]));
  const ids = new Map(files.map(({ id }) => [entryNames.file(id), id]));
  async function* read(name: string): AsyncGenerator<Uint8Array> {
    const id = ids.get(name);
    if (id === undefined) yield* linesOfTable(deps, reader, flow, must(tables.get(name)));
    else yield* await openFlowFile(deps, id);
  }
  return {
    flow: { ...head, files: files.map(({ id, name }) => ({ id, name })) },
    size: await sizeOfFlow(deps, flow),
    sizeOf: (name) => sizes.get(name) ?? 0,
    read,
  };
}

/** Bytes of a flow's records, as the database keeps them, and of its files. */
export async function sizeOfFlow(
  { sizeOfBase, files }: Pick<ArchivesDeps, 'sizeOfBase' | 'files'>,
  { id }: Flow,
): Promise<number> {
  return (await sizeOfBase(id)) + (await files.sizeOfFlow(id));
}
