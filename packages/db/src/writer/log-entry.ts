import type { BaseRecord } from '@weft/core';
import type { LoggedAction } from '@weft/history';

/** An entry of a base's log; `seq` rises by one without gaps. */
export interface LogEntry extends LoggedAction {
  readonly seq: number;
}

/** An entry as the history tells of it. */
export interface HistoryEntry extends LogEntry {
  /** The entries before it that it may build upon: the last one that touched one of its tables. */
  readonly dependencies: readonly string[];
  readonly tableIds: readonly string[];
  /** Whether it stands and was done by a person: what was undone, and undoing itself, cannot be undone. */
  readonly stands: boolean;
}

export interface Submitted {
  readonly entry: LogEntry;
  /** True: the action id was known, and nothing was done. */
  readonly repeated: boolean;
  /**
   * The records of these ids after the action's transaction, without deleted ones; only records that the action changed
   * may be asked for. Null where they have to be read: the action was repeated, or fields of theirs name people.
   */
  readonly records: ((tableId: string, recordIds: readonly string[]) => readonly BaseRecord[]) | null;
}
