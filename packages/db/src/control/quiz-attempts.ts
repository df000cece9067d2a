import type { Engine } from '../engine/engine.ts';
import { storableJson } from './storable-json.ts';
import { daysUnfinished } from './unfinished-answers.ts';

type Judged = { readonly [fieldId: string]: readonly string[] };

/** A quiz taken by somebody, from the press that begins it. */
export interface QuizAttempt {
  /** Epoch milliseconds. */
  readonly startedAt: number;
  readonly judged: Judged;
}

/** An attempt that nobody handed in before its time was over. */
export interface OverdueAttempt {
  readonly flowId: string;
  readonly publicIdentifier: string;
  readonly id: string;
  /** A hash that tells one browser from another. */
  readonly person: string;
}

/** Attempts at quizzes; whoever holds the id of one may go on with it. */
export class QuizAttempts {
  readonly #engine: Engine;

  constructor(engine: Engine) {
    this.#engine = engine;
  }

  async find(flowId: string, id: string): Promise<QuizAttempt | null> {
    const [row] = await this.#engine.query(
      'SELECT started_at, judged FROM weft.quiz_attempts WHERE flow_id = $1 AND id = $2',
      [flowId, id],
    );
    return row === undefined
      ? null
      : { startedAt: new Date(String(row[0])).getTime(), judged: row[1] as Judged };
  }

  /** How often a person has begun. */
  async count(flowId: string, person: string): Promise<number> {
    const [row] = await this.#engine.query(
      'SELECT coalesce(max(number), 0) FROM weft.quiz_attempts WHERE flow_id = $1 AND person = $2',
      [flowId, person],
    );
    return Number(row?.[0] ?? 0);
  }

  /** A person's newest attempt that is not submitted, and was begun after `after` (ISO 8601 UTC; null: at any time). */
  async #unfinished(flowId: string, person: string, after: string | null): Promise<string | null> {
    const [row] = await this.#engine.query(
      `SELECT a.id FROM weft.quiz_attempts a
       LEFT JOIN weft.form_sessions s ON s.flow_id = a.flow_id AND s.id = a.id
       WHERE a.flow_id = $1 AND a.person = $2 AND (s.id IS NULL OR s.state = 'in_progress')
         AND ($3::timestamptz IS NULL OR a.started_at > $3)
       ORDER BY a.number DESC LIMIT 1`,
      [flowId, person, after],
    );
    return row === undefined ? null : String(row[0]);
  }

  /**
   * Begins an attempt, or goes on with the person's own that has time left, where attempts are counted: a second press
   * costs none. Gives its id; null: the person has begun `most` times. `after`: what began later has time left.
   */
  async begin(
    flowId: string,
    attempt: { readonly id: string; readonly person: string; readonly startedAt: string },
    { most, after }: { readonly most: number | null; readonly after: string | null },
  ): Promise<string | null> {
    const { id, person, startedAt } = attempt;
    for (;;) {
      const unfinished = most === null ? null : await this.#unfinished(flowId, person, after);
      if (unfinished !== null) return unfinished;
      // Of two begun at the same moment one finds its number taken, and takes the next.
      const rows = await this.#engine.query(
        `INSERT INTO weft.quiz_attempts (flow_id, id, person, number, started_at)
         SELECT $1, $2, $3, n.number + 1, $4::timestamptz
         FROM (SELECT coalesce(max(number), 0) AS number FROM weft.quiz_attempts
               WHERE flow_id = $1 AND person = $3) AS n
         WHERE $5::int IS NULL OR n.number < $5 AND NOT EXISTS (
           -- Begun since it was looked for.
           SELECT 1 FROM weft.quiz_attempts a
           LEFT JOIN weft.form_sessions s ON s.flow_id = a.flow_id AND s.id = a.id
           WHERE a.flow_id = $1 AND a.person = $3 AND (s.id IS NULL OR s.state = 'in_progress')
             AND ($6::timestamptz IS NULL OR a.started_at > $6))
         ON CONFLICT DO NOTHING RETURNING id`,
        [flowId, id, person, startedAt, most, after],
      );
      if (rows.length > 0) return id;
      if ((await this.find(flowId, id)) !== null) return id;
      // Begun at the same moment by another press: that one goes on.
      const other = most === null ? null : await this.#unfinished(flowId, person, after);
      if (other !== null) return other;
      if (most !== null && (await this.count(flowId, person)) >= most) return null;
    }
  }

  /**
   * Attempts whose time is over at a moment (ISO 8601 UTC) `grace` milliseconds ago, and of which something was kept and
   * nothing handed in, by the time limits that are published; `after` is the last of the list before.
   */
  async overdue(
    now: string,
    grace: number,
    limit: number,
    after: Pick<OverdueAttempt, 'flowId' | 'id'> | null,
  ): Promise<readonly OverdueAttempt[]> {
    const rows = await this.#engine.query(
      `WITH timed AS MATERIALIZED (
         SELECT f.id, f.public_identifier, (s.content->'props'->>'timeLimit')::int AS minutes
         FROM weft.flows f JOIN weft.snapshots s ON s.id = f.published_snapshot_id
         WHERE f.trashed_at IS NULL AND EXISTS (SELECT 1 FROM weft.quiz_attempts a WHERE a.flow_id = f.id))
       SELECT a.flow_id, a.id, a.person, timed.public_identifier FROM timed
       JOIN weft.quiz_attempts a ON a.flow_id = timed.id
       JOIN weft.form_sessions s ON s.flow_id = a.flow_id AND s.id = a.id AND s.state = 'in_progress'
       WHERE a.started_at + make_interval(mins => timed.minutes)
           < $1::timestamptz - make_interval(secs => $2::float8 / 1000)
         AND (a.flow_id, a.id) > ($3, $4)
       ORDER BY a.flow_id, a.id LIMIT $5`,
      [now, grace, after?.flowId ?? '', after?.id ?? '', limit],
    );
    return rows.map(([flowId, id, person, publicIdentifier]) => ({
      ...{ flowId: String(flowId), id: String(id), person: String(person) },
      publicIdentifier: String(publicIdentifier),
    }));
  }

  /**
   * Forgets attempts of which nothing was kept, a month after their time was over, or as many days as the form keeps
   * answers. Where attempts are counted, and answers are kept for good, they go on counting.
   */
  async removeOld(): Promise<void> {
    await this.#engine.query(
      `DELETE FROM weft.quiz_attempts a USING weft.flows f, weft.snapshots s
       WHERE f.id = a.flow_id AND s.id = f.published_snapshot_id
         AND ((f.settings->>'retentionDays') IS NOT NULL OR (s.content->'props'->>'attempts') IS NULL)
         AND a.started_at < now() - make_interval(days => coalesce((f.settings->>'retentionDays')::int, $1),
           mins => coalesce((s.content->'props'->>'timeLimit')::int, 0))
         AND NOT EXISTS (SELECT 1 FROM weft.form_sessions x WHERE x.flow_id = a.flow_id AND x.id = a.id)`,
      [daysUnfinished],
    );
  }

  /** Fixes answers whose points are told. What was fixed before stays. Gives all that are. */
  async judge(flowId: string, id: string, judged: Judged): Promise<Judged> {
    const [row] = await this.#engine.query(
      `UPDATE weft.quiz_attempts SET judged = $3::jsonb || judged WHERE flow_id = $1 AND id = $2 RETURNING judged`,
      [flowId, id, storableJson(judged)],
    );
    return (row?.[0] ?? {}) as Judged;
  }
}
