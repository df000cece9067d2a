import type { CopyPlan, CopyRows } from './copy-writer.ts';

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
