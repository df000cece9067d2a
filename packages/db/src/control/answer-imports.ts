import type { Engine, Row, Sql, Transaction } from '../engine/engine.ts';
import { addFinishedSessions, type FormSession } from './form-sessions.ts';
import { enqueueJobs, type NewJob } from './jobs.ts';
import { storableJson } from './storable-json.ts';

type Queries = Pick<Sql, 'query'>;

type AnswerImportState = 'waiting' | 'running' | 'done' | 'failed' | 'cancelled';

/** Answers that come to a form from the service it was made from. */
export interface AnswerImport {
  readonly flowId: string;
  readonly jobId: string;
  readonly organizationId: string;
  readonly userId: string;
  readonly serviceId: string;
  /** What the service is called. */
  readonly service: string;
  readonly formId: string;
  /** What each question there has become here, as whoever began it wrote it down. */
  readonly made: unknown;
  readonly state: AnswerImportState;
  /** Where the next page begins; null: at the beginning. */
  readonly nextPage: string | null;
  readonly taken: number;
  readonly total: number | null;
  /** How many answers each sentence is about. */
  readonly lost: { readonly [sentence: string]: number };
  readonly fault: string | null;
}

type NewAnswerImport = Pick<
  AnswerImport,
  'flowId' | 'organizationId' | 'userId' | 'serviceId' | 'service' | 'formId' | 'made'
>;

const columns = `flow_id, job_id, organization_id, user_id, service_id, service, form_id, made, state, next_page, taken, total, lost,
  fault`;
const isActive = `state IN ('waiting', 'running')`;

function present([flowId, jobId, organizationId, userId, serviceId, service, ...rest]: Row): AnswerImport {
  const [formId, made, state, nextPage, taken, total, lost, fault] = rest;
  return {
    ...{
      flowId,
      jobId,
      organizationId,
      userId,
      serviceId,
      service,
      formId,
      made,
      state,
      nextPage,
      lost,
      fault,
    },
    ...{ taken: Number(taken), total: total === null ? null : Number(total) },
  } as AnswerImport;
}

/** Notes one, and enqueues its job, in the transaction that makes its form. */
export async function addAnswerImport(
  tx: Pick<Transaction, 'query' | 'send'>,
  one: NewAnswerImport,
  job: NewJob,
): Promise<void> {
  await tx.query(
    `INSERT INTO weft.answer_imports (flow_id, job_id, organization_id, user_id, service_id, service, form_id, made)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8::jsonb)`,
    [
      ...[one.flowId, job.id, one.organizationId, one.userId, one.serviceId, one.service, one.formId],
      storableJson(one.made),
    ],
  );
  enqueueJobs(tx, [job]);
}

type Running = Pick<AnswerImport, 'flowId' | 'jobId'>;
type TakenSession = Pick<
  FormSession,
  'id' | 'snapshotId' | 'recordId' | 'startedAt' | 'updatedAt' | 'readAt'
>;

/**
 * Notes answers whose records are written in this transaction, and what of them has no place. False: it was cancelled, and
 * they are not to be there.
 */
export async function takeForeignAnswers(
  tx: Queries,
  { flowId, jobId }: Running,
  sessions: readonly TakenSession[],
  lost: AnswerImport['lost'],
): Promise<boolean> {
  const rows = await tx.query(
    `UPDATE weft.answer_imports SET taken = taken + $3, lost = lost || coalesce((
         SELECT jsonb_object_agg(key, value::bigint + coalesce((lost->>key)::bigint, 0))
         FROM jsonb_each_text($4::jsonb)), '{}')
     WHERE flow_id = $1 AND job_id = $2 AND state = 'running' RETURNING flow_id`,
    [flowId, jobId, sessions.length, storableJson(lost)],
  );
  if (rows.length === 0) return false;
  await addFinishedSessions(tx, flowId, sessions);
  await tx.query('UPDATE weft.documents SET submissions = submissions + $2 WHERE flow_id = $1', [
    flowId,
    sessions.length,
  ]);
  return true;
}

/** Gives one up; what was taken stays. */
export async function failAnswerImport(
  tx: Queries,
  { flowId, jobId }: Running,
  fault: string,
): Promise<void> {
  await tx.query(
    `UPDATE weft.answer_imports SET state = 'failed', fault = $3, ended_at = now()
     WHERE flow_id = $1 AND job_id = $2 AND ${isActive}`,
    [flowId, jobId, fault],
  );
}

/** Goes on with one that failed or was cancelled, under another job, where it was; where there is none it does nothing. */
export async function resumeAnswerImport(
  tx: Pick<Transaction, 'query' | 'send'>,
  flowId: string,
  userId: string,
  job: NewJob,
): Promise<void> {
  const rows = await tx.query(
    `UPDATE weft.answer_imports SET state = 'waiting', fault = NULL, ended_at = NULL, job_id = $2, user_id = $3
     WHERE flow_id = $1 AND state IN ('failed', 'cancelled') RETURNING flow_id`,
    [flowId, job.id, userId],
  );
  if (rows.length > 0) enqueueJobs(tx, [job]);
}

/** Answers on their way into forms from where these were made: how far they are, and what came of it. */
export class AnswerImports {
  readonly #engine: Engine;

  constructor(engine: Engine) {
    this.#engine = engine;
  }

  async find(flowId: string): Promise<AnswerImport | null> {
    const [row] = await this.#engine.query(`SELECT ${columns} FROM weft.answer_imports WHERE flow_id = $1`, [
      flowId,
    ]);
    return row === undefined ? null : present(row);
  }

  /** Begins one, or goes on after its server ended; null: it has ended, or another job reads it. */
  begin(flowId: string, jobId: string): Promise<AnswerImport | null> {
    return this.#changed(`state = 'running' WHERE flow_id = $1 AND job_id = $2 AND ${isActive}`, [
      flowId,
      jobId,
    ]);
  }

  /** Those of these answers that are there already. */
  async known(flowId: string, ids: readonly string[]): Promise<ReadonlySet<string>> {
    const rows = await this.#engine.query(
      'SELECT id FROM weft.form_sessions WHERE flow_id = $1 AND id = ANY ($2::text[])',
      [flowId, ids],
    );
    return new Set(rows.map(([id]) => String(id)));
  }

  /** Notes how many there are; false: it was cancelled. */
  count({ flowId, jobId }: Running, total: number): Promise<boolean> {
    return this.#note('total', flowId, jobId, total);
  }

  /** Notes where the next page begins; false: it was cancelled. */
  turn({ flowId, jobId }: Running, nextPage: string): Promise<boolean> {
    return this.#note('next_page', flowId, jobId, nextPage);
  }

  /** All are there. */
  async end({ flowId, jobId }: Running): Promise<void> {
    await this.#changed(
      `state = 'done', ended_at = now() WHERE flow_id = $1 AND job_id = $2 AND state = 'running'`,
      [flowId, jobId],
    );
  }

  fail(running: Running, fault: string): Promise<void> {
    return failAnswerImport(this.#engine, running, fault);
  }

  /** Ends one that is under way; one that has ended stays as it is. */
  async cancel(flowId: string): Promise<void> {
    await this.#changed(`state = 'cancelled', ended_at = now() WHERE flow_id = $1 AND ${isActive}`, [flowId]);
  }

  /** Forgets one that has ended. */
  async forget(flowId: string): Promise<void> {
    await this.#engine.query(`DELETE FROM weft.answer_imports WHERE flow_id = $1 AND NOT ${isActive}`, [
      flowId,
    ]);
  }

  async #note(column: 'total' | 'next_page', flowId: string, jobId: string, value: number | string) {
    const noted = await this.#changed(
      `${column} = $3 WHERE flow_id = $1 AND job_id = $2 AND state = 'running'`,
      [flowId, jobId, value],
    );
    return noted !== null;
  }

  async #changed(change: string, params: readonly unknown[]): Promise<AnswerImport | null> {
    const [row] = await this.#engine.query(
      `UPDATE weft.answer_imports SET ${change} RETURNING ${columns}`,
      params,
    );
    return row === undefined ? null : present(row);
  }
}
