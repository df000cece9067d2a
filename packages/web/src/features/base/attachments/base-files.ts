import type { BaseClient } from '@weft/client';
import { type Attachment, anyFieldType, attachmentPath, type FieldEnv, type Table } from '@weft/core';
import type { ActionInputs } from '@weft/history';
import { toast } from '@weft/ui';
import type { CellFiles } from '@weft/ui/grid';
import { peopleQuery, queryClient } from '../../../queries.ts';
import { serverClock } from '../../../rpc.ts';
import { newId } from '../../../session/new-id.ts';
import { relativeTime } from '../../../shell/relative-time.ts';
import { download } from '../../../transfers.ts';
import { attachmentFromUrl, uploadAttachment } from './upload-attachment.ts';
import { UploadQueue } from './upload-queue.ts';

/** A cell, and the view it is seen in. */
export interface CellPlace {
  readonly tableId: string;
  readonly viewId: string;
  readonly recordId: string;
  readonly fieldId: string;
}

export interface BaseFilesDeps {
  readonly baseId: string;
  readonly userId: string;
  readonly client: BaseClient;
  readonly env: FieldEnv;
  readonly table: (tableId: string) => Table | undefined;
  /** False, with a toast, where it cannot be done. */
  readonly act: (
    type: 'UPDATE_RECORD_CELL',
    input: ActionInputs['UPDATE_RECORD_CELL'],
    groupId?: string,
  ) => boolean;
}

interface KnownCell {
  readonly queue: UploadQueue;
  readonly files: CellFiles;
}

const noFiles: readonly Attachment[] = [];

/** The files of an open base's cells. Uploads go on while their cell is not looked at, until the base is closed. */
export class BaseFiles {
  readonly #deps: BaseFilesDeps;
  readonly #cells = new Map<string, KnownCell>();

  constructor(deps: BaseFilesDeps) {
    this.#deps = deps;
  }

  /** Whether files are on their way. */
  get busy(): boolean {
    return [...this.#cells.values()].some(({ queue }) => queue.busy);
  }

  /** The same object for the same cell. */
  of(place: CellPlace): CellFiles {
    const key = [place.tableId, place.viewId, place.recordId, place.fieldId].join('/');
    const known = this.#cells.get(key) ?? this.#cellOf(place);
    this.#cells.set(key, known);
    return known.files;
  }

  /** The base is closed: what is on its way cannot be written any more. */
  end(): void {
    let lost = 0;
    for (const { queue } of this.#cells.values()) lost += queue.end();
    this.#cells.clear();
    if (lost > 0)
      toast(`${lost === 1 ? 'One file was' : `${lost} files were`} not uploaded: the database was closed`, {
        tone: 'error',
      });
  }

  #cellOf(place: CellPlace): KnownCell {
    const { baseId, userId, client } = this.#deps;
    const { tableId, viewId, recordId, fieldId } = place;
    const rows = client.rows(tableId, viewId);
    const upload = { baseId, tableId, fieldId, userId };
    const listeners = new Set<() => void>();
    let version = 0;
    const changed = () => {
      version++;
      for (const listener of listeners) listener();
    };
    const record = () => rows.store.get(recordId);
    const items = () => (record()?.data[fieldId] ?? noFiles) as readonly Attachment[];
    const write = (next: readonly Attachment[], groupId?: string) => {
      const value = next.length === 0 ? null : next;
      // Files that others add or remove meanwhile are not undone by a list that does not know of it yet.
      const from = { [fieldId]: items().map(({ filename }) => filename) };
      return this.#deps.act(
        'UPDATE_RECORD_CELL',
        { tableId, recordId, cells: { [fieldId]: { value } }, from },
        groupId,
      );
    };
    /** Puts a file behind those the cell holds now, whoever has added some meanwhile. */
    const append = async (item: Attachment, groupId: string) => {
      if (record() === undefined) await client.loadRecord(tableId, viewId, recordId);
      if (record() === undefined) throw new Error('This record was deleted');
      if (!write([...items(), item], groupId)) throw new Error('The file could not be written into the cell');
    };
    const queue = new UploadQueue({
      send: (file, ...sending) => uploadAttachment(upload, file, ...sending),
      save: append,
      newBatch: () => newId('grp'),
      onChange: changed,
      onDone: (name) => void toast(`Successfully uploaded ${name}`),
      onFault: (name, fault) => void toast(`${fault}: ${name}`, { tone: 'error' }),
    });
    const people = () => queryClient.getQueryData(peopleQuery.queryKey);
    const files: CellFiles = {
      recordName: () => this.#recordName(place),
      subscribe(listener) {
        listeners.add(listener);
        const leave = rows.subscribe(changed);
        if (people() === undefined) void queryClient.prefetchQuery(peopleQuery).then(changed);
        return () => {
          listeners.delete(listener);
          leave();
        };
      },
      version: () => version,
      items,
      uploads: () => queue.uploads,
      write: (next) => void write(next),
      add: (chosen) => queue.add(chosen),
      async addFromUrl(url, signal) {
        const item = await attachmentFromUrl(upload, url, signal);
        await append(item, newId('grp'));
        return { name: item.originalName, wasDownloaded: item.metadata?.wasDownloaded === true };
      },
      cancel: (each) => queue.cancel(each),
      retry: (each) => queue.retry(each),
      download: (item) => download(`${attachmentPath(item)}?download`),
      uploader({ metadata }) {
        if (metadata?.userId === userId) return 'You';
        return people()?.find(({ id }) => id === metadata?.userId)?.name ?? 'Unknown user';
      },
      age: ({ uploadedAt }) => relativeTime(Date.parse(uploadedAt), serverClock.now()),
    };
    return { queue, files };
  }

  /** The text of a record's primary cell. */
  #recordName({ tableId, viewId, recordId }: CellPlace): string {
    const { client, env } = this.#deps;
    const table = this.#deps.table(tableId);
    const primary = table?.fields.find(({ id }) => id === table.primaryFieldId);
    const record = client.rows(tableId, viewId).store.get(recordId);
    if (primary === undefined || record === undefined) return '';
    const value = record.data[primary.id] ?? null;
    return (
      record.raw?.[primary.id] ??
      (value === null ? '' : anyFieldType(primary.type).format(value, primary.template, env))
    );
  }
}
