import type { Action } from '@weft/history';
import type { Sql } from '../engine/engine.ts';
import type { AlongsideAction } from './plan-group.ts';

/** What somebody has read before they decided what to write (optimistic concurrency control). */
export interface Decided {
  /** The version of the base that was read. */
  readonly version: number;
  readonly tableIds: readonly string[];
}

/** Actions that are done together or not at all, waiting to be done. */
export interface WholeJob {
  readonly kind: 'whole';
  readonly userId: string;
  readonly actions: readonly Action[];
  readonly decided: Decided;
  /** Writes in the transaction, and is told what all of them changed; not called where one was refused. */
  readonly alongside?: AlongsideAction;
}

/** What a write was decided by is not what is there any more. */
export class StaleRead extends Error {
  override readonly name = 'StaleRead';
}

/** Whether anything was written to the tables after they were read; the base is locked by this transaction. */
export async function isWrittenSince(
  tx: Sql,
  schema: string,
  seq: number,
  { version, tableIds }: Decided,
): Promise<boolean> {
  if (seq <= version) return false;
  const rows = await tx.query(
    `SELECT EXISTS (SELECT 1 FROM ${schema}._log WHERE seq > $1 AND table_ids && $2::text[])`,
    [version, tableIds],
  );
  return rows[0]?.[0] === true;
}
