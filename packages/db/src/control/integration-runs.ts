import type { Engine, Reader, Row, Scanner, Transaction } from '../engine/engine.ts';
import type { RunScan } from '../query/record-query.ts';
import {
  type AnswerDelivery,
  type Delivery,
  type DeliverySender,
  deliveryPayload,
  integrationQueue,
  senderOfDelivery,
} from './deliveries.ts';
import { enqueueJobs } from './jobs.ts';

/** What the last fault of a run means: see the faults of services. */
export type FaultClass = 'retry' | 'reconnect' | 'permanent' | 'unknown';

/** A delivery to a third-party service; its key is the ids of the flow, the answer and the integration. */
export interface IntegrationRun
  extends Pick<Delivery, 'id' | 'title' | 'content' | 'attempts' | 'answer' | 'createdAt' | 'sentAt'> {
  readonly state: AnswerDelivery['state'];
  readonly integrationId: string;
  readonly faultClass: FaultClass | null;
  /** Null: the integration is gone. */
  readonly serviceId: string | null;
  readonly serviceType: string | null;
}

export interface RunFilter {
  readonly integrationId: string | null;
  readonly state: 'waiting' | 'sent' | 'failed' | 'held' | 'skipped' | null;
  readonly search: string | null;
  readonly cursor: string | null;
  readonly limit: number;
}

/** The key of the jobs that write to a target one after the other; null: they wait for no other. */
type JobKeyOf = (target: string, organizationId: string) => string | null;

const kind = 'integration';
/** Runs of a flow that are looked through, the newest first. */
const looked = 10_000;
/** Of these, so many in one statement of a search. */
const searched = 200;
/** Runs sent again in one transaction. */
const batch = 500;

const ofFlow = `kind = '${kind}' AND split_part(idempotency_key, ' ', 1) = $1`;
const integrationOf = `split_part(idempotency_key, ' ', 3)`;

const present = (row: Row): IntegrationRun => ({
  id: String(row[0]),
  title: String(row[1]),
  content: row[2],
  state: row[3] as AnswerDelivery['state'],
  attempts: Number(row[4]),
  answer: row[5] === null ? null : String(row[5]),
  createdAt: String(row[6]),
  sentAt: row[7] === null ? null : String(row[7]),
  integrationId: String(row[8]),
  faultClass: row[9] as FaultClass | null,
  serviceId: row[10] === null ? null : String(row[10]),
  serviceType: row[11] === null ? null : String(row[11]),
});

/** Percent signs and underscores of a text that is searched for stand for themselves. */
const pattern = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`;

/** What became of answers on their way to third-party services. */
export class IntegrationRuns {
  readonly #engine: Engine;

  constructor(engine: Engine) {
    this.#engine = engine;
  }

  /** The newest first, after the one named. A search looks into all that is kept of each run: it waits for its turn. */
  async list(flowId: string, filter: RunFilter, runScan: RunScan): Promise<readonly IntegrationRun[]> {
    if (filter.search !== null)
      return runScan((signal) => this.#searched(this.#engine.scanner(signal), flowId, filter));
    return this.#listed(this.#engine, flowId, filter, null);
  }

  /** The same in steps, between which others are answered. */
  async #searched(sql: Scanner, flowId: string, filter: RunFilter): Promise<readonly IntegrationRun[]> {
    const [end] = await sql.query(
      `SELECT min(id) FROM (SELECT id FROM weft.deliveries WHERE ${ofFlow} ORDER BY id DESC LIMIT ${looked}) AS looked`,
      [flowId],
    );
    const found: IntegrationRun[] = [];
    for (let { cursor } = filter; found.length < filter.limit; ) {
      const [step] = await sql.query(
        `SELECT min(id) FROM (SELECT id FROM weft.deliveries
           WHERE ${ofFlow} AND id >= $2 AND ($3::text IS NULL OR id < $3) ORDER BY id DESC LIMIT ${searched}) AS step`,
        [flowId, end?.[0] ?? null, cursor],
      );
      const oldest = step?.[0] ?? null;
      if (oldest === null) break;
      const rest = { ...filter, cursor, limit: filter.limit - found.length };
      // Newer ones that came meanwhile are taken too.
      found.push(...(await this.#listed(sql, flowId, rest, String(oldest))));
      cursor = String(oldest);
    }
    return found;
  }

  async #listed(
    sql: Reader,
    flowId: string,
    { integrationId, state, search, cursor, limit }: RunFilter,
    oldest: string | null,
  ): Promise<readonly IntegrationRun[]> {
    const rows = await sql.query(
      `SELECT d.id, d.title, d.content, d.state, d.attempts, d.answer, d.created_at, d.sent_at, d.integration_id,
         d.fault_class, i.service_id, i.service_type
       FROM (SELECT id, title, content, state, attempts, answer, created_at, sent_at, fault_class,
           ${integrationOf} AS integration_id
         FROM weft.deliveries WHERE ${ofFlow} AND ($7::text IS NULL OR id >= $7 AND ($5::text IS NULL OR id < $5))
         ORDER BY id DESC LIMIT ${looked}) AS d
       LEFT JOIN weft.flow_integrations i ON i.id = d.integration_id
       WHERE ($2::text IS NULL OR d.integration_id = $2)
         AND ($3::text IS NULL OR CASE $3 WHEN 'held' THEN d.state = 'failed' AND d.fault_class = 'reconnect'
           WHEN 'failed' THEN d.state = 'failed' AND d.fault_class IS DISTINCT FROM 'reconnect' ELSE d.state = $3 END)
         AND ($4::text IS NULL OR d.title ILIKE $4 OR d.answer ILIKE $4 OR d.content::text ILIKE $4)
         AND ($5::text IS NULL OR d.id < $5)
       ORDER BY d.id DESC LIMIT $6`,
      [flowId, integrationId, state, search === null ? null : pattern(search), cursor, limit, oldest],
    );
    return rows.map(present);
  }

  /** How many of each integration of a flow could not be written, counted up to `most` altogether. */
  async failed(flowId: string, most: number): Promise<ReadonlyMap<string, number>> {
    const rows = await this.#engine.query(
      `SELECT integration_id, count(*) FROM (SELECT ${integrationOf} AS integration_id FROM weft.deliveries
         WHERE ${ofFlow} AND state = 'failed' LIMIT $2) AS failed GROUP BY 1`,
      [flowId, most],
    );
    return new Map(rows.map(([id, count]) => [String(id), Number(count)]));
  }

  async find(flowId: string, id: string): Promise<Pick<IntegrationRun, 'integrationId' | 'state'> | null> {
    const [row] = await this.#engine.query(
      `SELECT ${integrationOf}, state FROM weft.deliveries WHERE ${ofFlow} AND id = $2`,
      [flowId, id],
    );
    return row === undefined
      ? null
      : { integrationId: String(row[0]), state: row[1] as IntegrationRun['state'] };
  }

  /**
   * Notes that a request is about to leave whose end may stay unknown. False: one had left before, and what became of it
   * was never noted.
   */
  async begin(id: string): Promise<boolean> {
    const rows = await this.#engine.query(
      `UPDATE weft.deliveries SET fault_class = 'unknown' WHERE id = $1 AND fault_class IS DISTINCT FROM 'unknown'
       RETURNING id`,
      [id],
    );
    return rows.length > 0;
  }

  /** Makes the next attempt of what waits for an integration at once, rather than after its pause. */
  async hasten(flowId: string, integrationId: string): Promise<void> {
    await this.#engine.query(
      `UPDATE weft.jobs SET run_at = now() WHERE queue = '${integrationQueue}' AND state = 'waiting' AND run_at > now()
         AND payload->>'deliveryId' IN (SELECT id FROM weft.deliveries
           WHERE ${ofFlow} AND ${integrationOf} = $2 AND state = 'waiting')`,
      [flowId, integrationId],
    );
  }

  /**
   * Notes what came of an attempt; null: the service surely took nothing. Only that lifts the mark of an attempt that may
   * have been written: what was not asked this time says nothing about the time before.
   */
  async classify(id: string, faultClass: FaultClass | null): Promise<void> {
    await this.#engine.query(
      `UPDATE weft.deliveries SET fault_class = $2 WHERE id = $1
         AND ($2::text IS NULL OR fault_class IS DISTINCT FROM 'unknown')`,
      [id, faultClass],
    );
  }

  /**
   * Has a run made once more, with texts in the place of what its answers come to. Whoever asks for it decides about one
   * whose condition could not be judged. False: it is on its way, or is gone. */
  async replay(
    tx: Pick<Transaction, 'query' | 'send'>,
    jobId: string,
    { flowId, id }: { readonly flowId: string; readonly id: string },
    { edited, keyOf }: { readonly edited: unknown; readonly keyOf: JobKeyOf },
  ): Promise<boolean> {
    const [row] = await tx.query(
      `UPDATE weft.deliveries SET state = 'waiting', fault_class = NULL,
         content = CASE WHEN $3::jsonb IS NULL THEN content - 'unjudged'
           ELSE jsonb_set(content - 'unjudged', '{edited}', $3::jsonb) END
       WHERE ${ofFlow} AND id = $2 AND state <> 'waiting' AND content IS NOT NULL
       RETURNING target, ${senderOfDelivery}`,
      [flowId, id, edited === undefined ? null : JSON.stringify(edited)],
    );
    if (row === undefined) return false;
    const sender = row[1] as DeliverySender | null;
    const key = keyOf(String(row[0]), String(sender?.organizationId));
    enqueueJobs(tx, [{ id: jobId, queue: integrationQueue, key, payload: deliveryPayload(id, sender) }]);
    return true;
  }

  /**
   * Has everything made once more that could not be written with a connection, or by one integration while it was switched
   * off, and surely was not written; how many there were.
   */
  async replayAll(
    of: { readonly serviceId: string } | { readonly switchedOn: string },
    newJobId: () => string,
    keyOf: JobKeyOf,
  ): Promise<number> {
    const [which, id] =
      'serviceId' in of
        ? [`i.service_id = $1 AND d.fault_class IS DISTINCT FROM 'unknown'`, of.serviceId]
        : [`i.id = $1 AND d.fault_class = 'retry'`, of.switchedOn];
    let replayed = 0;
    let after = '';
    for (;;) {
      // The oldest first, each once: those sent meanwhile may have failed again.
      const rows = await this.#engine.transaction(async (tx) => {
        const found = await tx.query(
          `UPDATE weft.deliveries SET state = 'waiting', fault_class = NULL WHERE id IN (
             SELECT d.id FROM weft.flow_integrations i JOIN weft.deliveries d ON d.kind = '${kind}'
               AND split_part(d.idempotency_key, ' ', 1) = i.flow_id AND split_part(d.idempotency_key, ' ', 3) = i.id
             WHERE ${which} AND d.state = 'failed' AND d.content IS NOT NULL AND d.content->'unjudged' IS NULL
               AND d.id > $2
             ORDER BY d.id LIMIT ${batch})
           RETURNING id, target, ${senderOfDelivery}`,
          [id, after],
        );
        const sorted = found
          .map(
            ([id, target, sender]) => [String(id), String(target), sender as DeliverySender | null] as const,
          )
          .toSorted(([a], [b]) => (a < b ? -1 : 1));
        enqueueJobs(
          tx,
          sorted.map(([deliveryId, target, sender]) => ({
            ...{
              id: newJobId(),
              queue: integrationQueue,
              key: keyOf(target, String(sender?.organizationId)),
            },
            payload: deliveryPayload(deliveryId, sender),
          })),
        );
        return sorted;
      });
      replayed += rows.length;
      after = rows.at(-1)?.[0] ?? after;
      if (rows.length < batch) return replayed;
    }
  }
}
