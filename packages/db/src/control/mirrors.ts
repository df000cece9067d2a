import type { Engine, Row, Transaction } from '../engine/engine.ts';
import { enqueueJobs, type NewJob } from './jobs.ts';

/** What of a service a database shows, and whom of it apps know. */
export interface MirrorConfig {
  /** Of Airtable. */
  readonly baseId?: string | undefined;
  /** Of Google Sheets. */
  readonly spreadsheetId?: string | undefined;
  readonly usersTableId?: string | undefined;
  readonly usersEmailFieldId?: string | undefined;
  /** The same two here. */
  readonly users?: { readonly tableId: string; readonly emailFieldId: string } | undefined;
}

/** A database that shows what a service holds. */
export interface Mirror {
  readonly baseId: string;
  readonly service: 'airtable' | 'googlesheets';
  readonly connectionId: string;
  readonly config: MirrorConfig;
  /** Who connected it. */
  readonly userId: string;
  /** Fields that the service alone fills in. */
  readonly fixedFields: readonly string[];
  /** Null until all of it was read once. */
  readonly records: number | null;
  /** ISO 8601 UTC; null: it was never read whole. */
  readonly readAt: string | null;
  /** Seconds that the last whole read took. */
  readonly took: number;
  /** Why the last read failed; null: it did not. */
  readonly fault: string | null;
}

export type NewMirror = Pick<Mirror, 'service' | 'connectionId' | 'config' | 'userId'>;

/** Seconds after which a read that never ended no longer stands in the way of another, and after which one that failed. */
const lostAfter = 3_600;
const failedFor = 60;
/** A mirror is read again once it is so many times as old as its last read took. */
const restPerRead = 5;

const columns =
  'base_id, service, connection_id, config, user_id, fixed_fields, records, read_at, took, fault';

const present = ([baseId, service, connectionId, config, userId, fixedFields, ...rest]: Row): Mirror => {
  const [records, readAt, took, fault] = rest;
  return {
    ...{ baseId, service, connectionId, config, userId, fixedFields, readAt, fault },
    ...{ records: records === null ? null : Number(records), took: Number(took) },
  } as Mirror;
};

/** Makes a database that is there already one that nobody changes by hand, and asks for its first read. */
export async function addMirror(
  tx: Pick<Transaction, 'query' | 'send'>,
  baseId: string,
  { service, connectionId, config, userId }: NewMirror,
  job: NewJob,
): Promise<void> {
  await tx.query('UPDATE weft.flows SET locked = true WHERE id = $1', [baseId]);
  await tx.query(
    `INSERT INTO weft.mirrors (base_id, service, connection_id, config, user_id, asked_at)
     VALUES ($1, $2, $3, $4::jsonb, $5, now())`,
    [baseId, service, connectionId, JSON.stringify(config), userId],
  );
  enqueueJobs(tx, [job]);
}

/** Databases that show what services hold: what of them, and how fresh they are. */
export class Mirrors {
  readonly #engine: Engine;

  constructor(engine: Engine) {
    this.#engine = engine;
  }

  async find(baseId: string): Promise<Mirror | null> {
    const [row] = await this.#engine.query(`SELECT ${columns} FROM weft.mirrors WHERE base_id = $1`, [
      baseId,
    ]);
    return row === undefined ? null : present(row);
  }

  /**
   * Makes a database one of its own, that follows the service no more; false: apps show it, as their drafts say or as they
   * are published.
   */
  async disconnect(baseId: string): Promise<boolean> {
    const rows = await this.#engine.query(
      `DELETE FROM weft.mirrors WHERE base_id = $1 AND NOT EXISTS (
         SELECT 1 FROM weft.flows f JOIN weft.flows b ON b.id = $1 AND b.organization_id = f.organization_id
         JOIN weft.documents d ON d.flow_id = f.id
         LEFT JOIN weft.snapshots s ON s.id = f.published_snapshot_id
         WHERE f.type = 'zite' AND f.trashed_at IS NULL
         AND $1 IN (d.content->'props'->'source'->>'baseId', s.content->'props'->'source'->>'baseId'))
       RETURNING base_id`,
      [baseId],
    );
    return rows.length > 0;
  }

  /**
   * Asks for another read, unless one is on its way or the last one ended within `seconds` (longer, where reads take long;
   * 0: whenever that was). False: it is not asked for.
   */
  ask(baseId: string, seconds: number, job: NewJob): Promise<boolean> {
    return this.#engine.transaction(async (tx) => {
      const rows = await tx.query(
        `UPDATE weft.mirrors SET asked_at = now() WHERE base_id = $1
         AND (asked_at IS NULL OR asked_at < now() - make_interval(
           secs => CASE WHEN fault IS NULL THEN ${lostAfter} ELSE least(${failedFor}, $2) END))
         AND (read_at IS NULL OR $2 = 0 OR read_at < now() - make_interval(secs => greatest($2, took * ${restPerRead})))
         RETURNING base_id`,
        [baseId, seconds],
      );
      if (rows.length > 0) enqueueJobs(tx, [job]);
      return rows.length > 0;
    });
  }

  /** Notes which fields are the service's alone, before records are read. */
  async noteFields(baseId: string, fixedFields: readonly string[]): Promise<void> {
    await this.#engine.query('UPDATE weft.mirrors SET fixed_fields = $2::jsonb WHERE base_id = $1', [
      baseId,
      JSON.stringify(fixedFields),
    ]);
  }

  /** All of it was read: it is as fresh as the moment when that began. */
  async noteRead(baseId: string, read: { readonly records: number; readonly took: number }): Promise<void> {
    await this.#engine.query(
      `UPDATE weft.mirrors SET records = $2, took = $3, fault = NULL, asked_at = NULL,
       read_at = now() - make_interval(secs => $3) WHERE base_id = $1`,
      [baseId, read.records, read.took],
    );
  }

  /** A read failed, for a reason in words. */
  async noteFault(baseId: string, fault: string): Promise<void> {
    await this.#engine.query('UPDATE weft.mirrors SET fault = $2, asked_at = now() WHERE base_id = $1', [
      baseId,
      fault,
    ]);
  }
}
