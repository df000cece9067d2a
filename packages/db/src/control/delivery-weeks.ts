import { firstIdAt } from '@weft/std';
import type { Engine, Transaction } from '../engine/engine.ts';
import { DatabaseError } from '../pg-errors.ts';

/** Milliseconds. Weeks begin on Mondays; the first of them after 1970 was the fifth of January. */
const week = 7 * 24 * 60 * 60_000;
const firstMonday = 4 * 24 * 60 * 60_000;

/** Everybody who asks for a delivery waits behind whoever changes the partitions: that gives way to whoever reads long. */
const lockTimeout = '2s';
/** Lock not available; and of two servers that make the same week, what the second is told. */
const others = /^(55P03|42P07|23505|23514)$/;

const monday = (moment: number): number => firstMonday + Math.floor((moment - firstMonday) / week) * week;

/** `deliveries_20261130`, of the week that begins at this moment. */
const nameOf = (start: number): string =>
  `deliveries_${new Date(start).toISOString().slice(0, 10).replaceAll('-', '')}`;
const weekName = /^deliveries_(\d{4})(\d{2})(\d{2})$/;

/** What was given up, or is sent again, stays as long as the integration or webhook it is for, whose id ends the key. */
const isKept = `(d.state IN ('failed', 'waiting') AND (
  EXISTS (SELECT 1 FROM weft.flow_integrations AS i WHERE i.id = split_part(d.idempotency_key, ' ', 3))
  OR EXISTS (SELECT 1 FROM weft.form_webhooks AS w WHERE w.id = split_part(d.idempotency_key, ' ', 3))))`;

/**
 * The partitions of deliveries. What has no week of its own lies in the default partition, and everything is as true
 * there: a week that could not be made, or removed, is tried again the next time.
 */
export class DeliveryWeeks {
  readonly #engine: Engine;

  constructor(engine: Engine) {
    this.#engine = engine;
  }

  /** Makes the partitions of this week and the next, where no delivery of theirs is in the default partition yet. */
  async make(now: number): Promise<void> {
    const there = await this.#there();
    for (const start of [monday(now), monday(now) + week])
      if (!there.includes(start)) await this.#change((tx) => add(tx, start));
  }

  /** Removes the weeks that ended before this moment; what is kept of them goes into the default partition. */
  async removeBefore(moment: number): Promise<void> {
    for (const start of await this.#there())
      if (start + week <= moment) await this.#change((tx) => remove(tx, start));
  }

  /** Removes what is of no week and older than so many days, a batch a transaction. */
  async removeOthers(days: number, batch: number): Promise<void> {
    let [createdAt, id]: readonly [string, string] = ['-infinity', ''];
    for (;;) {
      const [last] = await this.#engine.query(
        `WITH looked AS (SELECT id, created_at FROM weft.deliveries_others
           WHERE created_at < now() - make_interval(days => $1) AND (created_at, id) > ($2::timestamptz, $3)
           ORDER BY created_at, id LIMIT $4),
         old AS (DELETE FROM weft.deliveries_others d USING looked WHERE d.id = looked.id AND NOT ${isKept}
           RETURNING d.id),
         sealed AS (DELETE FROM weft.secrets WHERE owner IN (SELECT 'delivery ' || id FROM old))
         SELECT created_at::text, id FROM looked ORDER BY created_at DESC, looked.id DESC LIMIT 1`,
        [days, createdAt, id, batch],
      );
      if (last === undefined) return;
      [createdAt, id] = [String(last[0]), String(last[1])];
    }
  }

  async #there(): Promise<readonly number[]> {
    const rows = await this.#engine.query(
      `SELECT c.relname::text FROM pg_inherits h JOIN pg_class c ON c.oid = h.inhrelid
       WHERE h.inhparent = 'weft.deliveries'::regclass ORDER BY 1`,
    );
    return rows.flatMap(([name]) => {
      const found = weekName.exec(String(name));
      return found === null ? [] : [Date.parse(found.slice(1).join('-'))];
    });
  }

  async #change(work: (tx: Transaction) => Promise<void>): Promise<void> {
    try {
      await this.#engine.transaction(async (tx) => {
        await tx.query(`SELECT set_config('lock_timeout', '${lockTimeout}', true)`);
        await work(tx);
      });
    } catch (error) {
      if (!(error instanceof DatabaseError) || !others.test(error.code ?? '')) throw error;
    }
  }
}

const boundsOf = (start: number): readonly [string, string] => [
  firstIdAt('dlv', start),
  firstIdAt('dlv', start + week),
];

async function add(tx: Transaction, start: number): Promise<void> {
  const [first, end] = boundsOf(start);
  const [row] = await tx.query(
    'SELECT EXISTS (SELECT 1 FROM weft.deliveries_others WHERE id >= $1 AND id < $2)',
    [first, end],
  );
  if (row?.[0] === true) return;
  await tx.query(
    `CREATE TABLE weft.${nameOf(start)} PARTITION OF weft.deliveries (UNIQUE (kind, idempotency_key))
     FOR VALUES FROM ('${first}') TO ('${end}')`,
  );
}

async function remove(tx: Transaction, start: number): Promise<void> {
  const [first, end] = boundsOf(start);
  const name = `weft.${nameOf(start)}`;
  await tx.query(`ALTER TABLE weft.deliveries DETACH PARTITION ${name}`);
  // Both parts find theirs by an index: everybody waits meanwhile. What a job has yet to send stays whatever it is for: a
  // server whose clock is ahead takes its week for old. Of two with one key, asked for at once in two weeks, one stays.
  await tx.query(
    `INSERT INTO weft.deliveries SELECT d.* FROM ${name} AS d WHERE d.state = 'failed' AND ${isKept}
     UNION ALL SELECT d.* FROM weft.jobs AS j JOIN ${name} AS d ON d.id = j.payload->>'deliveryId'
       WHERE d.state = 'waiting'
     ON CONFLICT DO NOTHING`,
  );
  await tx.query(
    `DELETE FROM weft.secrets AS s WHERE starts_with(s.owner, 'delivery ')
       AND substr(s.owner, 10) COLLATE "C" >= $1 AND substr(s.owner, 10) COLLATE "C" < $2
       AND NOT EXISTS (SELECT 1 FROM weft.deliveries AS d WHERE d.id = substr(s.owner, 10) COLLATE "C")`,
    [first, end],
  );
  await tx.query(`DROP TABLE ${name}`);
}
