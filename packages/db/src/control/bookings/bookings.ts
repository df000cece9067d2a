import type { Engine, Transaction } from '../../engine/engine.ts';
import { orderOfSubmission } from '../payments/payment-order-rows.ts';
import {
  type BookedTime,
  bookingColumns,
  freeTime,
  lockHosts,
  presentBooking,
  removeExpired,
  requireBelowLimits,
  type StoredBooking,
  TimeTaken,
  takeTime,
  type WantedTime,
} from './booking-rows.ts';

export interface NewBooking {
  readonly id: string;
  readonly flowId: string;
  readonly requestId: string;
  /** For a group event: the id of the session it begins, where it joins none. */
  readonly newSessionId: string;
  readonly expiresAt: number;
  readonly details: unknown;
  readonly wanted: WantedTime;
}

/** `repeated`: it was sent before, and is what it became then. */
export type Hold =
  | { readonly kind: 'held'; readonly booking: StoredBooking }
  | { readonly kind: 'repeated'; readonly booking: StoredBooking }
  | { readonly kind: 'taken' | 'limit' };

export type Changed =
  | { readonly kind: 'changed'; readonly booking: StoredBooking }
  | { readonly kind: 'taken' | 'limit' | 'stale' };

/** Written in the transaction of a change: mails, and what goes into calendars. */
export type WithBooking = (tx: Transaction, booking: StoredBooking) => Promise<void>;

/** What a booking becomes. */
export interface BookingMove {
  readonly newSessionId: string;
  readonly wanted: WantedTime;
  readonly details: object;
  /** A host has to say yes to it again. */
  readonly waits: boolean;
}

export interface ListedBookings extends BookedTime {
  readonly flowId: string;
  readonly limit: number;
  /** Of the last booking that is known. */
  readonly after: { readonly from: number; readonly id: string } | null;
}

type Held = Pick<StoredBooking, 'id' | 'hostIds'>;

/** Bookings of scheduling flows. No host is ever booked twice at a time: the database refuses it. */
export class Bookings {
  readonly #engine: Engine;

  constructor(engine: Engine) {
    this.#engine = engine;
  }

  async find(id: string): Promise<StoredBooking | null> {
    const [row] = await this.#engine.query(`SELECT ${bookingColumns} FROM weft.bookings b WHERE b.id = $1`, [
      id,
    ]);
    return row === undefined ? null : presentBooking(row);
  }

  /** A booking by the id of its page: sent again, it is the same. */
  async ofRequest(flowId: string, requestId: string): Promise<StoredBooking | null> {
    const [row] = await this.#engine.query(
      `SELECT ${bookingColumns} FROM weft.bookings b WHERE b.flow_id = $1 AND b.request_id = $2`,
      [flowId, requestId],
    );
    return row === undefined ? null : presentBooking(row);
  }

  /** What may decide about a time in a range: what takes these hosts then, and the flow's own where its limits count. */
  async around(
    flowId: string,
    hostIds: readonly string[],
    range: BookedTime,
    counted: BookedTime,
  ): Promise<readonly StoredBooking[]> {
    const rows = await this.#engine.query(
      `SELECT ${bookingColumns} FROM weft.bookings b
       WHERE b.state <> 'cancelled' AND b.host_ids && $2::text[] AND b.starts_at < $4 AND b.ends_at > $3
       UNION SELECT ${bookingColumns} FROM weft.bookings b
       WHERE b.state <> 'cancelled' AND b.flow_id = $1 AND b.starts_at >= $5 AND b.starts_at < $6`,
      [flowId, hostIds, range.from, range.to, counted.from, counted.to],
    );
    return rows.map(presentBooking);
  }

  /** Those of these that were cancelled. */
  async cancelledOf(ids: readonly string[]): Promise<readonly StoredBooking[]> {
    if (ids.length === 0) return [];
    const rows = await this.#engine.query(
      `SELECT ${bookingColumns} FROM weft.bookings b WHERE b.id = ANY($1::text[]) AND b.state = 'cancelled'`,
      [ids],
    );
    return rows.map(presentBooking);
  }

  /** Bookings of a flow that begin in a range, in order. */
  async list({ flowId, from, to, limit, after }: ListedBookings): Promise<readonly StoredBooking[]> {
    const rows = await this.#engine.query(
      `SELECT ${bookingColumns} FROM weft.bookings b
       WHERE b.flow_id = $1 AND b.state <> 'held' AND b.starts_at >= $2 AND b.starts_at < $3
         AND (b.starts_at, b.id) > ($4::int8, $5::text) ORDER BY b.starts_at, b.id LIMIT $6`,
      [flowId, from, to, after?.from ?? -1, after?.id ?? '', limit],
    );
    return rows.map(presentBooking);
  }

  /** What hosts of a flow have been booked for, and when last: for whose turn it is. */
  async turns(
    flowId: string,
  ): Promise<ReadonlyMap<string, { readonly bookings: number; readonly lastBookedAt: number }>> {
    const rows = await this.#engine.query(
      `SELECT host, count(*), (extract(epoch FROM max(b.created_at)) * 1000)::int8
       FROM weft.bookings b, unnest(b.host_ids) host
       WHERE b.flow_id = $1 AND b.state <> 'cancelled' GROUP BY host`,
      [flowId],
    );
    return new Map(
      rows.map(([host, bookings, last]) => [
        String(host),
        { bookings: Number(bookings), lastBookedAt: Number(last) },
      ]),
    );
  }

  /** Keeps a time free for a booking until it is settled. */
  hold(made: NewBooking, now: number): Promise<Hold> {
    return this.#unlessTaken(async (tx) => {
      const { id, flowId, requestId, wanted } = made;
      await requireBelowLimits(tx, flowId, wanted, now, id);
      const numbers = await lockHosts(tx, wanted.hostIds);
      await removeExpired(tx, wanted.hostIds, now);
      const [row] = await tx.query(
        `INSERT INTO weft.bookings AS b (id, flow_id, request_id, state, starts_at, ends_at, buffer_before_mins,
           buffer_after_mins, seats, host_ids, expires_at, details)
         VALUES ($1, $2, $3, 'held', $4, $5, $6, $7, $8, $9::text[], $10, $11::jsonb)
         ON CONFLICT (flow_id, request_id) DO NOTHING RETURNING ${bookingColumns}`,
        [
          ...[id, flowId, requestId, wanted.from, wanted.to, wanted.bufferBeforeMins],
          ...[wanted.bufferAfterMins, wanted.seats, wanted.hostIds, made.expiresAt],
          JSON.stringify(made.details),
        ],
      );
      if (row === undefined) {
        const [known] = await tx.query(
          `SELECT ${bookingColumns} FROM weft.bookings b WHERE b.flow_id = $1 AND b.request_id = $2`,
          [flowId, requestId],
        );
        if (known === undefined) throw new TimeTaken('taken');
        return { kind: 'repeated', booking: presentBooking(known) } as const;
      }
      const { sessionId } = await takeTime(tx, flowId, made, numbers, wanted);
      if (sessionId !== null)
        await tx.query('UPDATE weft.bookings SET session_id = $2 WHERE id = $1', [id, sessionId]);
      return { kind: 'held', booking: { ...presentBooking(row), sessionId } } as const;
    });
  }

  /**
   * Settles what is held or waits for approval, if it still does and is where it `was`. Null: it changed, or the hold is over;
   * `now` is by the clock that the hold was made with, and `details` what was learnt meanwhile of whoever booked.
   */
  settle(
    was: Pick<StoredBooking, 'id' | 'sequence'>,
    from: 'held' | 'pending',
    to: 'pending' | 'confirmed',
    now: number,
    alongside: WithBooking,
    details: object = {},
  ): Promise<StoredBooking | null> {
    return this.#engine.transaction(async (tx) => {
      const [row] = await tx.query(
        `UPDATE weft.bookings b SET state = $3, expires_at = NULL, details = details || $6::jsonb
         WHERE b.id = $1 AND b.state = $2 AND b.sequence = $4
           AND (b.expires_at IS NULL OR b.expires_at > $5) RETURNING ${bookingColumns}`,
        [was.id, from, to, was.sequence, now, JSON.stringify(details)],
      );
      if (row === undefined) return null;
      const booking = presentBooking(row);
      await alongside(tx, booking);
      return booking;
    });
  }

  /** Gives back what was held, as if it had never been. */
  drop(held: Held): Promise<void> {
    return this.#dropUnless(held, async () => false);
  }

  /** The same, unless it was ordered: it is kept for whoever pays. */
  dropUnordered(held: Held & Pick<StoredBooking, 'flowId' | 'requestId'>): Promise<void> {
    // An order is written in the transaction that prolongs the hold: once the row is locked, there is one or there will be none.
    return this.#dropUnless(
      held,
      async (tx) => (await orderOfSubmission(tx, held.flowId, held.requestId)) !== null,
    );
  }

  /** The same, unless it was offered to somebody who waits: another run has told them of it. */
  dropUnoffered(held: Held): Promise<void> {
    return this.#dropUnless(held, async (tx) => {
      // An offer refers to its booking, and waits for the lock of it.
      const offered = await tx.query(
        `SELECT 1 FROM weft.booking_waits WHERE booking_id = $1 AND state IN ('offered', 'booked')`,
        [held.id],
      );
      return offered.length > 0;
    });
  }

  /** `isKept` is asked once the booking is locked. */
  #dropUnless({ id, hostIds }: Held, isKept: (tx: Transaction) => Promise<boolean>): Promise<void> {
    return this.#engine.transaction(async (tx) => {
      await lockHosts(tx, hostIds);
      await tx.query('SELECT 1 FROM weft.bookings WHERE id = $1 FOR UPDATE', [id]);
      if (!(await isKept(tx))) await removeHeld(tx, id);
    });
  }

  /** Null: it was cancelled before. */
  cancel(
    { id, hostIds, sequence }: Pick<StoredBooking, 'id' | 'hostIds' | 'sequence'>,
    details: object,
    alongside: WithBooking,
  ): Promise<StoredBooking | null> {
    return this.#engine.transaction(async (tx) => {
      await lockHosts(tx, hostIds);
      const [row] = await tx.query(
        `UPDATE weft.bookings b SET state = 'cancelled', sequence = sequence + 1, expires_at = NULL,
           details = details || $2::jsonb WHERE b.id = $1 AND b.sequence = $3 AND b.state <> 'cancelled'
         RETURNING ${bookingColumns}`,
        [id, JSON.stringify(details), sequence],
      );
      if (row === undefined) return null;
      const booking = presentBooking(row);
      await freeTime(tx, booking);
      await alongside(tx, booking);
      return booking;
    });
  }

  /** Another time or other hosts, in one step: neither are both taken nor none. `stale`: it has changed since `was`. */
  move(
    was: StoredBooking,
    { newSessionId, wanted, details, waits }: BookingMove,
    now: number,
    alongside: WithBooking,
  ): Promise<Changed> {
    return this.#unlessTaken(async (tx) => {
      const { id, flowId } = was;
      await requireBelowLimits(tx, flowId, wanted, now, id);
      const all = await lockHosts(tx, [...was.hostIds, ...wanted.hostIds]);
      const [same] = await tx.query(
        `SELECT ${bookingColumns} FROM weft.bookings b
         WHERE b.id = $1 AND b.sequence = $2 AND b.state = $3 AND b.state IN ('pending', 'confirmed') FOR UPDATE`,
        [id, was.sequence, was.state],
      );
      if (same === undefined) return { kind: 'stale' } as const;
      await removeExpired(tx, wanted.hostIds, now);
      await freeTime(tx, was);
      const numbers = all.length === wanted.hostIds.length ? all : await lockHosts(tx, wanted.hostIds);
      const { sessionId } = await takeTime(tx, flowId, { id, newSessionId }, numbers, wanted);
      const [row] = await tx.query(
        `UPDATE weft.bookings b SET starts_at = $2, ends_at = $3, host_ids = $4::text[], session_id = $5,
           buffer_before_mins = $6, buffer_after_mins = $7, sequence = sequence + 1, no_show = false,
           details = details || $8::jsonb, state = CASE WHEN $9 THEN 'pending' ELSE state END WHERE b.id = $1 RETURNING ${bookingColumns}`,
        [
          ...[id, wanted.from, wanted.to, wanted.hostIds, sessionId],
          ...[wanted.bufferBeforeMins, wanted.bufferAfterMins, JSON.stringify(details), waits],
        ],
      );
      if (row === undefined) return { kind: 'stale' } as const;
      const booking = presentBooking(row);
      await alongside(tx, booking);
      return { kind: 'changed', booking } as const;
    });
  }

  /** Whether whoever booked has not come. */
  async noteNoShow(flowId: string, id: string, noShow: boolean): Promise<boolean> {
    const rows = await this.#engine.query(
      `UPDATE weft.bookings SET no_show = $3 WHERE flow_id = $1 AND id = $2 AND state = 'confirmed' RETURNING 1`,
      [flowId, id, noShow],
    );
    return rows.length > 0;
  }

  /** Whether another booking that stands has the video call of a key. */
  async hasCall(key: string, exceptId: string): Promise<boolean> {
    const rows = await this.#engine.query(
      `SELECT 1 FROM weft.bookings WHERE session_id = $1 AND id <> $2 AND state = 'confirmed' LIMIT 1`,
      [key, exceptId],
    );
    return rows.length > 0;
  }

  /** Notes a video call that is about to be made, or is no more. False: the booking has changed since. */
  async noteCall(was: Pick<StoredBooking, 'id' | 'sequence'>, call: object | null): Promise<boolean> {
    const rows = await this.#engine.query(
      `UPDATE weft.bookings SET details = details || jsonb_build_object('call', $3::jsonb)
       WHERE id = $1 AND sequence = $2 RETURNING 1`,
      [was.id, was.sequence, JSON.stringify(call)],
    );
    return rows.length > 0;
  }

  async #unlessTaken<T>(
    work: (tx: Transaction) => Promise<T>,
  ): Promise<T | { readonly kind: 'taken' | 'limit' }> {
    try {
      return await this.#engine.transaction(work);
    } catch (error) {
      if (error instanceof TimeTaken) return { kind: error.reason };
      throw error;
    }
  }
}

/** Its hosts are locked. */
async function removeHeld(tx: Transaction, id: string): Promise<void> {
  const [row] = await tx.query(
    `DELETE FROM weft.bookings b WHERE b.id = $1 AND b.state = 'held' RETURNING ${bookingColumns}`,
    [id],
  );
  if (row !== undefined) await freeTime(tx, presentBooking(row));
}

/** Keeps a time held for longer; false: it is not held any more, or (`now`) its time was over by then. */
export async function keepHeld(
  tx: Pick<Transaction, 'query'>,
  id: string,
  { until, now = 0 }: { readonly until: number; readonly now?: number },
): Promise<boolean> {
  const rows = await tx.query(
    `UPDATE weft.bookings SET expires_at = GREATEST(expires_at, $2)
     WHERE id = $1 AND state = 'held' AND expires_at > $3 RETURNING 1`,
    [id, until, now],
  );
  return rows.length > 0;
}

/** The video call of a booking is made: its link is where one meets. Null: the booking has changed since. */
export async function noteCallMade(
  tx: Pick<Transaction, 'query'>,
  was: Pick<StoredBooking, 'id' | 'sequence'>,
  call: object,
  link: string,
): Promise<StoredBooking | null> {
  const [row] = await tx.query(
    `UPDATE weft.bookings b SET details = b.details || jsonb_build_object('call', $3::jsonb,
       'location', (b.details->'location') || jsonb_build_object('text', $4::text))
     WHERE b.id = $1 AND b.sequence = $2 AND b.state = 'confirmed' RETURNING ${bookingColumns}`,
    [was.id, was.sequence, JSON.stringify(call), link],
  );
  return row === undefined ? null : presentBooking(row);
}

/** Why the video call of a booking is not there, where its first host is to have it. */
export async function noteCallFault(
  tx: Pick<Transaction, 'query'>,
  booking: { readonly id: string; readonly userId: string; readonly kinds: readonly string[] },
  fault: string,
): Promise<void> {
  await tx.query(
    `UPDATE weft.bookings SET details = details || jsonb_build_object('call',
       coalesce(nullif(details->'call', 'null'), '{}') || jsonb_build_object('fault', $4::text))
     WHERE id = $1 AND host_ids[1] = $2 AND details->'location'->>'kind' = ANY($3::text[])`,
    [booking.id, booking.userId, booking.kinds, fault],
  );
}
