import type { Engine, Sql, Transaction } from '../engine/engine.ts';
import { type FormSession, presentSession, sessionColumns, writeFormSession } from './form-sessions.ts';

type Queries = Pick<Sql, 'query'>;

/** Answers that wait for a place in one form. */
export const maxWaiting = 1_000;

/** What an answer waits for that waits for the form itself; otherwise it is the id of a choice. */
export const formPlace = 'form';

/** How many answers a form has taken, and how many of them from its waiting list. */
export interface CountedPlaces {
  readonly submissions: number;
  readonly takenIn: number;
}

/** What answers of a form wait for: `formPlace`, and the ids of choices. */
export async function waitedFor(tx: Queries, flowId: string): Promise<ReadonlySet<string>> {
  const rows = await tx.query(
    `SELECT DISTINCT jsonb_array_elements_text(reasons) FROM weft.form_sessions
     WHERE flow_id = $1 AND state = 'waiting'`,
    [flowId],
  );
  return new Set(rows.map(([what]) => String(what)));
}

/**
 * Puts an answer on the waiting list, one transaction at a time: `admit` throws where it may not stand there. What stands
 * there already, or was taken, stays as it is: 'repeated'. 'full': the list takes no more.
 */
export async function addWaiting(
  tx: Pick<Transaction, 'query' | 'send'>,
  flowId: string,
  session: FormSession,
  admit: () => Promise<void>,
): Promise<'added' | 'repeated' | 'full'> {
  await tx.query('SELECT 1 FROM weft.documents WHERE flow_id = $1 FOR UPDATE', [flowId]);
  const [known] = await tx.query(
    `SELECT 1 FROM weft.form_sessions WHERE flow_id = $1 AND id = $2 AND state IN ('waiting', 'finished')`,
    [flowId, session.id],
  );
  if (known !== undefined) return 'repeated';
  const [row] = await tx.query(
    `SELECT count(*) FROM weft.form_sessions WHERE flow_id = $1 AND state = 'waiting'`,
    [flowId],
  );
  if (Number(row?.[0]) >= maxWaiting) return 'full';
  await admit();
  writeFormSession(tx, flowId, session);
  return 'added';
}

/**
 * Gives a place to an answer of the waiting list. One that was deleted is given again and not counted anew. False: places
 * were given since they were counted, so that this one may be gone.
 */
export async function givePlace(
  tx: Queries,
  flowId: string,
  { submissions, takenIn }: CountedPlaces,
  most: number | null,
): Promise<boolean> {
  const rows = await tx.query(
    `UPDATE weft.documents SET taken_in = taken_in + 1,
       submissions = submissions + CASE WHEN $4::bigint IS NULL OR submissions < $4 THEN 1 ELSE 0 END,
       deleted_answers = GREATEST(0, deleted_answers - CASE WHEN $4::bigint IS NULL OR submissions < $4 THEN 0 ELSE 1 END)
     WHERE flow_id = $1 AND submissions = $2 AND taken_in = $3 RETURNING flow_id`,
    [flowId, submissions, takenIn, most],
  );
  return rows.length > 0;
}

/** Has answers wait in a new form. */
export async function addWaitingSessions(
  tx: Queries,
  flowId: string,
  sessions: readonly Pick<
    FormSession,
    'id' | 'snapshotId' | 'sent' | 'reasons' | 'startedAt' | 'updatedAt'
  >[],
): Promise<void> {
  await tx.query(
    `INSERT INTO weft.form_sessions (flow_id, id, state, snapshot_id, sent, reasons, started_at, updated_at)
     SELECT $1, s.id, 'waiting', s."snapshotId", s.sent, s.reasons, s."startedAt", s."updatedAt"
     FROM jsonb_to_recordset($2::jsonb) AS s (id text, "snapshotId" text, sent jsonb, reasons jsonb,
       "startedAt" timestamptz, "updatedAt" timestamptz)
     ON CONFLICT DO NOTHING`,
    [flowId, JSON.stringify(sessions)],
  );
}

/** Keeps an answer on the waiting list until the transaction ends. False: it was taken in or deleted meanwhile. */
export async function lockWaiting(tx: Queries, flowId: string, id: string): Promise<boolean> {
  const rows = await tx.query(
    `SELECT 1 FROM weft.form_sessions WHERE flow_id = $1 AND id = $2 AND state = 'waiting' FOR UPDATE`,
    [flowId, id],
  );
  return rows.length > 0;
}

/** Answers that wait for a place. */
export class WaitingAnswers {
  readonly #engine: Engine;

  constructor(engine: Engine) {
    this.#engine = engine;
  }

  waitedFor(flowId: string): Promise<ReadonlySet<string>> {
    return waitedFor(this.#engine, flowId);
  }

  /** Oldest first: who came first is first in the queue. */
  async list(flowId: string, limit: number): Promise<readonly FormSession[]> {
    const rows = await this.#engine.query(
      `SELECT ${sessionColumns} FROM weft.form_sessions
       WHERE flow_id = $1 AND state = 'waiting' ORDER BY updated_at, id LIMIT $2`,
      [flowId, limit],
    );
    return rows.map(presentSession);
  }

  async places(flowId: string): Promise<CountedPlaces> {
    const [row] = await this.#engine.query(
      'SELECT submissions, taken_in FROM weft.documents WHERE flow_id = $1',
      [flowId],
    );
    return { submissions: Number(row?.[0] ?? 0), takenIn: Number(row?.[1] ?? 0) };
  }

  /** Forgets those of forms that keep answers for some days, and are older. */
  async removeOld(): Promise<void> {
    await this.#engine.query(
      `DELETE FROM weft.form_sessions s USING weft.flows f
       WHERE f.id = s.flow_id AND s.state = 'waiting' AND (f.settings->>'retentionDays') IS NOT NULL
         AND s.updated_at < now() - make_interval(days => (f.settings->>'retentionDays')::int)`,
      [],
    );
  }
}
