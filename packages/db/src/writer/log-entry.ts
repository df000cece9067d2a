import type { BaseRecord } from '@weft/core';
import type { LoggedAction } from '@weft/history';

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
