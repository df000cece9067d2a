import type { BaseMetadata, BaseRecord, CellValue, Table } from '@weft/core';
import type { Action, Stepped } from '@weft/history';
import type { TableLoad } from '../import/table-load.ts';
import type { FoundByValue } from '../query/find-by-value.ts';
import type { GroupKeys, Groups, Linked, RecordPage, RecordQuery, RunScan } from '../query/record-query.ts';
import type { RecordAuthors } from '../records/read.ts';
import type { HistoryEntry, LogEntry, Submitted } from '../writer/log-entry.ts';
import type { AlongsideAction } from '../writer/plan-group.ts';
import type { StepJob } from '../writer/step-targets.ts';
import type { Decided } from '../writer/whole-job.ts';

/** What of a group is taken back, and on what condition. */
export type TakenBack = Pick<StepJob, 'actionIds' | 'alongside'>;

/** One base: all reads and writes. Unknown ids throw AppError 'not-found', bad input 'invalid'. */
export interface BaseStore {
  readonly baseId: string;
  metadata(): Promise<{ readonly metadata: BaseMetadata; readonly version: number }>;
  /**
   * Runs one action of a person; simultaneous ones share a transaction. Throws AppError with the refusal. `alongside`
   * writes in the same transaction, unless the action is refused or repeated; it is told what the action changed.
   */
  submit(userId: string, action: Action, alongside?: AlongsideAction): Promise<Submitted>;
  /**
   * Runs actions of a person in one transaction, all of them or none; throws AppError with the first refusal. False:
   * something was written to the tables of `decided` after its version, and nothing is done: read and decide again.
   */
  submitAll(
    userId: string,
    actions: readonly Action[],
    options: { readonly decided: Decided; readonly alongside?: AlongsideAction },
  ): Promise<boolean>;
  /** With an `actionId` that is known the answer is what was done then, and nothing is done again. */
  undo(userId: string, count: number, actionId?: string): Promise<Stepped>;
  redo(userId: string, count: number, actionId?: string): Promise<Stepped>;
  /**
   * Undoes the step of one entry of the log: one's own, or anybody's deletion. Throws where it was undone before; an
   * `actionId` as for `undo`.
   */
  undoStep(userId: string, entryId: string, actionId?: string): Promise<Stepped>;
  /**
   * Undoes all of a person's actions of a group, or those of `actionIds` among them, wherever they stand, without a redo;
   * nothing happens where there are none. `alongside` is called in each of its transactions, and ends it by throwing.
   */
  takeBack(userId: string, groupId: string, of?: TakenBack): Promise<void>;
  /** With `recordId` the entries carry the changes of that record alone, and a page may have fewer than `limit`. */
  history(
    query: {
      readonly tableId?: string;
      readonly recordId?: string;
      /** Of one person; from and up to a moment (ISO 8601 UTC). */
      readonly userId?: string;
      readonly since?: string;
      readonly until?: string;
      /** Only deletions that nobody has taken back. */
      readonly trash?: boolean;
      readonly cursor?: string;
      readonly limit: number;
    },
    runScan?: RunScan,
  ): Promise<{
    readonly entries: readonly (LogEntry & Partial<HistoryEntry>)[];
    readonly nextCursor: string | null;
  }>;
  /** Entries after `sinceSeq` (exclusive), then live ones, without gaps, until the signal aborts. */
  changes(sinceSeq: number, signal: AbortSignal): AsyncIterable<LogEntry>;
  list(
    query: RecordQuery & {
      readonly limit: number;
      readonly cursor?: string;
      readonly includeTotal?: boolean;
    },
    runScan?: RunScan,
  ): Promise<RecordPage>;
  /** Rows [start, start + count) of the ordered result, in constant time at any start; `total` when it is known. */
  window(
    query: RecordQuery & { readonly start: number; readonly count: number },
    runScan?: RunScan,
  ): Promise<{
    readonly records: readonly BaseRecord[];
    readonly version: number;
    readonly total: number;
  }>;
  /** The groups of the query's records, in order, with what their columns add up to; its sort is of no account. */
  groups(query: RecordQuery & GroupKeys, runScan?: RunScan): Promise<Groups & { readonly version: number }>;
  get(tableId: string, recordIds: readonly string[]): Promise<readonly BaseRecord[]>;
  /** Who made and last edited these records, by their ids; records that are gone are left out. */
  authors(tableId: string, recordIds: readonly string[]): Promise<ReadonlyMap<string, RecordAuthors>>;
  /**
   * The records whose cell of a field is one of these values, in the order of the values: undefined for a value that no
   * record has, and only the first of several. Of kinds whose cells are one number, date or text. Looks through the table.
   */
  findByValue(
    tableId: string,
    fieldId: string,
    values: readonly NonNullable<CellValue>[],
    runScan?: RunScan,
  ): Promise<readonly (FoundByValue | undefined)[]>;
  /** The names of the records that these of a table are linked to, and the values of their lookups: one statement per link field. */
  linked(tableId: string, records: readonly BaseRecord[]): Promise<Linked>;
  /** Whether any text of the table may be longer than `length` UTF-16 units: false is certain, and cheap to know. */
  mayHoldText(tableId: string, length: number, runScan?: RunScan): Promise<boolean>;
  /**
   * Records whose cells hold a text somewhere, or held it before they were edited or deleted, as far as the log tells, but
   * for case and accents; with all texts of those changes. Looks through the log.
   */
  recordsLoggedWith(
    tableId: string,
    text: string,
    runScan?: RunScan,
  ): AsyncIterable<readonly { readonly id: string; readonly texts: readonly string[] }[]>;
  /** Takes what deleted records held out of the log and what was derived from them, for good. */
  erase(tableId: string, recordIds: readonly string[]): Promise<void>;
  /** The ids of the files that cells hold, also those of deleted fields and tables. */
  heldFiles(): Promise<readonly string[]>;
  /** Every record of the query in order, in chunks, without holding a transaction open. */
  stream(query: RecordQuery, chunk: number, runScan?: RunScan): AsyncIterable<readonly BaseRecord[]>;
  /** Makes a hidden table to be filled; the same table again throws 'conflict'. */
  beginLoad(table: Omit<Table, 'order'>, userId?: string): Promise<TableLoad>;
  /** Removes a hidden table that a killed process left behind; shown tables stay. */
  discardLoad(tableId: string): Promise<void>;
  /** The hidden tables whose ids begin so: those that one import was filling. */
  hiddenTables(idPrefix: string): Promise<readonly string[]>;
}
