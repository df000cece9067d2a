import type { BaseMetadata, BaseRecord, Filter, Sort, Table } from '@weft/core';
import type { Action, LoggedAction, Stepped } from '@weft/history';
import type { CopyPlan, CopyRows } from '../import/copy-writer.ts';

/** An entry of a base's log; `seq` rises by one without gaps. */
export interface LogEntry extends LoggedAction {
  readonly seq: number;
}

export interface Submitted {
  readonly entry: LogEntry;
  /** True: this id had been taken before and nothing was done again. */
  readonly repeated: boolean;
  /**
   * The records of these ids as the action's transaction left them, without those it left none of; they are among
   * those the action changed. Null: the action had been taken in an earlier one.
   */
  readonly records: ((tableId: string, recordIds: readonly string[]) => readonly BaseRecord[]) | null;
}

export interface RecordQuery {
  readonly tableId: string;
  readonly filter?: Filter | null;
  readonly sort?: Sort;
  readonly search?: string;
  /** The reader's IANA zone, for date filters. */
  readonly timeZone: string;
  /** The reader's BCP 47 locale: the search looks in what a person sees; 'en-US' when left out. */
  readonly locale?: string;
  /** ISO instant, for relative date filters. */
  readonly now: string;
  /** Leaves other fields out of the answer. */
  readonly fieldIds?: readonly string[];
}

export interface RecordPage {
  readonly records: readonly BaseRecord[];
  readonly nextCursor: string | null;
  /** The base's seq at reading. */
  readonly version: number;
  readonly total?: number;
}

/** A table being filled out of sight; it appears with the action IMPORT_RECORDS. */
export interface TableLoad {
  /** What a `CopyWriter` needs to write rows for `append`. */
  readonly plan: CopyPlan;
  /** The bytes are given away: they may go on to another thread. */
  append(rows: CopyRows): Promise<void>;
  /** Makes the table ready to be read: its order is indexed. */
  finish(): Promise<void>;
  /** Removes the table and everything in it. */
  discard(): Promise<void>;
}

/** One base: everything read and written goes through here. Unknown ids throw AppError 'not-found', bad input 'invalid'. */
export interface BaseStore {
  readonly baseId: string;
  metadata(): Promise<{ readonly metadata: BaseMetadata; readonly version: number }>;
  /** Runs one action of a person; waiting ones share a transaction. Throws AppError with the refusal. */
  submit(userId: string, action: Action): Promise<Submitted>;
  undo(userId: string, count: number): Promise<Stepped>;
  redo(userId: string, count: number): Promise<Stepped>;
  history(query: {
    readonly tableId?: string;
    readonly recordId?: string;
    readonly cursor?: string;
    readonly limit: number;
  }): Promise<{
    readonly entries: readonly LogEntry[];
    readonly nextCursor: string | null;
  }>;
  /** Entries after `sinceSeq` (exclusive), then those to come, none missing, until the signal aborts. */
  changes(sinceSeq: number, signal: AbortSignal): AsyncIterable<LogEntry>;
  list(
    query: RecordQuery & {
      readonly limit: number;
      readonly cursor?: string;
      readonly includeTotal?: boolean;
    },
  ): Promise<RecordPage>;
  /** Rows [start, start + count) of the ordered result, in constant time at any start; `total` when it is known. */
  window(query: RecordQuery & { readonly start: number; readonly count: number }): Promise<{
    readonly records: readonly BaseRecord[];
    readonly version: number;
    readonly total: number;
  }>;
  get(tableId: string, recordIds: readonly string[]): Promise<readonly BaseRecord[]>;
  /** Whether any text of the table may be longer than `length` UTF-16 units: false is certain, and cheap to know. */
  mayHoldText(tableId: string, length: number): Promise<boolean>;
  /** Every record of the query in order, in chunks, without holding a transaction open. */
  stream(query: RecordQuery, chunk: number): AsyncIterable<readonly BaseRecord[]>;
  /** Makes a hidden table to be filled; the same table again throws 'conflict'. */
  beginLoad(table: Omit<Table, 'order'>): Promise<TableLoad>;
  /** Removes a hidden table that a killed process left behind; shown tables stay. */
  discardLoad(tableId: string): Promise<void>;
}
