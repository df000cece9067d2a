import { AppError } from '@weft/std';
import { expect, it } from 'vitest';
import { describeEngines } from '../../testing.ts';
import { addPaymentOrder } from '../payments/payment-order-rows.ts';
import { peopledEngine } from '../testing.ts';
import type { StoredBooking, WantedTime } from './booking-rows.ts';
import { Bookings, keepHeld } from './bookings.ts';

const minute = 60_000;
const nine = Date.parse('2026-12-03T09:00:00Z');
const now = nine - 86_400_000;
const nothing = async () => {};
/** Races are run once, and ten times with twice as many at once where all cases are asked for. */
const isFull = process.env.LAWS_RUNS !== undefined;
const rounds = Array.from({ length: isFull ? 10 : 1 }, (_, round) => round + 1);
const many = isFull ? 200 : 100;

/** What the database has no connection for at the moment is asked again, as whoever books does. */
async function patiently<T>(ask: () => Promise<T>): Promise<T> {
  for (;;)
    try {
      return await ask();
    } catch (error) {
      if (!(error instanceof AppError && error.kind === 'unavailable')) throw error;
    }
}

describeEngines('bookings', (open) => {
  const engine = peopledEngine(
    open,
    `DELETE FROM weft.booking_blocks; DELETE FROM weft.booking_hosts;
     INSERT INTO weft.flows (id, public_identifier, organization_id, owner_user_id, type, name) VALUES
       ('visit', 'visit', 'org', 'ann', 'scheduling', 'Visit'), ('talk', 'talk', 'org', 'ann', 'scheduling', 'Talk');
     INSERT INTO weft.documents (flow_id, content) VALUES ('visit', '{}'), ('talk', '{}')`,
  );
  const bookings = () => new Bookings(engine());
  let made = 0;
  const wanted = (startsIn: number, more: Partial<WantedTime> = {}): WantedTime => ({
    ...{ from: nine + startsIn * minute, to: nine + (startsIn + 30) * minute, hostIds: ['ann'], seats: 1 },
    ...{ bufferBeforeMins: 0, bufferAfterMins: 0, maxSeats: null, limits: [], ...more },
  });
  const hold = (time: WantedTime, flowId = 'visit', requestId = `request-${made}`) => {
    const id = `booking-${made++}`;
    const ids = { id, flowId, requestId, newSessionId: `session-${id}`, expiresAt: now + minute };
    return patiently(() => bookings().hold({ ...ids, details: { name: 'Ada' }, wanted: time }, now));
  };
  const book = async (...of: Parameters<typeof hold>): Promise<StoredBooking | null> => {
    const held = await hold(...of);
    if (held.kind !== 'held') return null;
    return patiently(() => bookings().settle(held.booking, 'held', 'confirmed', now, nothing));
  };
  const move = (booking: StoredBooking, startsIn: number, newSessionId: string) => {
    const to = { newSessionId, wanted: wanted(startsIn), details: {}, waits: false };
    return patiently(() => bookings().move(booking, to, now, nothing));
  };
  const all = (times: readonly Promise<StoredBooking | null>[]) =>
    Promise.all(times).then((results) => results.flatMap((booking) => booking ?? []));

  /** Pairs of bookings that need one host at one time, with their buffers; those of one session count as one. */
  const overlaps = async (): Promise<number> => {
    const [row] = await engine().query(
      `SELECT count(*) FROM weft.bookings a JOIN weft.bookings b ON a.id < b.id AND a.host_ids && b.host_ids
         AND a.starts_at - a.buffer_before_mins * 60000 < b.ends_at + b.buffer_after_mins * 60000
         AND b.starts_at - b.buffer_before_mins * 60000 < a.ends_at + a.buffer_after_mins * 60000
       WHERE a.state <> 'cancelled' AND b.state <> 'cancelled' AND a.session_id IS DISTINCT FROM b.session_id
         OR a.state <> 'cancelled' AND b.state <> 'cancelled' AND a.session_id IS NULL AND b.session_id IS NULL
           AND a.host_ids && b.host_ids AND a.starts_at = b.starts_at`,
    );
    return Number(row?.[0]);
  };
  it('of a time beyond all calendars is refused: it would be that of another host', async () => {
    const far = wanted(2 ** 43 / minute);
    expect(await hold(far)).toMatchObject({ kind: 'taken' });
  });

  const times = <T>(count: number, of: (i: number) => T): T[] =>
    Array.from({ length: count }, (_, i) => of(i));

  const race = it.each(rounds);

  race('of one time asked for by 200 at once is one (round %i)', async () => {
    expect(await all(times(200, () => book(wanted(0))))).toHaveLength(1);
    expect(await overlaps()).toBe(0);
  });

  race('of times that overlap, of two events with buffers, never meet (round %i)', async () => {
    const asked = times(many, (i) =>
      book(wanted((i * 7) % 240, { bufferAfterMins: i % 2 === 0 ? 0 : 15 }), i % 3 === 0 ? 'talk' : 'visit'),
    );
    expect((await all(asked)).length).toBeGreaterThan(3);
    expect(await overlaps()).toBe(0);
  });

  race(
    'that need several hosts in any order take all of them or none, and never deadlock (round %i)',
    async () => {
      const teams = [['ann', 'bob'], ['bob', 'cid'], ['cid', 'ann', 'bob'], ['cid']];
      const asked = times(many, (i) => book(wanted((i % 4) * 15, { hostIds: teams[i % 4] ?? [] })));
      expect((await all(asked)).length).toBeGreaterThan(0);
      expect(await overlaps()).toBe(0);
      const blocks = await engine().query(
        `SELECT b.id FROM weft.bookings b LEFT JOIN weft.booking_blocks k ON k.booking_id = b.id
       GROUP BY b.id HAVING count(k.*) <> cardinality(b.host_ids)`,
      );
      expect(blocks).toEqual([]);
    },
  );

  race('of a group event sell exactly its seats, and block other times of the host (round %i)', async () => {
    const group = (seats: number) => wanted(0, { maxSeats: 5, seats });
    const taken = await all(times(many, (i) => book(group(i % 40 === 0 ? 2 : 1))));
    expect(taken.reduce((sum, { seats }) => sum + seats, 0)).toBe(5);
    expect(await book(wanted(15), 'talk')).toBeNull();
    for (const booking of taken) await bookings().cancel(booking, {}, nothing);
    expect(await book(wanted(15), 'talk')).not.toBeNull();
  });

  race('that are moved while others book never overlap, and never lose their time (round %i)', async () => {
    const before = await all(times(6, (i) => book(wanted(i * 30))));
    expect(before).toHaveLength(6);
    const moves = before.flatMap((booking) =>
      times(isFull ? 34 : 10, (i) => move(booking, i * 30, `s-${booking.id}-${i}`)),
    );
    const others = times(many, (i) => book(wanted((i % 10) * 30 + 5)));
    const moved = (await Promise.all(moves)).filter(({ kind }) => kind === 'changed');
    await Promise.all(others);
    expect(await overlaps()).toBe(0);
    for (const { id } of before) {
      const blocks = await engine().query('SELECT 1 FROM weft.booking_blocks WHERE booking_id = $1', [id]);
      expect(blocks).toHaveLength(1);
    }
    // A move of what was moved meanwhile is stale.
    const ids = moved.map((one) => (one.kind === 'changed' ? one.booking.id : ''));
    expect(new Set(ids).size).toBe(ids.length);
  });

  race('that are ordered stay held, and what is given back is not ordered any more (round %i)', async () => {
    const at = new Date(now).toISOString();
    const sums = { subtotal: 100, discount: 0, tax: 0, taxIncluded: false, tip: 0, total: 100 };
    const quote = { currency: 'EUR', lines: [], ...sums } as const;
    const paid = { quote, taxName: '', email: null, holds: [], domain: null, every: null, booking: null };
    const order = (held: StoredBooking) =>
      engine().transaction(async (tx) => {
        if (!(await keepHeld(tx, held.id, { until: now + 30 * minute, now }))) return false;
        addPaymentOrder(tx, {
          ...{
            ...paid,
            id: `order-${held.id}`,
            flowId: held.flowId,
            submissionId: held.requestId,
            snapshotId: 'snapshot',
          },
          ...{ token: held.id, serviceId: 'shop', live: false, currency: 'EUR', total: 100, createdAt: at },
          bookingId: held.id,
        });
        return true;
      });
    for (let i = 0; i < 20; i++) {
      const held = await hold(wanted(i * 30));
      if (held.kind !== 'held') throw new Error('The time is free');
      const first = i % 2 === 0;
      const [ordered] = await Promise.all(
        first
          ? [order(held.booking), bookings().dropUnordered(held.booking)]
          : [
              bookings()
                .dropUnordered(held.booking)
                .then(() => order(held.booking)),
            ],
      );
      expect((await bookings().find(held.booking.id))?.state ?? null).toBe(ordered ? 'held' : null);
    }
  });

  race('that wait for approval keep their time, and are approved once (round %i)', async () => {
    const held = await hold(wanted(0));
    if (held.kind !== 'held') throw new Error('The time is free');
    await bookings().settle(held.booking, 'held', 'pending', now, nothing);
    expect(await all(times(many, (i) => book(wanted((i % 5) * 5))))).toEqual([]);
    const approvals = times(many, () =>
      patiently(() => bookings().settle(held.booking, 'pending', 'confirmed', now, nothing)),
    );
    expect(await all(approvals)).toHaveLength(1);
  });

  it('that are approved, cancelled or moved after they changed meanwhile stay as they are', async () => {
    const held = await hold(wanted(0));
    if (held.kind !== 'held') throw new Error('The time is free');
    const pending = await bookings().settle(held.booking, 'held', 'pending', now, nothing);
    if (pending === null) throw new Error('The hold is not over');
    const to = { newSessionId: 'moved', wanted: wanted(60), details: {}, waits: true };
    const moved = await bookings().move(pending, to, now, nothing);
    if (moved.kind !== 'changed') throw new Error('The time is free');
    // The time that the approval is of is no longer that of the booking.
    expect(await bookings().settle(pending, 'pending', 'confirmed', now, nothing)).toBeNull();
    expect(await bookings().cancel(pending, {}, nothing)).toBeNull();
    expect(await bookings().settle(moved.booking, 'pending', 'confirmed', now, nothing)).not.toBeNull();
    // Whoever moves it has read it before it was approved.
    const again = { ...to, newSessionId: 'again', wanted: wanted(120) };
    expect(await bookings().move(moved.booking, again, now, nothing)).toEqual({ kind: 'stale' });
    expect(await bookings().find(pending.id)).toMatchObject({ state: 'confirmed', from: wanted(60).from });
  });

  it('that are held give their time back when the hold is over, and cannot be settled then', async () => {
    const held = await hold(wanted(0));
    if (held.kind !== 'held') throw new Error('The time is free');
    expect((await hold(wanted(15))).kind).toBe('taken');
    const later = {
      flowId: 'visit',
      requestId: 'later',
      newSessionId: 'later',
      expiresAt: now + 10 * minute,
    };
    const after = await bookings().hold(
      { id: 'later', ...later, details: {}, wanted: wanted(15) },
      now + minute,
    );
    expect(after.kind).toBe('held');
    expect(await bookings().settle(held.booking, 'held', 'confirmed', now, nothing)).toBeNull();
  });

  it('of servers whose clocks differ are never both: neither of one time nor beyond a limit', async () => {
    const limits = [{ from: nine - 9 * 60 * minute, to: nine + 15 * 60 * minute, most: 1 }];
    const held = await hold(wanted(0, { limits }));
    if (held.kind !== 'held') throw new Error('The time is free');
    const ahead = now + 2 * minute;
    const elsewhere = (id: string, time: WantedTime) =>
      bookings().hold(
        {
          ...{ id, flowId: 'visit', requestId: id, newSessionId: `session-${id}`, expiresAt: ahead + minute },
          ...{ details: {}, wanted: time },
        },
        ahead,
      );
    expect(await elsewhere('other day', wanted(120, { limits }))).toEqual({ kind: 'limit' });
    const taken = await elsewhere('same time', wanted(0));
    expect(taken.kind).toBe('held');
    const settle = (booking: StoredBooking, at: number) =>
      bookings().settle(booking, 'held', 'confirmed', at, nothing);
    expect(await settle(held.booking, now)).toBeNull();
    expect(taken.kind === 'held' && (await settle(taken.booking, ahead))).toMatchObject({
      state: 'confirmed',
    });
    expect(await overlaps()).toBe(0);
    // A server that slept longer than it holds settles nothing.
    const slept = await hold(wanted(60));
    expect(slept.kind === 'held' && (await settle(slept.booking, now + 10 * minute))).toBeNull();
  });

  race(
    'that are held by one of many at once are held by one again once that is over (round %i)',
    async () => {
      const first = await Promise.all(times(many, () => hold(wanted(0))));
      expect(first.filter(({ kind }) => kind === 'held')).toHaveLength(1);
      const again = times(many, (i) => {
        const ids = {
          id: `again-${i}`,
          flowId: 'visit',
          requestId: `again-${i}`,
          newSessionId: `again-${i}`,
        };
        const made = { ...ids, expiresAt: now + 10 * minute, details: {}, wanted: wanted(15) };
        return patiently(() => bookings().hold(made, now + minute));
      });
      expect((await Promise.all(again)).filter(({ kind }) => kind === 'held')).toHaveLength(1);
      expect(await overlaps()).toBe(0);
    },
  );

  it('sent twice are one', async () => {
    const asked = times(50, () => hold(wanted(0), 'visit', 'once'));
    const kinds = (await Promise.all(asked)).map(({ kind }) => kind).sort();
    expect(kinds.filter((kind) => kind === 'held')).toHaveLength(1);
    expect(new Set(kinds)).toEqual(new Set(['held', 'repeated']));
  });

  it('keep to limits of a day, however many come at once', async () => {
    const limits = [{ from: nine - 9 * 60 * minute, to: nine + 15 * 60 * minute, most: 3 }];
    const asked = times(60, (i) => book(wanted((i % 12) * 30, { limits })));
    expect(await all(asked)).toHaveLength(3);
  });
});
