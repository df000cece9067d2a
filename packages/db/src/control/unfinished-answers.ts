import type { Engine, Sql } from '../engine/engine.ts';
import { storableJson } from './storable-json.ts';

/** Days that an answer which was begun is kept for whoever began it. */
export const daysUnfinished = 30;
/** Answers of one form that were begun and not sent. */
export const maxUnfinished = 10_000;
/** Of a length that cursors of lists hold. */
const moment = "date_trunc('milliseconds', now())";
/** Bytes up to which their number alone bounds them; also in the index of larger ones. */
const smallBytes = 16_384;
/** Bytes of those of one form that are larger, together. */
export const maxLargeUnfinishedBytes = 100 * 1024 * 1024;

/** Larger than most: they are bounded by their bytes, and come less often from one network. */
export const isLargeUnfinished = (sent: UnfinishedAnswer['sent']): boolean =>
  Buffer.byteLength(JSON.stringify(sent)) > smallBytes;

/** An answer that was begun, and not sent yet: a session in progress. Whoever holds its id may go on with it. */
export interface UnfinishedAnswer {
  readonly id: string;
  /** The version that is answered. */
  readonly snapshotId: string;
  /** The page they are on. */
  readonly pageId: string | null;
  /** Texts by field, as they were sent. */
  readonly sent: readonly (readonly [fieldId: string, text: string])[];
}

/** Answers while they are filled in. One that was sent is no longer among them, and nothing that arrives late brings it back. */
export class UnfinishedAnswers {
  readonly #engine: Engine;

  readonly #mostLarge: number;

  readonly #most: number;

  constructor(engine: Engine, mostLarge = maxLargeUnfinishedBytes, most = maxUnfinished) {
    this.#engine = engine;
    this.#mostLarge = mostLarge;
    this.#most = most;
  }

  /**
   * Keeps what there is of an answer by now. Where a form has as many as it keeps, the oldest gives way that was kept once
   * and never changed. False: it may not begin one, has too large ones already, or the answer was sent.
   */
  async keep(
    flowId: string,
    { id, snapshotId, pageId, sent }: UnfinishedAnswer,
    mayBegin = true,
  ): Promise<boolean> {
    const text = storableJson(sent);
    const bytes = Buffer.byteLength(text);
    const values = [flowId, id, pageId, text, snapshotId, bytes];
    if (bytes > smallBytes) {
      const [row] = await this.#engine.query(
        `SELECT coalesce(sum(bytes), 0) FROM weft.form_sessions
         WHERE flow_id = $1 AND state = 'in_progress' AND bytes > ${smallBytes} AND id <> $2`,
        [flowId, id],
      );
      if (Number(row?.[0] ?? 0) + bytes > this.#mostLarge) return false;
    }
    const changed = await this.#engine.query(
      `UPDATE weft.form_sessions
       SET page_id = $3, sent = $4::jsonb, snapshot_id = $5, bytes = $6, updated_at = ${moment}
       WHERE flow_id = $1 AND id = $2 AND state = 'in_progress' RETURNING id`,
      values,
    );
    if (changed.length > 0) return true;
    if (!mayBegin) return false;
    const added = await this.#engine.query(
      `INSERT INTO weft.form_sessions (flow_id, id, state, snapshot_id, page_id, sent, bytes, started_at, updated_at)
       VALUES ($1, $2, 'in_progress', $5, $3, $4::jsonb, $6, ${moment}, ${moment})
       ON CONFLICT (flow_id, id) DO NOTHING RETURNING id`,
      values,
    );
    if (added.length > 0) await this.#evict(flowId, id);
    return added.length > 0;
  }

  /** Makes room for one that was begun just now: what a link was mailed for goes last. */
  async #evict(flowId: string, begun: string): Promise<void> {
    await this.#engine.query(
      `DELETE FROM weft.form_sessions WHERE flow_id = $1 AND id IN (
         SELECT id FROM weft.form_sessions WHERE flow_id = $1 AND state = 'in_progress' AND id <> $2
         ORDER BY link_hash IS NOT NULL, updated_at > started_at, updated_at, id
         LIMIT (SELECT greatest(count(*) - $3, 0) FROM weft.form_sessions
           WHERE flow_id = $1 AND state = 'in_progress'))`,
      [flowId, begun, this.#most],
    );
  }

  /** Null: there is none, or it was sent. */
  async find(flowId: string, id: string): Promise<UnfinishedAnswer | null> {
    const [row] = await this.#engine.query(
      `SELECT id, snapshot_id, page_id, sent FROM weft.form_sessions
       WHERE flow_id = $1 AND id = $2 AND state = 'in_progress' AND updated_at > now() - make_interval(days => $3)`,
      [flowId, id, daysUnfinished],
    );
    if (row === undefined) return null;
    const [answerId, snapshotId, pageId, sent] = row;
    return { id: answerId, snapshotId, pageId, sent: sent ?? [] } as UnfinishedAnswer;
  }

  /** Lets one more browser go on with an answer, once, by a code of which this is the hash; the code before leads nowhere. */
  async addLink(tx: Pick<Sql, 'query'>, flowId: string, id: string, hash: string): Promise<void> {
    await tx.query(
      `UPDATE weft.form_sessions SET link_hash = $3, updated_at = ${moment}
       WHERE flow_id = $1 AND id = $2 AND state = 'in_progress'`,
      [flowId, id, hash],
    );
  }

  /** The answer that a code leads to; the code leads there once. */
  async takeLink(flowId: string, hash: string): Promise<string | null> {
    const [row] = await this.#engine.query(
      `UPDATE weft.form_sessions SET link_hash = NULL
       WHERE flow_id = $1 AND link_hash = $2 AND state = 'in_progress'
         AND updated_at > now() - make_interval(days => $3) RETURNING id`,
      [flowId, hash, daysUnfinished],
    );
    return row === undefined ? null : String(row[0]);
  }

  /** Forgets those that nobody has gone on with for long, sooner where their form keeps answers for fewer days. */
  async removeOld(): Promise<void> {
    await this.#engine.query(
      `DELETE FROM weft.form_sessions s USING weft.flows f
       WHERE f.id = s.flow_id AND s.state = 'in_progress'
         AND s.updated_at < now() - make_interval(days => LEAST($1::int, (f.settings->>'retentionDays')::int))`,
      [daysUnfinished],
    );
  }
}
