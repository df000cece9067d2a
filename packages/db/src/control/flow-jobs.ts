import type { FlowTypeName } from '@weft/core';
import type { Engine, Row, Sql } from '../engine/engine.ts';
import { notify } from './notifications.ts';

type Queries = Pick<Sql, 'query'>;

type FlowJobKind = 'duplicate' | 'import' | 'export';
type FlowJobState = 'waiting' | 'running' | 'done' | 'failed' | 'cancelled';

/** A large duplicate, import or export of a flow, as whoever asked for it sees it. */
export interface FlowJob {
  /** Also the id of the job that does it. */
  readonly id: string;
  readonly kind: FlowJobKind;
  readonly organizationId: string;
  readonly userId: string;
  /** Of what is made or exported. */
  readonly name: string;
  readonly state: FlowJobState;
  /** 0 to 1. */
  readonly share: number;
  readonly fault: string | null;
  /** The flow that was made, as long as it is there. */
  readonly flow: { readonly type: FlowTypeName; readonly publicIdentifier: string } | null;
  /** The file that was written. */
  readonly fileId: string | null;
  /** ISO 8601 UTC. */
  readonly createdAt: string;
}

export type NewFlowJob = Pick<FlowJob, 'id' | 'kind' | 'organizationId' | 'userId' | 'name'>;

/** What is made or written by the end of one. */
export type FlowJobResult = { readonly flowId: string } | { readonly fileId: string };

const columns = `id, kind, organization_id, user_id, name, state, share, fault, file_id, created_at,
  (SELECT jsonb_build_object('type', f.type, 'publicIdentifier', f.public_identifier)
   FROM weft.flows f WHERE f.id = flow_id AND f.trashed_at IS NULL)`;
const isActive = `state IN ('waiting', 'running')`;

function present([id, kind, organizationId, userId, name, state, share, fault, ...rest]: Row): FlowJob {
  const [fileId, createdAt, flow] = rest;
  const job = { id, kind, organizationId, userId, name, state, share: Number(share), fault };
  return { ...job, flow, fileId, createdAt } as FlowJob;
}

/**
 * Writes what came of one, in the transaction that makes it visible. False: it was cancelled meanwhile, and nothing may
 * stay of it.
 */
export async function endFlowJob(tx: Queries, id: string, result: FlowJobResult): Promise<boolean> {
  const flowId = 'flowId' in result ? result.flowId : null;
  const fileId = 'fileId' in result ? result.fileId : null;
  const rows = await tx.query(
    `UPDATE weft.flow_jobs SET state = 'done', share = 1, flow_id = $2, file_id = $3, ended_at = now()
     WHERE id = $1 AND state = 'running' RETURNING id`,
    [id, flowId, fileId],
  );
  return rows.length > 0;
}

/** Gives one up, and tells whoever asked for it. */
export async function failFlowJob(tx: Queries, id: string, fault: string): Promise<void> {
  const [row] = await tx.query(
    `UPDATE weft.flow_jobs SET state = 'failed', fault = $2, ended_at = now() WHERE id = $1 AND ${isActive}
     RETURNING user_id`,
    [id, fault],
  );
  if (row !== undefined)
    await notify(tx, { userId: String(row[0]), kind: 'flow-job', subject: id, actorId: null });
}

/** Large duplicates, imports and exports of flows: how far each is, and what came of it. */
export class FlowJobs {
  readonly #engine: Engine;

  constructor(engine: Engine) {
    this.#engine = engine;
  }

  /** Notes one in the transaction that enqueues its job; false: the person has as many under way as they may. */
  async add(tx: Queries, job: NewFlowJob, most: number): Promise<boolean> {
    const { id, kind, organizationId, userId, name } = job;
    const rows = await tx.query(
      `INSERT INTO weft.flow_jobs (id, kind, organization_id, user_id, name)
       SELECT $1, $2, $3, $4, $5
       WHERE (SELECT count(*) FROM weft.flow_jobs WHERE user_id = $4 AND ${isActive}) < $6 RETURNING id`,
      [id, kind, organizationId, userId, name, most],
    );
    return rows.length > 0;
  }

  async find(id: string): Promise<FlowJob | null> {
    const [row] = await this.#engine.query(`SELECT ${columns} FROM weft.flow_jobs WHERE id = $1`, [id]);
    return row === undefined ? null : present(row);
  }

  /** Those of a person that are under way or ended within the last hour, the newest first. */
  async list(userId: string): Promise<readonly FlowJob[]> {
    const rows = await this.#engine.query(
      `SELECT ${columns} FROM weft.flow_jobs
       WHERE user_id = $1 AND (${isActive} OR ended_at > now() - interval '1 hour')
       ORDER BY created_at DESC, id DESC LIMIT 20`,
      [userId],
    );
    return rows.map(present);
  }

  /** How many of a person are under way. */
  async countActive(userId: string): Promise<number> {
    const [row] = await this.#engine.query(
      `SELECT count(*) FROM weft.flow_jobs WHERE user_id = $1 AND ${isActive}`,
      [userId],
    );
    return Number(row?.[0]);
  }

  /** Begins one, or begins it again after its server ended; null: it has ended. */
  begin(id: string): Promise<FlowJob | null> {
    return this.#changed(`state = 'running', share = 0 WHERE id = $1 AND ${isActive}`, [id]);
  }

  /** Notes how far it is; false: it was cancelled. */
  async report(id: string, share: number): Promise<boolean> {
    return (await this.#changed(`share = $2 WHERE id = $1 AND state = 'running'`, [id, share])) !== null;
  }

  /** Cancels one of a person; null: there is none of theirs. What has ended stays as it is. */
  async cancel(id: string, userId: string): Promise<FlowJob | null> {
    const cancelled = await this.#changed(
      `state = 'cancelled', ended_at = now() WHERE id = $1 AND user_id = $2 AND ${isActive}`,
      [id, userId],
    );
    if (cancelled !== null) return cancelled;
    const found = await this.find(id);
    return found?.userId === userId ? found : null;
  }

  fail(id: string, fault: string): Promise<void> {
    return this.#engine.transaction((tx) => failFlowJob(tx, id, fault));
  }

  /** Ends one whose result is no row of another transaction; false: it was cancelled. */
  end(id: string, result: FlowJobResult): Promise<boolean> {
    return endFlowJob(this.#engine, id, result);
  }

  /** Forgets those that ended so many days ago. */
  async removeOld(days: number): Promise<void> {
    await this.#engine.query(
      'DELETE FROM weft.flow_jobs WHERE ended_at < now() - make_interval(days => $1)',
      [days],
    );
  }

  async #changed(change: string, params: readonly unknown[]): Promise<FlowJob | null> {
    const [row] = await this.#engine.query(
      `UPDATE weft.flow_jobs SET ${change} RETURNING ${columns}`,
      params,
    );
    return row === undefined ? null : present(row);
  }
}
