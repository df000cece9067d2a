import { Readable } from 'node:stream';
import { flowType, type Table } from '@weft/core';
import { addDocument, type BaseLoad, giveToFlow, writeSettings } from '@weft/db';
import type { Content } from '@weft/documents';
import { calls } from '@weft/protocol';
import { must } from '@weft/std';
import { safeName } from '../../files/multipart-file.ts';
import { receiveFile } from '../../files/receive-file.ts';
import { keysOf } from '../../files/thumbnails.ts';
import type { Caller } from '../../http/caller.ts';
import { requireMayMake } from '../flows/duplicate-flow.ts';
import { type ArchivedFlow, entryNames } from './archive-format.ts';
import type { ArchivesDeps } from './deps.ts';
import { type ArchivedFiles, linesOf, loadRecords } from './read-records.ts';
import { readTables } from './read-tables.ts';
import { FlowArchive, refused } from './read-zip.ts';

interface ImportedAs {
  readonly organizationId: string;
  readonly ownerUserId: string;
  readonly workspaceId: string | null;
  readonly actionId: string | null;
}

/** The ids of a form's own table follow from the form's: the new form's stand for those of the exported one. */
function newIds(
  { archivedDocuments: { idsOf } }: ArchivesDeps,
  { flow }: ArchivedFlow,
  id: string,
): ReadonlyMap<string, string> {
  if (!flowType(flow.type).built?.hasDocument) return new Map();
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
}

/** The document and the settings of an archived form, checked as if somebody made them. */
function formOf(
  { archivedDocuments }: ArchivesDeps,
  { flow, form }: ArchivedFlow,
  id: string,
): ArchivedForm | null {
  if (!flowType(flow.type).built?.hasDocument) return null;
  if (form === null) throw refused('the form is missing');
  const settings = calls['forms.updateSettings'].input.safeParse({ flowId: id, settings: form.settings });
  if (!settings.success) throw refused('the settings of the form are not valid');
  try {
    const draft = archivedDocuments.readDraft(id, form.draft as unknown as Content);
    return { draft, settings: form.settings, submissions: form.submissions };
  } catch {
    throw refused('the form is not valid');
  }
}

/** Makes a flow of an exported file: all of it or nothing; its id. */
export async function importFlow(
  deps: ArchivesDeps,
  caller: Caller,
  path: string,
  as: ImportedAs,
): Promise<string> {
  await using archive = await FlowArchive.open(path);
  requireMayMake(caller, archive.flow.flow.type);
  const id = deps.newId('bas');
  const ids = newIds(deps, archive.flow, id);
  const form = formOf(deps, archive.flow, id);
  const tables = readTables({ ...archive.flow, tables: renamed(archive.flow.tables, ids) });
  const files = new Map<string, Awaited<ReturnType<typeof receiveFile>>>();
  let load: BaseLoad | null = null;
  try {
    await receiveFiles(deps, archive, as, files);
    load = await deps.loadBase(tables, id);
    await loadTables(load, archive, tables, ids, files);
    const { type, name, internalNote } = archive.flow.flow;
    await deps.showLoaded(load, { ...as, id, type, name, internalNote }, async (tx) => {
      const received = [...files.values()].map((file) => file.id);
      await giveToFlow(tx, received, id);
      if (form === null) return;
      await addDocument(tx, id, form.draft, form.submissions);
      await writeSettings(tx, id, form.settings);
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
  archive: FlowArchive,
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
  archive: FlowArchive,
  tables: readonly Table[],
  ids: ReadonlyMap<string, string>,
  files: ArchivedFiles,
): Promise<void> {
  for (const [i, table] of tables.entries()) {
    const name = entryNames.records(archive.flow.tables[i]?.id ?? '');
    await loadRecords(load, table, renamedLines(linesOf(archive.read(name)), ids), files);
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
