import type { Engine, Row, Transaction } from '../../engine/engine.ts';
import type { StoredBooking } from './booking-rows.ts';

type WaitState = 'waiting' | 'offered' | 'booked' | 'missed';

/** Somebody who waits for a time, or for any that begins on a day. */
export interface BookingWait {
  readonly id: string;
  readonly flowId: string;
  readonly name: string;
  readonly email: string;
  readonly zone: string;
  /** It begins from here, and before `to`. */
  readonly from: number;
  readonly to: number;
  readonly durationMins: number;
  readonly state: WaitState;
  readonly bookingId: string | null;
  readonly offeredUntil: number | null;
  /** ISO 8601 UTC. */
  readonly createdAt: string;
}

export type NewWait = Pick<
  BookingWait,
  'id' | 'flowId' | 'name' | 'email' | 'zone' | 'from' | 'to' | 'durationMins'
>;

const columns = `w.id, w.flow_id, w.name, w.email, w.zone, w.starts_at, w.ends_at, w.duration_mins, w.state,
  w.booking_id, w.offered_until, w.created_at`;

const present = (row: Row): BookingWait => {
  const [id, flowId, name, email, zone, from, to, durationMins, state, bookingId, until, createdAt] = row;
  return {
    ...{ id, flowId, name, email, zone, from: Number(from), to: Number(to), durationMins, state, bookingId },
    ...{ offeredUntil: until === null ? null : Number(until), createdAt },
  } as BookingWait;
};

const isOpen = `state IN ('waiting', 'offered')`;

/** Who waits for times of booking pages. */
export class BookingWaits {
  readonly #engine: Engine;

  constructor(engine: Engine) {
    this.#engine = engine;
  }

  async find(id: string): Promise<BookingWait | null> {
    const [row] = await this.#engine.query(`SELECT ${columns} FROM weft.booking_waits w WHERE w.id = $1`, [
      id,
    ]);
    return row === undefined ? null : present(row);
  }

  /** Who waits already for the same is that one. Null: as many wait as may. */
  add(
    made: NewWait,
    most: { readonly ofFlow: number; readonly ofPerson: number },
    now: number,
  ): Promise<BookingWait | null> {
    return this.#engine.transaction(async (tx) => {
      // Two that come at once are counted one after the other.
      await tx.query('SELECT 1 FROM weft.documents WHERE flow_id = $1 FOR NO KEY UPDATE', [made.flowId]);
      const [known] = await tx.query(
        `SELECT ${columns} FROM weft.booking_waits w WHERE flow_id = $1 AND lower(email) = lower($2)
           AND starts_at = $3 AND ends_at = $4 AND ${isOpen}`,
        [made.flowId, made.email, made.from, made.to],
      );
      if (known !== undefined) return present(known);
      const [counted] = await tx.query(
        `SELECT count(*), count(*) FILTER (WHERE lower(email) = lower($2)) FROM weft.booking_waits
         WHERE flow_id = $1 AND ends_at > $3 AND ${isOpen}`,
        [made.flowId, made.email, now],
      );
      if (Number(counted?.[0]) >= most.ofFlow || Number(counted?.[1]) >= most.ofPerson) return null;
      const [row] = await tx.query(
        `INSERT INTO weft.booking_waits AS w (id, flow_id, name, email, zone, starts_at, ends_at, duration_mins, state)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, 'waiting') RETURNING ${columns}`,
        [...[made.id, made.flowId, made.name, made.email, made.zone, made.from, made.to], made.durationMins],
      );
      return row === undefined ? null : present(row);
    });
  }

  /** Of a flow, in their turn: those of times that are still to come, or all. */
  async list(flowId: string, { after, limit }: { readonly after: number; readonly limit: number }) {
    const rows = await this.#engine.query(
      `SELECT ${columns} FROM weft.booking_waits w WHERE w.flow_id = $1 AND w.ends_at > $2
       ORDER BY w.created_at, w.id LIMIT $3`,
      [flowId, after, limit],
    );
    return rows.map(present);
  }

  /** Those of a flow who wait and were offered nothing yet, in their turn: whoever was is not in their way. */
  async inTurn(flowId: string, { after, limit }: { readonly after: number; readonly limit: number }) {
    const rows = await this.#engine.query(
      `SELECT ${columns} FROM weft.booking_waits w
       WHERE w.flow_id = $1 AND w.ends_at > $2 AND w.state = 'waiting' ORDER BY w.created_at, w.id LIMIT $3`,
      [flowId, after, limit],
    );
    return rows.map(present);
  }

  /** Flows in which somebody waits for a time to come, or did not take what was offered, in the order of their ids. */
  async flowsWaiting(
    now: number,
    { after, limit }: { readonly after: string; readonly limit: number },
  ): Promise<readonly string[]> {
    const rows = await this.#engine.query(
      `SELECT DISTINCT flow_id FROM weft.booking_waits
       WHERE ends_at > $1 AND (state = 'waiting' OR (state = 'offered' AND offered_until <= $1))
         AND flow_id > $2 ORDER BY flow_id LIMIT $3`,
      [now, after, limit],
    );
    return rows.map(([flowId]) => String(flowId));
  }

  /** Offers that nobody took in time, with the bookings that were held for them. */
  async endOffers(flowId: string, now: number): Promise<readonly string[]> {
    const rows = await this.#engine.query(
      `UPDATE weft.booking_waits SET state = 'missed' WHERE flow_id = $1 AND state = 'offered'
         AND offered_until <= $2 RETURNING booking_id`,
      [flowId, now],
    );
    return rows.flatMap(([bookingId]) => (bookingId === null ? [] : [String(bookingId)]));
  }

  /** A time is held for somebody. False: they wait no more. */
  offer(
    id: string,
    held: Pick<StoredBooking, 'id'>,
    until: number,
    alongside: (tx: Transaction) => Promise<void>,
  ): Promise<boolean> {
    return this.#engine.transaction(async (tx) => {
      const rows = await tx.query(
        `UPDATE weft.booking_waits SET state = 'offered', booking_id = $2, offered_until = $3
         WHERE id = $1 AND state = 'waiting' RETURNING 1`,
        [id, held.id, until],
      );
      if (rows.length > 0) await alongside(tx);
      return rows.length > 0;
    });
  }

  /** What was offered could not be given after all: they wait again, unless it is theirs meanwhile. */
  async waitAgain(id: string): Promise<void> {
    await this.#engine.query(
      `UPDATE weft.booking_waits w SET state = 'waiting', booking_id = NULL, offered_until = NULL
       WHERE id = $1 AND state = 'offered' AND NOT EXISTS (
         SELECT 1 FROM weft.bookings b WHERE b.id = w.booking_id AND b.state <> 'held')`,
      [id],
    );
  }

  /**
   * What was offered to somebody and ordered was not paid: others are asked, as where
   * an offer is not taken.
   */
  async noteUnpaid(bookingId: string): Promise<void> {
    await this.#engine.query(
      `UPDATE weft.booking_waits SET state = 'missed' WHERE booking_id = $1 AND state = 'booked' AND NOT EXISTS (
         SELECT 1 FROM weft.bookings b WHERE b.id = $1 AND b.state <> 'held')`,
      [bookingId],
    );
  }

  /** The booking that was held for them; null: none was, or they did not wait. */
  async remove(flowId: string, id: string): Promise<{ readonly heldId: string | null } | null> {
    const [row] = await this.#engine.query(
      `DELETE FROM weft.booking_waits WHERE flow_id = $1 AND id = $2 AND state <> 'booked'
       RETURNING CASE WHEN state = 'offered' THEN booking_id END`,
      [flowId, id],
    );
    return row === undefined ? null : { heldId: row[0] === null ? null : String(row[0]) };
  }

  /** Forgets who waited for what is long over. */
  async removeOld(before: number): Promise<void> {
    await this.#engine.query('DELETE FROM weft.booking_waits WHERE ends_at < $1', [before]);
  }
}

/** What was held for somebody is theirs: in the transaction that settles it. False: they have left the list meanwhile. */
export async function noteWaitBooked(
  tx: Pick<Transaction, 'query'>,
  { id, bookingId }: { readonly id: string; readonly bookingId: string },
): Promise<boolean> {
  const rows = await tx.query(
    `UPDATE weft.booking_waits SET state = 'booked', offered_until = NULL
     WHERE id = $1 AND booking_id = $2 AND state = 'offered' RETURNING 1`,
    [id, bookingId],
  );
  return rows.length > 0;
}

/** What somebody missed as it was not paid in time is theirs: it was paid after all. */
export function noteWaitPaid(tx: Pick<Transaction, 'send'>, bookingId: string): void {
  tx.send(`UPDATE weft.booking_waits SET state = 'booked' WHERE booking_id = $1 AND state = 'missed'`, [
    bookingId,
  ]);
}
