import type { BaseRecord } from '@weft/core';
import type { Action } from '@weft/history';
import { AppError } from '@weft/std';
import { isTransient } from '../transport/errors.ts';

/** Records of one call: a million of them are a thousand calls, each a transaction of a few hundredths of a second. */
const chunkSize = 1_000;

/** Milliseconds before a call is retried while the network is down. */
const retryDelay = 1_000;

export interface ChunkDeps {
  readonly newActionId: () => string;
  /** Resolves after milliseconds, or at once when aborted. */
  readonly delay: (milliseconds: number, signal: AbortSignal) => Promise<void>;
  /** Whether a refusal is about a record that has been deleted meanwhile. */
  readonly isMissing: (error: AppError) => boolean;
}

/** Progress in records. */
export interface BulkProgress {
  /** The records are read before any is changed, for changes move the rows. */
  readonly phase: 'reading' | 'changing';
  readonly done: number;
  readonly total: number;
}

export interface BulkWatch {
  readonly signal: AbortSignal;
  readonly onProgress: (progress: BulkProgress) => void;
}

/**
 * Sends any number of records in chunks, each an action of its own: more than one transaction or one plan in the browser
 * could take. A chunk that the network lost is retried as the same action. One refused because a record is missing is
 * sent in halves until only that record is left out. Returns how many records were changed; throws any other refusal;
 * aborting ends it after the present chunk.
 */
export async function sendInChunks<T>(
  items: readonly T[],
  send: (chunk: readonly T[], actionId: string) => Promise<unknown>,
  deps: ChunkDeps,
  watch: BulkWatch,
): Promise<number> {
  const { signal } = watch;

  /** Null when accepted, else the refusal about a missing record. */
  const sendOnce = async (chunk: readonly T[]): Promise<AppError | null> => {
    const actionId = deps.newActionId();
    for (;;) {
      try {
        await send(chunk, actionId);
        return null;
      } catch (error) {
        if (!(error instanceof AppError)) throw error;
        if (deps.isMissing(error)) return error;
        if (!isTransient(error)) throw error;
        // It may have arrived; the same action id again changes nothing.
        await deps.delay(retryDelay, signal);
        if (signal.aborted) throw error;
      }
    }
  };
  const sendChunk = async (chunk: readonly T[]): Promise<number> => {
    const refusal = await sendOnce(chunk);
    if (refusal === null) return chunk.length;
    if (chunk.length === 1) return 0;
    const middle = Math.ceil(chunk.length / 2);
    return (await sendChunk(chunk.slice(0, middle))) + (await sendChunk(chunk.slice(middle)));
  };

  let changed = 0;
  for (let start = 0; start < items.length && !signal.aborted; start += chunkSize) {
    watch.onProgress({ phase: 'changing', done: start, total: items.length });
    changed += await sendChunk(items.slice(start, start + chunkSize));
  }
  return changed;
}

/** Rows [from, to) of a view. */
export interface RowsOfView {
  readonly tableId: string;
  readonly viewId: string;
  readonly from: number;
  readonly to: number;
}

/** What to do to any number of records: delete them, or clear some of their cells. */
export type BulkWork =
  | ({ readonly type: 'delete' } & RowsOfView)
  | { readonly type: 'delete'; readonly tableId: string; readonly recordIds: readonly string[] }
  | ({ readonly type: 'clear'; readonly fieldIds: readonly string[] } & RowsOfView);

export interface BulkEditDeps extends Omit<ChunkDeps, 'isMissing'> {
  /** Rows of the view with these fields, a page at a time. */
  readonly pages: (rows: RowsOfView, fieldIds: readonly string[]) => AsyncIterable<readonly BaseRecord[]>;
  readonly send: (action: Action) => Promise<unknown>;
}

const isMissing = ({ kind, message }: AppError): boolean =>
  kind === 'not-found' && message.startsWith('Record');

/** Reads all rows before anything changes: deleting or clearing moves the others. */
async function readItems<T>(
  work: BulkWork & RowsOfView,
  fieldIds: readonly string[],
  deps: BulkEditDeps,
  watch: BulkWatch,
  itemOf: (record: BaseRecord) => T | null,
): Promise<readonly T[]> {
  const items: T[] = [];
  const total = work.to - work.from;
  let read = 0;
  watch.onProgress({ phase: 'reading', done: 0, total });
  for await (const page of deps.pages(work, fieldIds)) {
    for (const record of page) {
      const item = itemOf(record);
      if (item !== null) items.push(item);
    }
    read += page.length;
    watch.onProgress({ phase: 'reading', done: read, total });
    if (watch.signal.aborted) return [];
  }
  return items;
}

/** The record's cells that are not empty; null: none. */
function filledCells(record: BaseRecord, fieldIds: readonly string[]) {
  const filled = fieldIds.filter(
    (id) => (record.data[id] ?? null) !== null || record.raw?.[id] !== undefined,
  );
  return filled.length === 0 ? null : filled.map((fieldId) => ({ recordId: record.id, fieldId }));
}

/** Runs a bulk edit as one step of undo; returns how many records it changed. */
export async function runBulkEdit(work: BulkWork, deps: BulkEditDeps, watch: BulkWatch): Promise<number> {
  const { tableId } = work;
  const groupId = deps.newActionId();
  const chunkDeps = { ...deps, isMissing };
  if (work.type === 'delete') {
    const ids = 'recordIds' in work ? work.recordIds : await readItems(work, [], deps, watch, ({ id }) => id);
    const send = (recordIds: readonly string[], id: string) =>
      deps.send({ id, type: 'BULK_DELETE_RECORDS', input: { tableId, recordIds }, groupId });
    return sendInChunks(ids, send, chunkDeps, watch);
  }
  const { fieldIds } = work;
  const filled = await readItems(work, fieldIds, deps, watch, (record) => filledCells(record, fieldIds));
  const send = (cells: typeof filled, id: string) =>
    deps.send({ id, type: 'BULK_CLEAR_CELLS', input: { tableId, cells: cells.flat() }, groupId });
  return sendInChunks(filled, send, chunkDeps, watch);
}
