import type { BaseMetadata, BaseRecord, Filter, Group, RecordData, Sort, Table } from '@weft/core';
import type { Action, LoggedAction, Stepped } from '@weft/history';
import type { Alongside } from '../control/jobs.ts';
import type { CopyPlan, CopyRows } from '../import/copy-writer.ts';

/** An entry of a base's log; `seq` rises by one without gaps. */
export interface LogEntry extends LoggedAction {
  readonly seq: number;
}

export interface Submitted {
  readonly entry: LogEntry;
  /** True: the action id was known, and nothing was done. */
  readonly repeated: boolean;
  /**
   * The records of these ids after the action's transaction, without deleted ones; only records that the action changed
   * may be asked for. Null: the action was repeated.
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

/**
 * Lets a read that may look through a whole table begin when it is its turn. When the signal is aborted, the read is
 * ended with the signal's reason.
 */
export type RunScan = <T>(work: (signal: AbortSignal) => Promise<T>) => Promise<T>;

/** Nobody else is there. */
export const runScanNow: RunScan = (work) => work(new AbortController().signal);

export interface RecordPage {
  readonly records: readonly BaseRecord[];
  readonly nextCursor: string | null;
  /** The base's seq at reading. */
  readonly version: number;
  readonly total?: number;
}

/** A hidden table that is being filled; the action IMPORT_RECORDS shows it. */
export interface TableLoad {
  /** The layout by which a `CopyWriter` writes rows for `append`. */
  readonly plan: CopyPlan;
  /** Takes over the bytes: they may be transferred to another thread. */
  append(rows: CopyRows): Promise<void>;
  /** Makes the table ready to be read: its order is indexed. */
  finish(): Promise<void>;
  /** Removes the table and everything in it. */
  discard(): Promise<void>;
}

/** What the records of a page are linked to. */
export interface Linked {
  /** By link field, or lookup that shows links, and id of the linked record. */
  readonly named: ReadonlyMap<string, ReadonlyMap<string, LinkedRecord>>;
  /** The records with the values of their lookups. */
  readonly records: readonly BaseRecord[];
}

export interface LinkedRecord {
  /** The primary cell as a text; '' when it is empty. */
  readonly name: string;
  /** The primary cell, and those that lookups show. */
  readonly data: RecordData;
}

/** What records are grouped by, and of which fields the columns are added up. */
export interface GroupKeys {
  readonly groups: Sort;
  readonly summarised: readonly string[];
}

export interface Groups {
  /** In order; empty where there are more than `maxGroups`. */
  readonly groups: readonly Group[];
  readonly tooMany: boolean;
}

/** One base: all reads and writes. Unknown ids throw AppError 'not-found', bad input 'invalid'. */
export interface BaseStore {
  readonly baseId: string;
  metadata(): Promise<{ readonly metadata: BaseMetadata; readonly version: number }>;
  /**
   * Runs one action of a person; simultaneous ones share a transaction. Throws AppError with the refusal. `alongside`
   * writes in the same transaction, unless the action is refused or repeated.
   */
  submit(userId: string, action: Action, alongside?: Alongside): Promise<Submitted>;
  undo(userId: string, count: number): Promise<Stepped>;
  redo(userId: string, count: number): Promise<Stepped>;
  /** With `recordId` the entries carry the changes of that record alone, and a page may have fewer than `limit`. */
  history(query: {
    readonly tableId?: string;
    readonly recordId?: string;
    readonly cursor?: string;
    readonly limit: number;
  }): Promise<{
    readonly entries: readonly LogEntry[];
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
  /** The names of the records that these of a table are linked to, and the values of their lookups: one statement per link field. */
  linked(tableId: string, records: readonly BaseRecord[]): Promise<Linked>;
  /** Whether any text of the table may be longer than `length` UTF-16 units: false is certain, and cheap to know. */
  mayHoldText(tableId: string, length: number, runScan?: RunScan): Promise<boolean>;
  /** The ids of the files that cells hold, also those of deleted fields and tables. */
  heldFiles(): Promise<readonly string[]>;
  /** Every record of the query in order, in chunks, without holding a transaction open. */
  stream(query: RecordQuery, chunk: number, runScan?: RunScan): AsyncIterable<readonly BaseRecord[]>;
  /** Makes a hidden table to be filled; the same table again throws 'conflict'. */
  beginLoad(table: Omit<Table, 'order'>): Promise<TableLoad>;
  /** Removes a hidden table that a killed process left behind; shown tables stay. */
  discardLoad(tableId: string): Promise<void>;
}
