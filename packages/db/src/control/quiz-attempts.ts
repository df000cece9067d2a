import type { Engine } from '../engine/engine.ts';

type Judged = { readonly [fieldId: string]: readonly string[] };

/** A quiz taken by somebody, from the press that begins it. */
export interface QuizAttempt {
  /** Epoch milliseconds. */
  readonly startedAt: number;
  readonly judged: Judged;
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

  /** Begins an attempt. False: the person has begun `most` times. */
  async begin(
    flowId: string,
    attempt: { readonly id: string; readonly person: string; readonly startedAt: string },
    most: number | null,
  ): Promise<boolean> {
    const { id, person, startedAt } = attempt;
    for (;;) {
      // Of two begun at the same moment one finds its number taken, and takes the next.
      const rows = await this.#engine.query(
        `INSERT INTO weft.quiz_attempts (flow_id, id, person, number, started_at)
         SELECT $1, $2, $3, n.number + 1, $4::timestamptz
         FROM (SELECT coalesce(max(number), 0) AS number FROM weft.quiz_attempts
               WHERE flow_id = $1 AND person = $3) AS n
         WHERE $5::int IS NULL OR n.number < $5
         ON CONFLICT DO NOTHING RETURNING id`,
        [flowId, id, person, startedAt, most],
      );
      if (rows.length > 0) return true;
      if (most !== null && (await this.count(flowId, person)) >= most) return false;
      if ((await this.find(flowId, id)) !== null) return true;
    }
  }

  /** Fixes answers whose points are told. What was fixed before stays. Gives all that are. */
  async judge(flowId: string, id: string, judged: Judged): Promise<Judged> {
    const [row] = await this.#engine.query(
      `UPDATE weft.quiz_attempts SET judged = $3::jsonb || judged WHERE flow_id = $1 AND id = $2 RETURNING judged`,
      [flowId, id, JSON.stringify(judged)],
    );
    return (row?.[0] ?? {}) as Judged;
  }
}
