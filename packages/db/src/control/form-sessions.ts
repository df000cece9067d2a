import { must } from '@weft/std';
import type { Engine, Row, Sql, Transaction } from '../engine/engine.ts';
import { countUnseen, seeBookings } from './bookings/unseen-bookings.ts';
import { storableJson } from './storable-json.ts';

type Queries = Pick<Sql, 'query'>;

/** `waiting`: it waits for a place in a form that is full; `paying`: it counts once it is paid. */
export type FormSessionState = 'in_progress' | 'finished' | 'spam' | 'waiting' | 'paying';

/** Texts by field, as they were sent. */
type SentTexts = readonly (readonly [fieldId: string, text: string])[];

/** An answer to a form, finished or not. */
export interface FormSession {
  /** The id of the submission. */
  readonly id: string;
  readonly state: FormSessionState;
  readonly snapshotId: string;
  /** Of a finished one. */
  readonly recordId: string | null;
  /** Null of a finished one. */
  readonly sent: SentTexts | null;
  readonly reasons: readonly string[];
  /** What a quiz came to. */
  readonly points?: number | null;
  /** What it could have come to, and whether that is a pass; null: it has no pass mark. */
  readonly most?: number | null;
  readonly passed?: boolean | null;
  /** When somebody saw a finished one. */
  readonly readAt?: string | null | undefined;
  /** Whether the record of a finished one was deleted; it may come back. */
  readonly isDeleted?: boolean;
  /** A hash that tells one person from another; null: nobody asks. */
  readonly person: string | null;
  /** ISO 8601 UTC. */
  readonly startedAt: string;
  readonly updatedAt: string;
}

export const sessionColumns =
  'id, state, snapshot_id, record_id, sent, reasons, started_at, updated_at, person, points, most_points, passed, read_at, is_deleted';

export const presentSession = (row: Row): FormSession => ({
  id: String(row[0]),
  state: row[1] as FormSessionState,
  snapshotId: String(row[2]),
  recordId: row[3] === null ? null : String(row[3]),
  sent: row[4] as SentTexts | null,
  reasons: (row[5] ?? []) as readonly string[],
  startedAt: String(row[6]),
  updatedAt: String(row[7]),
  person: row[8] === null ? null : String(row[8]),
  points: row[9] === null ? null : Number(row[9]),
  most: row[10] === null ? null : Number(row[10]),
  passed: row[11] as boolean | null,
  readAt: row[12] === null ? null : String(row[12]),
  isDeleted: row[13] as boolean,
});

/** Writes an answer, or what has become of it. One that was finished stays as it is; one that waits, or is paid, can only be finished. */
export function writeFormSession(tx: Pick<Transaction, 'send'>, flowId: string, session: FormSession): void {
  const {
    id,
    state,
    snapshotId,
    recordId,
    sent,
    reasons,
    person,
    startedAt,
    updatedAt,
    points,
    most,
    passed,
  } = session;
  tx.send(
    `INSERT INTO weft.form_sessions AS s
       (flow_id, id, state, snapshot_id, record_id, sent, reasons, person, started_at, updated_at, points,
        most_points, passed)
     VALUES ($1, $2, $3, $4, $5, $6::jsonb, $7::jsonb, $8, $9, $10, $11, $12, $13)
     ON CONFLICT (flow_id, id) DO UPDATE SET state = EXCLUDED.state, snapshot_id = EXCLUDED.snapshot_id,
       record_id = EXCLUDED.record_id, sent = EXCLUDED.sent, reasons = EXCLUDED.reasons,
       person = EXCLUDED.person, updated_at = EXCLUDED.updated_at, points = EXCLUDED.points,
       most_points = EXCLUDED.most_points, passed = EXCLUDED.passed
     WHERE s.state <> 'finished' AND (s.state NOT IN ('waiting', 'paying') OR EXCLUDED.state = 'finished')`,
    [
      flowId,
      id,
      state,
      snapshotId,
      recordId,
      sent === null ? null : storableJson(sent),
      reasons.length === 0 ? null : JSON.stringify(reasons),
      person,
      startedAt,
      updatedAt,
      points ?? null,
      most ?? null,
      passed ?? null,
    ],
  );
}

/**
 * Whether somebody has sent another answer than this one, which may wait for a place; call it once the answer is counted,
 * which lets one transaction do so at a time.
 */
export async function hasAnswered(
  tx: Queries,
  flowId: string,
  { id, person }: { readonly id: string; readonly person: string },
): Promise<boolean> {
  const rows = await tx.query(
    `SELECT 1 FROM weft.form_sessions
     WHERE flow_id = $1 AND person = $2 AND state IN ('finished', 'waiting', 'paying') AND id <> $3`,
    [flowId, person, id],
  );
  return rows.length > 0;
}

/** Adds finished answers whose records are there already; one of a known id is left as it is. */
export async function addFinishedSessions(
  tx: Queries,
  flowId: string,
  sessions: readonly Pick<
    FormSession,
    'id' | 'snapshotId' | 'recordId' | 'startedAt' | 'updatedAt' | 'points' | 'most' | 'passed' | 'readAt'
  >[],
): Promise<void> {
  await tx.query(
    `INSERT INTO weft.form_sessions (flow_id, id, state, snapshot_id, record_id, started_at, updated_at, points, most_points,
       passed, read_at)
     SELECT $1, s.id, 'finished', s."snapshotId", s."recordId", s."startedAt", s."updatedAt", s.points, s.most, s.passed,
       s."readAt"
     FROM jsonb_to_recordset($2::jsonb) AS s (id text, "snapshotId" text, "recordId" text,
       "startedAt" timestamptz, "updatedAt" timestamptz, points int, most int, passed boolean, "readAt" timestamptz)
     ON CONFLICT DO NOTHING`,
    [flowId, JSON.stringify(sessions)],
  );
}

/** Writes how often choices of a new form were taken. */
export async function writeTakenChoices(
  tx: Queries,
  flowId: string,
  taken: { readonly [choiceId: string]: number },
): Promise<void> {
  await tx.query(
    `INSERT INTO weft.form_choices (flow_id, choice_id, taken)
     SELECT $1, key, value::bigint FROM jsonb_each_text($2::jsonb)`,
    [flowId, JSON.stringify(taken)],
  );
}

/** Answers to forms as their makers list them. */
export class FormSessions {
  readonly #engine: Engine;

  constructor(engine: Engine) {
    this.#engine = engine;
  }

  /** How many there are of each state; deleted answers are none. */
  async counts(flowId: string): Promise<{ readonly [S in FormSessionState]: number }> {
    const rows = await this.#engine.query(
      'SELECT state, count(*) FROM weft.form_sessions WHERE flow_id = $1 AND NOT is_deleted GROUP BY state',
      [flowId],
    );
    const counts = { in_progress: 0, finished: 0, spam: 0, waiting: 0, paying: 0 };
    return { ...counts, ...Object.fromEntries(rows.map(([state, count]) => [state, Number(count)])) };
  }

  async find(flowId: string, id: string): Promise<FormSession | null> {
    const [row] = await this.#engine.query(
      `SELECT ${sessionColumns} FROM weft.form_sessions WHERE flow_id = $1 AND id = $2`,
      [flowId, id],
    );
    return row === undefined ? null : presentSession(row);
  }

  /** The finished answer that a record keeps; null: nobody sent it. */
  async ofRecord(flowId: string, recordId: string): Promise<FormSession | null> {
    const [row] = await this.#engine.query(
      `SELECT ${sessionColumns} FROM weft.form_sessions WHERE flow_id = $1 AND record_id = $2`,
      [flowId, recordId],
    );
    return row === undefined ? null : presentSession(row);
  }

  /** Newest first; `after` is the last of the list before. */
  async list(
    flowId: string,
    state: FormSessionState,
    limit: number,
    after: Pick<FormSession, 'id' | 'updatedAt'> | null = null,
    withDeleted = true,
  ): Promise<readonly FormSession[]> {
    const rows = await this.#engine.query(
      `SELECT ${sessionColumns} FROM weft.form_sessions
       WHERE flow_id = $1 AND state = $2 AND ($3::timestamptz IS NULL OR (updated_at, id) < ($3, $4))
         AND ($6 OR NOT is_deleted)
       ORDER BY updated_at DESC, id DESC LIMIT $5`,
      [flowId, state, after?.updatedAt ?? null, after?.id ?? '', limit, withDeleted],
    );
    return rows.map(presentSession);
  }

  /** How many there are of each state, and how many of the finished, or of bookings, nobody has seen, each counted up to `most`; without deleted answers. */
  async countsUpTo(
    flowId: string,
    most: number,
  ): Promise<{ readonly [S in FormSessionState | 'unread']: number }> {
    const upTo = (condition: string) =>
      `(SELECT count(*) FROM (SELECT 1 FROM weft.form_sessions WHERE flow_id = $1 AND NOT is_deleted AND ${condition} LIMIT $2) s)`;
    const [row] = await this.#engine.query(
      `SELECT ${upTo("state = 'finished'")}, ${upTo("state = 'in_progress'")}, ${upTo("state = 'spam'")},
         ${upTo("state = 'waiting'")}, ${upTo("state = 'paying'")}, ${upTo("state = 'finished' AND read_at IS NULL")} + ${countUnseen}`,
      [flowId, most],
    );
    const [finished = 0, in_progress = 0, spam = 0, waiting = 0, paying = 0, unread = 0] =
      must(row).map(Number);
    return { finished, in_progress, spam, waiting, paying, unread };
  }

  /** Notes that finished answers, or bookings, were seen, up to a moment. */
  async markRead(flowId: string, until: string): Promise<void> {
    await this.#engine.query(
      `WITH booked AS (${seeBookings}) UPDATE weft.form_sessions SET read_at = now()
       WHERE flow_id = $1 AND state = 'finished' AND read_at IS NULL AND updated_at <= $2`,
      [flowId, until],
    );
  }

  /** The median of the seconds that the newest thousand took, and how many were finished on each of the last thirty days (UTC). */
  async pace(flowId: string): Promise<{
    readonly medianSeconds: number | null;
    readonly days: readonly { readonly day: string; readonly count: number }[];
  }> {
    const [median] = await this.#engine.query(
      `SELECT percentile_cont(0.5) WITHIN GROUP (ORDER BY extract(epoch FROM updated_at - started_at))
       FROM (SELECT started_at, updated_at FROM weft.form_sessions WHERE flow_id = $1 AND state = 'finished' AND NOT is_deleted
             ORDER BY updated_at DESC, id DESC LIMIT 1000) s`,
      [flowId],
    );
    const days = await this.#engine.query(
      `SELECT to_char(updated_at AT TIME ZONE 'UTC', 'YYYY-MM-DD'), count(*) FROM weft.form_sessions
       WHERE flow_id = $1 AND state = 'finished' AND NOT is_deleted AND updated_at > now() - interval '30 days' GROUP BY 1 ORDER BY 1`,
      [flowId],
    );
    const seconds = median?.[0] ?? null;
    return {
      medianSeconds: seconds === null ? null : Math.max(0, Math.round(Number(seconds))),
      days: days.map(([day, count]) => ({ day: String(day), count: Number(count) })),
    };
  }

  /** False: there is none of this id, or it is finished and its answer a record. */
  async remove(flowId: string, id: string): Promise<boolean> {
    const rows = await this.#engine.query(
      `DELETE FROM weft.form_sessions WHERE flow_id = $1 AND id = $2 AND state <> 'finished' RETURNING id`,
      [flowId, id],
    );
    return rows.length > 0;
  }

  /** Writes down answers that are about to be erased: what a crash leaves is erased by the next run. */
  async beginErasing(flowId: string, recordIds: readonly string[]): Promise<void> {
    await this.#engine.query(
      `INSERT INTO weft.form_erasures (flow_id, record_id) SELECT $1, unnest($2::text[]) ON CONFLICT DO NOTHING`,
      [flowId, recordIds],
    );
  }

  /**
   * Answers to erase: those whose erasing was begun, and finished ones of forms that keep them for some days, and are
   * older. Those of forms `without` are left out.
   */
  async toErase(
    limit: number,
    without: readonly string[],
  ): Promise<readonly { readonly flowId: string; readonly recordId: string }[]> {
    const rows = await this.#engine.query(
      `(SELECT e.flow_id, e.record_id FROM weft.form_erasures e WHERE e.flow_id <> ALL ($2::text[])
         ORDER BY e.flow_id, e.record_id LIMIT $1)
       UNION
       (SELECT s.flow_id, s.record_id FROM weft.flows f JOIN weft.form_sessions s ON s.flow_id = f.id
       WHERE (f.settings->>'retentionDays') IS NOT NULL AND s.state = 'finished' AND s.record_id IS NOT NULL
         AND s.updated_at < now() - make_interval(days => (f.settings->>'retentionDays')::int)
         AND s.flow_id <> ALL ($2::text[])
       ORDER BY s.flow_id, s.updated_at LIMIT $1)
       ORDER BY 1 LIMIT $1`,
      [limit, without],
    );
    return rows.map(([flowId, recordId]) => ({ flowId: String(flowId), recordId: String(recordId) }));
  }

  /**
   * Forgets the answers of these records with everything that was sent of them by deliveries of these kinds, the attempts
   * at a quiz they are of, and that they were to be erased.
   */
  async erase(flowId: string, recordIds: readonly string[], kinds: readonly string[]): Promise<void> {
    // Keys are the ids of form and answer, with more behind a blank: a range of each kind, which the index holds.
    await this.#engine.query(
      `WITH gone AS (DELETE FROM weft.form_sessions WHERE flow_id = $1 AND record_id = ANY ($2::text[]) RETURNING id),
         attempts AS (DELETE FROM weft.quiz_attempts a USING gone WHERE a.flow_id = $1 AND a.id = gone.id),
         sent AS (DELETE FROM weft.deliveries d USING gone, unnest($3::text[]) AS k (kind)
           WHERE d.kind = k.kind AND (d.idempotency_key = $1 || ' ' || gone.id
             OR d.idempotency_key > $1 || ' ' || gone.id || ' ' AND d.idempotency_key < $1 || ' ' || gone.id || '!')
           RETURNING d.id),
         secrets AS (DELETE FROM weft.secrets USING sent WHERE owner = 'delivery ' || sent.id)
       DELETE FROM weft.form_erasures WHERE flow_id = $1 AND record_id = ANY ($2::text[])`,
      [flowId, recordIds, kinds],
    );
  }

  /** Forgets what was sent of answers that are no records and hold a text, or a line with it, but for case; how many. */
  async eraseSent(flowId: string, text: string): Promise<number> {
    const rows = await this.#engine.query(
      `WITH gone AS (DELETE FROM weft.form_sessions WHERE flow_id = $1 AND state <> 'finished' AND EXISTS (
           SELECT 1 FROM jsonb_array_elements(sent) AS e, regexp_split_to_table(e->>1, '[\\r\\n]') AS line
           WHERE lower(trim(line)) = lower($2)) RETURNING id),
         attempts AS (DELETE FROM weft.quiz_attempts a USING gone WHERE a.flow_id = $1 AND a.id = gone.id)
       SELECT id FROM gone`,
      [flowId, text],
    );
    return rows.length;
  }

  /** The records of a quiz with the most points, the earlier first of equals. */
  async best(
    flowId: string,
    limit: number,
  ): Promise<readonly { readonly recordId: string; readonly points: number }[]> {
    const rows = await this.#engine.query(
      `SELECT record_id, points FROM weft.form_sessions
       WHERE flow_id = $1 AND state = 'finished' AND points IS NOT NULL AND NOT is_deleted
       ORDER BY points DESC, updated_at, id LIMIT $2`,
      [flowId, limit],
    );
    return rows.map(([recordId, points]) => ({ recordId: String(recordId), points: Number(points) }));
  }

  /** The key by which hashes tell people apart who answered; `former` where they were told apart by another before. */
  async personKey(former: string): Promise<string> {
    await this.#engine.query(
      'INSERT INTO weft.form_person_key (key) SELECT $1 WHERE NOT EXISTS (SELECT 1 FROM weft.form_person_key)',
      [former],
    );
    const [row] = await this.#engine.query('SELECT key FROM weft.form_person_key LIMIT 1', []);
    return String(must(row, 'the key of people')[0]);
  }

  /** Removes spam after some days, sooner where its form keeps answers for fewer. */
  async removeOldSpam(days: number): Promise<void> {
    await this.#engine.query(
      `DELETE FROM weft.form_sessions s USING weft.flows f
       WHERE f.id = s.flow_id AND s.state = 'spam'
         AND s.updated_at < now() - make_interval(days => LEAST($1::int, (f.settings->>'retentionDays')::int))`,
      [days],
    );
  }

  /** How often choices with a capacity were taken. */
  async takenChoices(flowId: string): Promise<ReadonlyMap<string, number>> {
    const rows = await this.#engine.query(
      'SELECT choice_id, taken FROM weft.form_choices WHERE flow_id = $1',
      [flowId],
    );
    return new Map(rows.map(([id, taken]) => [String(id), Number(taken)]));
  }
}
