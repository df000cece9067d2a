import type { Engine, Row, Sql, Statement, Transaction } from '../engine/engine.ts';
import { DeliveryWeeks } from './delivery-weeks.ts';
import { enqueueJobs } from './jobs.ts';
import { removeSecretsOf, type SecretOwner } from './secrets.ts';

/** The queue of the jobs that make deliveries. */
export const deliveryQueue = 'delivery';
/** The queue of deliveries to third-party services: one that hangs keeps no mail waiting. */
export const integrationQueue = 'integration';

/** An effect on the world outside. */
export interface NewDelivery {
  readonly id: string;
  readonly kind: string;
  /** Asked for twice with the same key, it happens once. */
  readonly idempotencyKey: string;
  /** Whom it is for: an address, a URL. */
  readonly target: string;
  readonly title: string;
  /** Plain JSON. */
  readonly content: unknown;
  /** The queue of the job that sends it; `deliveryQueue` when absent. */
  readonly queue?: string;
  /** Why it is not sent, a sentence: it is logged alone, until somebody has it sent. */
  readonly skipped?: string | null;
}

/** `kept`: there is nothing to send with, so an admin reads it. */
type DeliveryState = 'kept' | 'waiting' | 'sent' | 'failed';

export interface Delivery extends Omit<NewDelivery, 'skipped'> {
  /** Null once it was taken, where it must not be read afterwards. */
  readonly content: unknown;
  readonly state: DeliveryState;
  readonly attempts: number;
  /** What the receiver answered last, or why it could not be reached. */
  readonly answer: string | null;
  /** ISO 8601 UTC. */
  readonly createdAt: string;
  readonly sentAt: string | null;
}

/** One of an answer, which conditions may have left out. */
export type AnswerDelivery = Omit<Delivery, 'state'> & { readonly state: DeliveryState | 'skipped' };

const columns =
  'id, kind, idempotency_key, target, title, content, state, attempts, answer, created_at, sent_at';

/** What a list shows: what is sent may be long. */
const listed = columns.replace('content', 'NULL');

const present = (row: Row): Delivery => ({
  id: String(row[0]),
  kind: String(row[1]),
  idempotencyKey: String(row[2]),
  target: String(row[3]),
  title: String(row[4]),
  content: row[5],
  state: row[6] as DeliveryState,
  attempts: Number(row[7]),
  answer: row[8] === null ? null : String(row[8]),
  createdAt: String(row[9]),
  sentAt: row[10] === null ? null : String(row[10]),
});

/** Whose the secrets of a delivery are: what must not lie readable in the database, nor outlive the sending. */
export const secretOwnerOfDelivery = (id: string): SecretOwner => ({
  organizationId: null,
  owner: `delivery ${id}`,
});

/** How much of the same may go to one target. */
export interface TargetLimit {
  readonly most: number;
  readonly seconds: number;
}

/** Whose a delivery of a flow is, plain JSON; null: it is no flow's. */
export const senderOfDelivery = `(SELECT jsonb_build_object('organizationId', organization_id, 'personId', owner_user_id)
  FROM weft.flows WHERE id = split_part(idempotency_key, ' ', 1))`;

/** The organization and the person whose flow sends it: neither is to take the places of all. */
export interface DeliverySender {
  readonly organizationId: string;
  readonly personId: string;
}

/** What the job of a delivery carries. */
export const deliveryPayload = (deliveryId: unknown, sender: unknown) => ({
  deliveryId: String(deliveryId),
  ...(sender as DeliverySender | null),
});

/** Writes a delivery, and with it the job of this id that sends it, if any; a row where it was written. */
function adding(
  { id, kind, idempotencyKey, target, title, content, queue = deliveryQueue, skipped = null }: NewDelivery,
  state: 'kept' | 'waiting' | 'skipped',
  limit: TargetLimit | null,
  jobId: string | null,
  jobKey: string | null,
): Statement {
  // Counting looks into each week: only what is limited pays for that.
  const isFew =
    limit === null
      ? ''
      : `AND (SELECT count(*) FROM weft.deliveries
        WHERE kind = $2 AND target = $4 AND title = $5 AND created_at > now() - make_interval(secs => $13)) < $12::int4`;
  const text = `WITH added AS (
      INSERT INTO weft.deliveries (id, kind, idempotency_key, target, title, content, state, answer)
      SELECT $1, $2, $3::text, $4, $5, $6::jsonb, $7, $11
      -- The index of a week holds for that week.
      WHERE NOT EXISTS (SELECT 1 FROM weft.deliveries WHERE kind = $2 AND idempotency_key = $3) ${isFew}
      ON CONFLICT DO NOTHING RETURNING id),
    enqueued AS (
      INSERT INTO weft.jobs (id, queue, key, payload)
      SELECT $8, $9, $10, jsonb_strip_nulls(jsonb_build_object('deliveryId', added.id,
        'organizationId', flow.organization_id, 'personId', flow.owner_user_id))
      FROM added LEFT JOIN weft.flows AS flow ON flow.id = split_part($3::text, ' ', 1)
      WHERE $8::text IS NOT NULL
      ON CONFLICT DO NOTHING)
    SELECT id FROM added`;
  const delivery = [id, kind, idempotencyKey, target, title, JSON.stringify(content)];
  const about = [state, jobId, queue, jobKey, skipped];
  const params = [...delivery, ...about, ...(limit === null ? [] : [limit.most, limit.seconds])];
  return { text, params };
}

/**
 * Writes a delivery in the caller's transaction, and with it the job of this id that sends it, if any; false when its key
 * is there already, or when the target was sent enough of this title lately.
 */
export async function addDelivery(
  tx: Pick<Sql, 'query'>,
  delivery: NewDelivery,
  state: 'kept' | 'waiting',
  limit: TargetLimit | null = null,
  jobId: string | null = null,
): Promise<boolean> {
  const { text, params } = adding(delivery, state, limit, jobId, null);
  return (await tx.query(text, params)).length > 0;
}

/** How many of a kind were written within so many seconds before, whose keys begin with this and a blank. */
export async function countDeliveries(
  tx: Pick<Sql, 'query'>,
  {
    kind,
    keyPrefix,
    seconds,
  }: { readonly kind: string; readonly keyPrefix: string; readonly seconds: number },
): Promise<number> {
  const [row] = await tx.query(
    `SELECT count(*) FROM weft.deliveries WHERE kind = $1
       AND idempotency_key > $2 || ' ' AND idempotency_key < $2 || '!'
       AND created_at > now() - make_interval(secs => $3)`,
    [kind, keyPrefix, seconds],
  );
  return Number(row?.[0]);
}

/** As `addDelivery`, without waiting: `heard` is told before the commit is answered. */
export function sendLimitedDelivery(
  tx: Pick<Transaction, 'send'>,
  delivery: NewDelivery,
  state: 'kept' | 'waiting',
  limit: TargetLimit | null,
  jobId: string | null,
  heard: (isWritten: boolean) => void,
): void {
  const { text, params } = adding(delivery, state, limit, jobId, null);
  tx.send(text, params, (rows) => heard(rows.length > 0));
}

/**
 * As `addDelivery`, of one whose target may be sent any number, where nobody asks whether its key was there already. Those
 * of one job key are made one after the other; one that is skipped has no job.
 */
export function sendDelivery(
  tx: Pick<Transaction, 'send'>,
  delivery: NewDelivery,
  jobId: string,
  jobKey: string | null,
): void {
  const isSkipped = (delivery.skipped ?? null) !== null;
  const { text, params } = isSkipped
    ? adding(delivery, 'skipped', null, null, null)
    : adding(delivery, 'waiting', null, jobId, jobKey);
  tx.send(text, params);
}

/**
 * As `sendDelivery`, of one whose content is completed right after the commit. Where that does not happen, it is sent as it
 * is these seconds later.
 */
export function sendDeliveryLater(
  tx: Pick<Transaction, 'send'>,
  delivery: NewDelivery,
  job: { readonly id: string; readonly key: string | null; readonly delay: number },
): void {
  sendDelivery(tx, delivery, job.id, job.key);
  tx.send('UPDATE weft.jobs SET run_at = now() + make_interval(secs => $2) WHERE id = $1', [
    job.id,
    job.delay,
  ]);
}

/** Takes back a delivery that nobody has begun to make, with its job. */
export function takeBackDelivery(tx: Pick<Transaction, 'send'>, id: string, jobId: string): void {
  tx.send(
    `WITH ended AS (DELETE FROM weft.jobs WHERE id = $2 AND state = 'waiting' AND attempts = 0 RETURNING id)
     DELETE FROM weft.deliveries WHERE id = $1 AND (state = 'skipped' OR state = 'waiting' AND EXISTS (SELECT FROM ended))`,
    [id, jobId],
  );
}

/** Notes that the receiver took it. */
export async function noteDelivered(
  tx: Pick<Transaction, 'query' | 'send'>,
  id: string,
  answer: string | null,
  keepsContent: boolean,
): Promise<void> {
  tx.send(
    `UPDATE weft.deliveries SET state = 'sent', sent_at = now(), attempts = attempts + 1, answer = $2,
       fault_class = NULL, content = CASE WHEN $3 THEN content END WHERE id = $1`,
    [id, answer, keepsContent],
  );
  if (!keepsContent) await removeSecretsOf(tx, secretOwnerOfDelivery(id).owner);
}

/** Has a delivery made once more that was taken or given up; false: there is none such under this key. */
export async function replayDelivery(
  tx: Pick<Transaction, 'query' | 'send'>,
  jobId: string,
  { id, kind, keyPrefix }: { readonly id: string; readonly kind: string; readonly keyPrefix: string },
): Promise<boolean> {
  const rows = await tx.query(
    `UPDATE weft.deliveries SET state = 'waiting' WHERE id = $1 AND kind = $2 AND idempotency_key LIKE $3
       AND state <> 'waiting' AND content IS NOT NULL RETURNING ${senderOfDelivery}`,
    [id, kind, `${keyPrefix} %`],
  );
  const payloads = rows.map(([sender]) => deliveryPayload(id, sender));
  enqueueJobs(
    tx,
    payloads.map((payload) => ({ id: jobId, queue: deliveryQueue, payload })),
  );
  return rows.length > 0;
}

/** Deliveries of a kind that a form sends: their keys begin with its id. */
interface OfForm {
  readonly kind: string;
  readonly flowId: string;
}

const ofForm = `kind = $1 AND split_part(idempotency_key, ' ', 1) = $2`;

/**
 * Has the newest deliveries of a form made once more that were given up, at most `limit`, of those older than the one named;
 * their ids, the newest first.
 */
export async function replayFailedDeliveries(
  tx: Pick<Transaction, 'query' | 'send'>,
  newJobId: () => string,
  { kind, flowId }: OfForm,
  { before, limit }: { readonly before: string | null; readonly limit: number },
): Promise<readonly string[]> {
  const rows = await tx.query(
    `UPDATE weft.deliveries SET state = 'waiting' WHERE id IN (
       SELECT id FROM weft.deliveries WHERE ${ofForm} AND state = 'failed' AND content IS NOT NULL
         AND ($3::text IS NULL OR id < $3)
       ORDER BY id DESC LIMIT $4 FOR UPDATE SKIP LOCKED) RETURNING id, ${senderOfDelivery}`,
    [kind, flowId, before, limit],
  );
  enqueueJobs(
    tx,
    rows.map(([id, sender]) => ({
      ...{ id: newJobId(), queue: deliveryQueue, payload: deliveryPayload(id, sender) },
    })),
  );
  return rows
    .map(([id]) => String(id))
    .sort()
    .reverse();
}

/** Makes the next attempt of waiting deliveries at once, rather than after their pause. */
export async function hastenDeliveries(
  tx: Pick<Sql, 'query'>,
  { kind, keyPrefix }: { readonly kind: string; readonly keyPrefix: string },
): Promise<void> {
  await tx.query(
    `UPDATE weft.jobs SET run_at = now() WHERE queue = $1 AND state = 'waiting' AND run_at > now()
       AND payload->>'deliveryId' IN (SELECT id FROM weft.deliveries
         WHERE kind = $2 AND idempotency_key LIKE $3 AND state = 'waiting')`,
    [deliveryQueue, kind, `${keyPrefix} %`],
  );
}

/** Notes an attempt that failed; `givenUp`: it was the last. */
export async function noteRefused(
  tx: Pick<Sql, 'query'>,
  id: string,
  answer: string,
  givenUp: boolean,
): Promise<void> {
  await tx.query(
    'UPDATE weft.deliveries SET state = $3, attempts = attempts + 1, answer = $2 WHERE id = $1',
    [id, answer, givenUp ? 'failed' : 'waiting'],
  );
}

/** Rows of one transaction: a day of many deliveries is removed in steps, between which others go on. */
const removedAtOnce = 2_000;

/** The deliveries of the control schema: written before anything is sent, so that no restart loses one. */
export class Deliveries {
  readonly #engine: Engine;

  constructor(engine: Engine) {
    this.#engine = engine;
  }

  async find(id: string): Promise<Delivery | null> {
    const [row] = await this.#engine.query(`SELECT ${columns} FROM weft.deliveries WHERE id = $1`, [id]);
    return row === undefined ? null : present(row);
  }

  /** Newest first, after the delivery named. */
  async list(kind: string, after: string | null, limit: number): Promise<readonly Delivery[]> {
    const rows = await this.#engine.query(
      `SELECT ${columns} FROM weft.deliveries WHERE kind = $1 AND ($2::text IS NULL OR id < $2)
       ORDER BY id DESC LIMIT $3`,
      [kind, after, limit],
    );
    return rows.map(present);
  }

  /** Those of a kind that a form sends, newest first, after the delivery named, without what is sent; `failed`: given up ones alone. */
  async ofForm(
    { kind, flowId }: OfForm,
    {
      failed = false,
      after = null,
      limit,
    }: { readonly failed?: boolean; readonly after?: string | null; readonly limit: number },
  ): Promise<readonly Delivery[]> {
    const rows = await this.#engine.query(
      `SELECT ${listed} FROM weft.deliveries WHERE ${ofForm} AND ($3::text IS NULL OR id < $3)
         ${failed ? `AND state = 'failed'` : ''} ORDER BY id DESC LIMIT $4`,
      [kind, flowId, after, limit],
    );
    return rows.map(present);
  }

  /** How many of a kind that a form sends were given up, counted up to `most`. */
  async failedOfForm({ kind, flowId }: OfForm, most: number): Promise<number> {
    const [row] = await this.#engine.query(
      `SELECT count(*) FROM (SELECT 1 FROM weft.deliveries WHERE ${ofForm} AND state = 'failed' LIMIT $3) AS failed`,
      [kind, flowId, most],
    );
    return Number(row?.[0]);
  }

  /** The newest of these kinds whose key is this one, or begins with it and a blank. */
  async ofAnswer(kinds: readonly string[], key: string, limit: number): Promise<readonly AnswerDelivery[]> {
    const rows = await this.#engine.query(
      `SELECT ${columns} FROM weft.deliveries WHERE kind = ANY ($1::text[])
         AND (idempotency_key = $2 OR idempotency_key > $2 || ' ' AND idempotency_key < $2 || '!')
       ORDER BY created_at DESC, id DESC LIMIT $3`,
      [kinds, key, limit],
    );
    return rows.map(present);
  }

  /** Makes room for the deliveries of this week and the next. */
  readonly makeWeeks = (now: number): Promise<void> => new DeliveryWeeks(this.#engine).make(now);

  /**
   * Forgets deliveries older than so many days: whole weeks at once, what is of no week in steps. What was given up, or is
   * sent again, is kept as long as the integration or webhook it is for.
   */
  async removeOld(days: number, now: number, batch = removedAtOnce): Promise<void> {
    const weeks = new DeliveryWeeks(this.#engine);
    await weeks.removeBefore(now - days * 24 * 60 * 60_000);
    await weeks.removeOthers(days, batch);
  }
}
