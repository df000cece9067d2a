import type { Row, Sql } from '../../engine/engine.ts';

type BookingState = 'held' | 'pending' | 'confirmed' | 'cancelled';

/** A time in epoch milliseconds: it holds `from` and not `to`. */
export interface BookedTime {
  readonly from: number;
  readonly to: number;
}

export interface StoredBooking extends BookedTime {
  readonly id: string;
  readonly flowId: string;
  readonly requestId: string;
  /** The time of a group event that it shares with others. */
  readonly sessionId: string | null;
  readonly state: BookingState;
  readonly bufferBeforeMins: number;
  readonly bufferAfterMins: number;
  readonly seats: number;
  readonly hostIds: readonly string[];
  readonly expiresAt: number | null;
  /** Of its calendar event; it grows. */
  readonly sequence: number;
  readonly noShow: boolean;
  /** As whoever booked it was taken to say. */
  readonly details: unknown;
  /** ISO 8601 UTC. */
  readonly createdAt: string;
}

export const bookingColumns = `b.id, b.flow_id, b.request_id, b.session_id, b.state, b.starts_at, b.ends_at,
  b.buffer_before_mins, b.buffer_after_mins, b.seats, b.host_ids, b.expires_at, b.sequence, b.no_show, b.details, b.created_at`;

export function presentBooking(row: Row): StoredBooking {
  const [id, flowId, requestId, sessionId, state, from, to, bufferBeforeMins, bufferAfterMins, ...rest] = row;
  const [seats, hostIds, expiresAt, sequence, noShow, details, createdAt] = rest;
  const times = { from: Number(from), to: Number(to), bufferBeforeMins, bufferAfterMins };
  const who = { seats, hostIds, expiresAt: expiresAt === null ? null : Number(expiresAt) };
  return {
    ...{ id, flowId, requestId, sessionId, state, ...times, ...who },
    ...{ sequence, noShow, details, createdAt },
  } as StoredBooking;
}

/** A number of bookings that a stretch of time may hold, whoever their host is. */
export interface BookingLimit extends BookedTime {
  readonly most: number;
}

/** What a time is taken for, wherever it is free. */
export interface WantedTime extends BookedTime {
  readonly hostIds: readonly string[];
  readonly bufferBeforeMins: number;
  readonly bufferAfterMins: number;
  readonly seats: number;
  /** Of a group event, whose bookings share their times; null: each booking has its time alone. */
  readonly maxSeats: number | null;
  readonly limits: readonly BookingLimit[];
}

/** Ends the transaction: what is wanted is not free any more. */
export class TimeTaken extends Error {
  readonly reason: 'taken' | 'limit';

  constructor(reason: 'taken' | 'limit') {
    super('This time is not free any more');
    this.reason = reason;
  }
}

type Queries = Pick<Sql, 'query'>;

const minute = 60_000;

/**
 * Locks hosts, always in one order, so that two transactions that want the same hosts wait for each other and never
 * deadlock. Those who are booked for the first time get their row before any is locked: whoever holds a lock waits for no
 * row that is being added. Their numbers.
 */
export async function lockHosts(tx: Queries, hostIds: readonly string[]): Promise<readonly number[]> {
  const sorted = [...new Set(hostIds)].sort();
  const known = await tx.query('SELECT 1 FROM weft.booking_hosts WHERE user_id = ANY($1::text[])', [sorted]);
  if (known.length < sorted.length)
    await tx.query(
      'INSERT INTO weft.booking_hosts (user_id) SELECT unnest($1::text[]) ON CONFLICT (user_id) DO NOTHING',
      [sorted],
    );
  const locked = await tx.query(
    'SELECT number FROM weft.booking_hosts WHERE user_id = ANY($1::text[]) ORDER BY user_id FOR UPDATE',
    [sorted],
  );
  return locked.map(([number]) => Number(number));
}

/** Takes a time of hosts that are locked, for a booking or (of a group event) for the session it joins or begins. */
export async function takeTime(
  tx: Queries,
  flowId: string,
  booking: { readonly id: string; readonly newSessionId: string },
  numbers: readonly number[],
  wanted: WantedTime,
): Promise<{ readonly sessionId: string | null }> {
  const { from, to, seats, maxSeats } = wanted;
  if (maxSeats === null) {
    await block(tx, numbers, wanted, booking.id, null);
    return { sessionId: null };
  }
  if (seats > maxSeats) throw new TimeTaken('taken');
  const [joined] = await tx.query(
    `UPDATE weft.booking_sessions SET taken = taken + $4
     WHERE flow_id = $1 AND starts_at = $2 AND ends_at = $3 AND taken + $4 <= $5 RETURNING id`,
    [flowId, from, to, seats, maxSeats],
  );
  if (joined !== undefined) return { sessionId: String(joined[0]) };
  const begun = await tx.query(
    `INSERT INTO weft.booking_sessions (id, flow_id, starts_at, ends_at, taken) VALUES ($1, $2, $3, $4, $5)
     ON CONFLICT DO NOTHING RETURNING id`,
    [booking.newSessionId, flowId, from, to, seats],
  );
  if (begun.length === 0) throw new TimeTaken('taken');
  await block(tx, numbers, wanted, null, booking.newSessionId);
  return { sessionId: booking.newSessionId };
}

async function block(
  tx: Queries,
  numbers: readonly number[],
  { from, to, bufferBeforeMins, bufferAfterMins }: WantedTime,
  bookingId: string | null,
  sessionId: string | null,
): Promise<void> {
  const [first, last] = [from - bufferBeforeMins * minute, to + bufferAfterMins * minute];
  // What reaches past a host's stretch of the axis stands on another host's.
  if (first < 0 || last >= 2 ** 43) throw new TimeTaken('taken');
  const taken = await tx.query(
    `INSERT INTO weft.booking_blocks (host_number, booking_id, session_id, during)
     SELECT n, $2, $3, int8range((n::int8 << 43) + $4::int8, (n::int8 << 43) + $5::int8) FROM unnest($1::int[]) n
     ON CONFLICT DO NOTHING RETURNING 1`,
    [numbers, bookingId, sessionId, first, last],
  );
  if (taken.length < numbers.length) throw new TimeTaken('taken');
}

/** Gives back the time of a booking, or its seats of a shared one. */
export async function freeTime(
  tx: Queries,
  { id, sessionId, seats }: Pick<StoredBooking, 'id' | 'sessionId' | 'seats'>,
): Promise<void> {
  if (sessionId === null) {
    await tx.query('DELETE FROM weft.booking_blocks WHERE booking_id = $1', [id]);
    return;
  }
  // Its event may have had other hosts as another seat was booked: they are not locked by the same host.
  await tx.query('SELECT 1 FROM weft.booking_sessions WHERE id = $1 FOR UPDATE', [sessionId]);
  const emptied = await tx.query(
    'DELETE FROM weft.booking_sessions WHERE id = $1 AND taken <= $2 RETURNING 1',
    [sessionId, seats],
  );
  if (emptied.length === 0)
    await tx.query('UPDATE weft.booking_sessions SET taken = taken - $2 WHERE id = $1', [sessionId, seats]);
}

/** Removes holds that are over, of hosts that are locked: nobody went on with them. */
export async function removeExpired(tx: Queries, hostIds: readonly string[], now: number): Promise<void> {
  const expired = await tx.query(
    // In one order: those of several hosts are removed by several transactions.
    `DELETE FROM weft.bookings WHERE id IN (
       SELECT id FROM weft.bookings WHERE state = 'held' AND expires_at <= $2 AND host_ids && $1::text[]
       ORDER BY id FOR UPDATE
     ) RETURNING id, session_id, seats`,
    [hostIds, now],
  );
  // Sessions are locked in one order too.
  const bySession = expired.toSorted((a, b) => String(a[1]).localeCompare(String(b[1])));
  for (const [id, sessionId, seats] of bySession)
    await freeTime(tx, { id, sessionId, seats } as Parameters<typeof freeTime>[1]);
}

/** Milliseconds for which a hold counts though it is over by this clock: a server whose clock is behind may still settle it. */
const clocksDiffer = 5 * minute;

/** Refuses one booking too many of a flow; bookings of a flow with limits are made one after the other. */
export async function requireBelowLimits(
  tx: Queries,
  flowId: string,
  { from, to, limits, maxSeats }: WantedTime,
  now: number,
  exceptId: string,
): Promise<void> {
  if (limits.length === 0) return;
  await tx.query('SELECT 1 FROM weft.documents WHERE flow_id = $1 FOR NO KEY UPDATE', [flowId]);
  for (const limit of limits) {
    // Joining what others booked is no further booking.
    const [row] = await tx.query(
      `SELECT count(DISTINCT coalesce(session_id, id)), coalesce(bool_or(session_id IS NOT NULL AND starts_at = $5 AND ends_at = $6), false)
       FROM weft.bookings WHERE flow_id = $1 AND starts_at >= $2 AND starts_at < $3
         AND state <> 'cancelled' AND (state <> 'held' OR expires_at > $4) AND id <> $7`,
      [flowId, limit.from, limit.to, now - clocksDiffer, from, to, exceptId],
    );
    const joins = maxSeats !== null && row?.[1] === true;
    if (!joins && Number(row?.[0]) >= limit.most) throw new TimeTaken('limit');
  }
}
