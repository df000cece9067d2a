import { Readable } from 'node:stream';
import { hasForm, type Table } from '@weft/core';
import { addDocument, type BaseLoad, giveToFlow, type Sql, writeSettings, writeTakenChoices } from '@weft/db';
import type { Content } from '@weft/documents';
import { calls } from '@weft/protocol';
import { must } from '@weft/std';
import { safeName } from '../../files/multipart-file.ts';
import { receiveFile } from '../../files/receive-file.ts';
import { keysOf } from '../../files/thumbnails.ts';
import { type ArchivedFlow, entryNames } from './archive-format.ts';
import type { ArchivedSource } from './archived-source.ts';
import type { ArchivesDeps } from './deps.ts';
import { type ArchivedFiles, linesOf, loadRecords } from './read-records.ts';
import { readTables } from './read-tables.ts';
import { refused } from './read-zip.ts';
import { writeSubmissions } from './submissions.ts';
import { writeWaiting } from './waiting-answers.ts';

type Entries = Pick<ArchivedSource, 'flow' | 'sizeOf' | 'read'>;

interface ImportedAs {
  readonly organizationId: string;
  readonly ownerUserId: string;
  readonly workspaceId: string | null;
  readonly actionId: string | null;
}

/** For whoever follows an import, and may end it. */
interface Following {
  /** Called with each piece that was read; what it throws ends the import. */
  readonly onRead: (bytes: number) => Promise<void>;
  /** In the transaction that shows the flow; what it throws ends the import too. */
  readonly alongside: (tx: Sql, flowId: string) => Promise<void>;
}

const followedByNobody: Following = { onRead: async () => {}, alongside: async () => {} };

async function* followed(
  bytes: AsyncIterable<Uint8Array>,
  onRead: Following['onRead'],
): AsyncGenerator<Uint8Array> {
  for await (const piece of bytes) {
    yield piece;
    await onRead(piece.length);
  }
}

/** The ids of a form's own table follow from the form's: the new form's stand for those of the exported one. */
function newIds(
  { archivedDocuments: { idsOf } }: ArchivesDeps,
  { flow }: ArchivedFlow,
  id: string,
): ReadonlyMap<string, string> {
  if (!hasForm(flow.type)) return new Map();
  const after = idsOf(id);
  return new Map(idsOf(flow.id).map((before, i) => [before, must(after[i])]));
}

/** JSON with ids in place of others, wherever they stand; texts that hold one among other words stay. */
function renamed<T>(json: T, ids: ReadonlyMap<string, string>): T {
  if (ids.size === 0) return json;
  const text = JSON.stringify(json, (_key, value) => {
    if (typeof value === 'string') return ids.get(value) ?? value;
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
    return Object.fromEntries(Object.entries(value).map(([key, one]) => [ids.get(key) ?? key, one]));
  });
  return JSON.parse(text) as T;
}

/** A line with the ids of its cells in place of others: keys alone, for cells hold no ids of fields. */
async function* renamedLines(
  lines: AsyncIterable<string>,
  ids: ReadonlyMap<string, string>,
): AsyncGenerator<string> {
  for await (const line of lines) {
    let text = line;
    for (const [before, after] of ids) text = text.replaceAll(`"${before}":`, `"${after}":`);
    yield text;
  }
}

interface ArchivedForm {
  readonly draft: Content;
  readonly settings: NonNullable<ArchivedFlow['form']>['settings'];
  readonly submissions: number;
  readonly choices: NonNullable<ArchivedFlow['form']>['choices'];
}

/** The document and the settings of an archived form, checked as if somebody made them. */
function formOf(
  { archivedDocuments }: ArchivesDeps,
  { flow, form }: ArchivedFlow,
  id: string,
): ArchivedForm | null {
  if (!hasForm(flow.type)) return null;
  if (form === null) throw refused('the form is missing');
  const settings = calls['forms.updateSettings'].input.safeParse({ flowId: id, settings: form.settings });
  if (!settings.success) throw refused('the settings of the form are not valid');
  try {
    const draft = archivedDocuments.readDraft(id, form.draft as unknown as Content);
    return { draft, settings: form.settings, submissions: form.submissions, choices: form.choices };
  } catch {
    throw refused('the form is not valid');
  }
}

/** Makes a flow of an exported file, or of another flow: all of it or nothing; its id. */
export async function importFlow(
  deps: ArchivesDeps,
  source: ArchivedSource,
  as: ImportedAs,
  { onRead, alongside }: Following = followedByNobody,
): Promise<string> {
  const archive: Entries = {
    flow: source.flow,
    sizeOf: (name) => source.sizeOf(name),
    read: (name) => followed(source.read(name), onRead),
  };
  const id = deps.newId('bas');
  const ids = newIds(deps, archive.flow, id);
  const form = formOf(deps, archive.flow, id);
  const tables = readTables({ ...archive.flow, tables: renamed(archive.flow.tables, ids) });
  const files = new Map<string, Awaited<ReturnType<typeof receiveFile>>>();
  let load: BaseLoad | null = null;
  try {
    await receiveFiles(deps, archive, as, files);
    load = await deps.loadBase(tables, id, as.ownerUserId);
    const memberIds = new Set(await deps.memberIdsOf(as.organizationId));
    await loadTables(load, archive, tables, ids, files, memberIds);
    const { type, name, internalNote } = archive.flow.flow;
    await deps.showLoaded(load, { ...as, id, type, name, internalNote }, async (tx) => {
      const received = [...files.values()].map((file) => file.id);
      await giveToFlow(tx, received, id);
      if (form !== null) {
        const copies = new Map([...files].map(([original, file]) => [original, file.id]));
        const draft = deps.archivedDocuments.withImageFiles(form.draft, copies);
        await addDocument(tx, id, draft, form.submissions);
        await writeSettings(tx, id, form.settings);
        await writeTakenChoices(tx, id, form.choices);
        // An archive of before there was this entry has none.
        if (archive.sizeOf(entryNames.submissions) > 0)
          await writeSubmissions(tx, id, linesOf(archive.read(entryNames.submissions)));
        if (archive.sizeOf(entryNames.waiting) > 0) {
          const lines = linesOf(archive.read(entryNames.waiting));
          await writeWaiting(tx, id, lines, new Map([...ids, ...copies]));
        }
      }
      await alongside(tx, id);
    });
    return id;
  } catch (error) {
    await load?.discard();
    await removeFiles(deps, files);
    throw error;
  }
}

/** Takes the files in, counted as the importing person's. */
async function receiveFiles(
  deps: ArchivesDeps,
  archive: Entries,
  { organizationId, ownerUserId: userId }: ImportedAs,
  taken: Map<string, Awaited<ReturnType<typeof receiveFile>>>,
): Promise<void> {
  for (const { id, name } of archive.flow.files) {
    const entry = entryNames.file(id);
    const file = await receiveFile(deps, {
      organizationId,
      userId,
      purpose: 'attachment',
      name: safeName(name),
      content: Readable.from(archive.read(entry)),
      maxBytes: archive.sizeOf(entry),
    });
    taken.set(id, file);
  }
}

async function loadTables(
  load: BaseLoad,
  archive: Entries,
  tables: readonly Table[],
  ids: ReadonlyMap<string, string>,
  files: ArchivedFiles,
  memberIds: ReadonlySet<string>,
): Promise<void> {
  for (const [i, table] of tables.entries()) {
    const name = entryNames.records(archive.flow.tables[i]?.id ?? '');
    await loadRecords(load, table, renamedLines(linesOf(archive.read(name)), ids), files, memberIds);
  }
}

async function removeFiles({ files, fileStore, log }: ArchivesDeps, taken: ArchivedFiles): Promise<void> {
  for (const { id } of taken.values()) {
    try {
      await files.release(id);
      for (const key of keysOf(id)) await fileStore.remove(key);
    } catch (error) {
      log.warn({ err: error }, 'a file of an import that was given up counts for a while more');
    }
  }
}
