import type { BaseRecord } from '@weft/core';
import type { Action } from '@weft/history';
import type { AppError } from '@weft/std';
import { type BulkWatch, type BulkWorld, runInSteps } from './bulk-run.ts';

/** Rows [from, to) of a view. */
export interface RowsOfView {
  readonly tableId: string;
  readonly viewId: string;
  readonly from: number;
  readonly to: number;
}

/** What is to be done to any number of records. */
export type BulkWork =
  | ({ readonly type: 'delete' } & RowsOfView)
  | { readonly type: 'delete'; readonly tableId: string; readonly recordIds: readonly string[] }
  | ({ readonly type: 'clear'; readonly fieldIds: readonly string[] } & RowsOfView);

export interface BulkWorkWorld extends Omit<BulkWorld, 'isMissing'> {
  /** Rows of the view with these fields, a page at a time. */
  readonly pages: (rows: RowsOfView, fieldIds: readonly string[]) => AsyncIterable<readonly BaseRecord[]>;
  readonly send: (action: Action) => Promise<unknown>;
}

const isMissing = ({ kind, message }: AppError): boolean =>
  kind === 'not-found' && message.startsWith('Record');

/** What there is to do, looked up before anything changes: rows that are deleted or emptied move the others. */
async function itemsOf<T>(
  work: BulkWork & RowsOfView,
  fieldIds: readonly string[],
  world: BulkWorkWorld,
  watch: BulkWatch,
  itemOf: (record: BaseRecord) => T | null,
): Promise<readonly T[]> {
  const items: T[] = [];
  const total = work.to - work.from;
  let read = 0;
  watch.onProgress({ phase: 'reading', done: 0, total });
  for await (const page of world.pages(work, fieldIds)) {
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

/** The cells of a record that hold something, as the action takes them. */
function filledCells(record: BaseRecord, fieldIds: readonly string[]) {
  const filled = fieldIds.filter(
    (id) => (record.data[id] ?? null) !== null || record.raw?.[id] !== undefined,
  );
  return filled.length === 0 ? null : filled.map((fieldId) => ({ recordId: record.id, fieldId }));
}

/** Deletes or empties records in steps that are taken back as one; the answer is how many records it changed. */
export async function runBulk(work: BulkWork, world: BulkWorkWorld, watch: BulkWatch): Promise<number> {
  const { tableId } = work;
  const groupId = world.newActionId();
  const steps = { ...world, isMissing };
  if (work.type === 'delete') {
    const ids = 'recordIds' in work ? work.recordIds : await itemsOf(work, [], world, watch, ({ id }) => id);
    const send = (recordIds: readonly string[], id: string) =>
      world.send({ id, type: 'BULK_DELETE_RECORDS', input: { tableId, recordIds }, groupId });
    return runInSteps(ids, send, steps, watch);
  }
  const { fieldIds } = work;
  const filled = await itemsOf(work, fieldIds, world, watch, (record) => filledCells(record, fieldIds));
  const send = (cells: typeof filled, id: string) =>
    world.send({ id, type: 'BULK_CLEAR_CELLS', input: { tableId, cells: cells.flat() }, groupId });
  return runInSteps(filled, send, steps, watch);
}
