import { expect, it } from 'vitest';
import { describeEngines } from '../../testing.ts';
import { peopledEngine } from '../testing.ts';
import { BookingWaits } from './booking-waits.ts';
import { Bookings } from './bookings.ts';

describeEngines('waits for times', (open) => {
  const engine = peopledEngine(
    open,
    `INSERT INTO weft.flows (id, public_identifier, organization_id, owner_user_id, type, name)
       SELECT id, id, 'org', 'ann', 'scheduling', id FROM unnest(ARRAY['c', 'a', 'd', 'b', 'past']) AS id;
     INSERT INTO weft.documents (flow_id, content) SELECT id, '{}' FROM weft.flows WHERE length(id) IN (1, 4);
     INSERT INTO weft.booking_waits (id, flow_id, name, email, zone, starts_at, ends_at, duration_mins, state)
       SELECT f.id || n, f.id, 'Bo', n || '@example.org', 'UTC', 1, CASE f.id WHEN 'past' THEN 5 ELSE 20 END, 30, 'waiting'
       FROM weft.flows f, generate_series(1, 3) n WHERE length(f.id) IN (1, 4)`,
  );

  it('are read flow by flow, none left out however many there are', async () => {
    const waits = new BookingWaits(engine());
    const read: (readonly string[])[] = [];
    for (let after = ''; read.at(-1)?.length !== 0; after = read.at(-1)?.at(-1) ?? '')
      read.push(await waits.flowsWaiting(10, { after, limit: 3 }));
    expect(read).toEqual([['a', 'b', 'c'], ['d'], []]);
  });

  it('keep what was offered by one of two runs, and give back what was offered by none', async () => {
    const [waits, bookings] = [new BookingWaits(engine()), new Bookings(engine())];
    const held = await bookings.hold(
      {
        ...{ id: 'held', flowId: 'a', requestId: 'a1 10', newSessionId: 'new', expiresAt: 9, details: {} },
        wanted: {
          ...{ from: 10, to: 15, hostIds: ['ann'], seats: 1, bufferBeforeMins: 0, bufferAfterMins: 0 },
          ...{ maxSeats: null, limits: [] },
        },
      },
      1,
    );
    if (held.kind !== 'held') throw new Error(held.kind);
    const offer = () => waits.offer('a1', held.booking, 9, async () => {});
    expect([await offer(), await offer()]).toEqual([true, false]);
    await bookings.dropUnoffered(held.booking);
    expect(await bookings.find('held')).toMatchObject({ state: 'held' });
    await waits.waitAgain('a1');
    await bookings.dropUnoffered(held.booking);
    expect(await bookings.find('held')).toBeNull();
  });
});
