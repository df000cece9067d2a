import { firstPageId, questionProps } from '@weft/forms';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { rpc, startTestServer, type TestPerson, type TestServer } from '../../testing.ts';
import { BookingKeys } from './booking-keys.ts';
import { publishedEvent, sendForm } from './testing.ts';

const secret = 'a secret that is long enough for a test';
const keys = new BookingKeys(secret);
const hour = 3_600_000;
const monday = Date.parse('2026-11-23T07:00:00Z');
const tuesday = Date.parse('2026-11-24T09:00:00Z');

describe('people who wait for a time', () => {
  let time = monday;
  let server: TestServer;
  let ann: TestPerson;
  beforeAll(async () => {
    server = await startTestServer({ SECRET: secret }, { now: () => time });
    ann = await server.signUp('Ann Owner');
    const work = { name: 'Work', timezone: 'Europe/Paris', isDefault: true };
    await ann.call('POST', '/admin/userAvailabilities/', work);
  });
  afterAll(() => server.close());

  const publish = (
    props: Readonly<Record<string, unknown>>,
    more: Parameters<typeof publishedEvent>[3] = [],
  ) => publishedEvent(server, ann, { waitingList: true, ...props }, more);
  const post = (path: string, fields: Record<string, string>) => sendForm(server, path, fields);
  const zone = { zone: 'Europe/Paris', duration: '30' };
  const book = (flowId: string, at: number, email: string, more: Record<string, string> = {}) =>
    post(`/t/${flowId}`, {
      ...{ ...zone, name: 'Amara Lindqvist', email, at: String(at), request: server.parts.newId('sub') },
      ...more,
    });
  const wait = (flowId: string, email: string, what: Record<string, string>) =>
    post(`/t/${flowId}`, { ...zone, name: 'Bo Waits', email, ...what });
  const text = async (path: string) => (await fetch(new URL(path, server.url))).text();
  const waiting = async (flowId: string) =>
    (await rpc(ann, 'scheduling.waiting', { flowId })).waiting.map(({ email, state }) => `${email} ${state}`);
  const soon = (check: () => Promise<void>) => vi.waitFor(check, { timeout: 20_000 });
  const offersTo = async (email: string) =>
    (
      await sql<{ title: string }>`select title from weft.deliveries
        where target = ${email} and title like 'A time became free%'`.execute(server.control)
    ).rows.length;
  const addressOf = async (flowId: string, email: string) => {
    const { rows } = await sql<{ id: string }>`select id from weft.booking_waits
      where flow_id = ${flowId} and email = ${email}`.execute(server.control);
    return `/t/${flowId}/waiting/${keys.code(rows[0]?.id ?? '')}`;
  };
  let looked = 0;
  /** As the runner does every five minutes; a mail of another booking has it look now. */
  const look = async (flowId: string) => {
    await sql`insert into weft.jobs (id, queue, key, payload) values (${server.parts.newId('job')}, 'booking-offers',
      ${flowId}, ${JSON.stringify({ flowId })}::jsonb)`.execute(server.control);
    const other = await publish({});
    const at = tuesday + 7 * 24 * hour + looked++ * hour;
    expect((await book(other, at, 'other@example.org')).status).toBe(303);
  };

  it('for a full time of a group are asked in their turn, each for an hour', async () => {
    const flowId = await publish({ eventType: 'group', maxSeats: 1 });
    const booked = (await book(flowId, tuesday, 'amara@example.org')).headers.get('location') ?? '';
    const page = await text(`/t/${flowId}?zone=Europe/Paris&duration=30&day=2026-11-24`);
    expect(page).toContain('10:00 is full.');
    const at = { day: '2026-11-24', wait: String(tuesday) };
    expect(await text(`/t/${flowId}?${new URLSearchParams({ ...zone, ...at })}`)).toContain(
      'Join the waiting',
    );
    expect((await wait(flowId, 'no address', at)).status).toBe(400);
    for (const email of ['first@example.org', 'second@example.org', 'first@example.org'])
      expect((await wait(flowId, email, at)).status).toBe(200);
    expect(await waiting(flowId)).toEqual(['first@example.org waiting', 'second@example.org waiting']);
    // A time that is free is not waited for.
    const free = await wait(flowId, 'third@example.org', { ...at, wait: String(tuesday + hour) });
    expect([free.status, await waiting(flowId)]).toMatchObject([303, { length: 2 }]);

    await post(`${booked}/cancel`, { reason: '' });
    await soon(async () =>
      expect(await waiting(flowId)).toEqual(['first@example.org offered', 'second@example.org waiting']),
    );
    // It is kept: nobody else books it meanwhile.
    expect((await book(flowId, tuesday, 'other@example.org')).status).toBe(409);
    expect([await offersTo('first@example.org'), await offersTo('second@example.org')]).toEqual([1, 0]);
    time += hour;
    await look(flowId);
    await soon(async () =>
      expect(await waiting(flowId)).toEqual(['first@example.org missed', 'second@example.org offered']),
    );
    expect(await text(await addressOf(flowId, 'first@example.org'))).toContain('no longer kept for you');
    const late = await post(await addressOf(flowId, 'first@example.org'), { wait: 'take' });
    expect(late.status).toBe(200);
    const second = await addressOf(flowId, 'second@example.org');
    // Browsers send their origin with the form, without which it is refused.
    const shown = await fetch(new URL(second, server.url));
    expect(shown.headers.get('referrer-policy')).toBe('same-origin');
    // Clicked twice, it is one booking, and theirs by both.
    for (const taken of await Promise.all([1, 2, 3].map(() => post(second, { wait: 'take' }))))
      expect(taken.headers.get('location')).toContain('/bookings/');
    expect(await waiting(flowId)).toContain('second@example.org booked');
    expect((await post(await addressOf(flowId, 'second@example.org'), { wait: 'take' })).status).toBe(303);
    const { bookings } = await rpc(ann, 'scheduling.bookings', { flowId, from: 0, to: 2e12 });
    expect(bookings.map(({ email, state }) => `${email} ${state}`)).toEqual([
      'amara@example.org cancelled',
      'second@example.org confirmed',
    ]);
    time = monday;
  });

  it('for a day that is taken leave the list, or are taken off it, and what was kept is free again', async () => {
    const flowId = await publish({ durations: [240], maxPerDay: 1 });
    const day = Date.parse('2026-11-26T08:00:00Z');
    const at = { duration: '240', zone: 'Europe/Paris' };
    const made = await post(`/t/${flowId}`, {
      ...{ ...at, name: 'Amara', email: 'amara@example.org', at: String(day) },
      request: server.parts.newId('sub'),
    });
    const page = await text(`/t/${flowId}?${new URLSearchParams({ ...at, day: '2026-11-26' })}`);
    expect(page).toContain('All times of this day are taken.');
    const any = { ...at, day: '2026-11-26', wait: 'day' };
    for (const email of ['leaves@example.org', 'removed@example.org'])
      expect((await wait(flowId, email, any)).status).toBe(200);
    await post(`${made.headers.get('location')}/cancel`, { reason: '' });
    await soon(async () => expect((await waiting(flowId))[0]).toBe('leaves@example.org offered'));
    await post(await addressOf(flowId, 'leaves@example.org'), { wait: 'leave' });
    await look(flowId);
    await soon(async () => expect(await waiting(flowId)).toEqual(['removed@example.org offered']));
    const [{ id: waitId } = { id: '' }] = (await rpc(ann, 'scheduling.waiting', { flowId })).waiting;
    await rpc(ann, 'scheduling.removeWaiting', { flowId, waitId });
    await expect(rpc(ann, 'scheduling.removeWaiting', { flowId, waitId })).rejects.toMatchObject({
      kind: 'not-found',
    });
    expect(await waiting(flowId)).toEqual([]);
    const again = await post(`/t/${flowId}`, {
      ...{ ...at, name: 'Cy', email: 'cy@example.org', at: String(day) },
      request: server.parts.newId('sub'),
    });
    expect(again.status).toBe(303);
  });

  it('are as many as may wait, and no more of one address', async () => {
    const flowId = await publish({ eventType: 'group', maxSeats: 1 });
    const at = Date.parse('2026-11-27T09:00:00Z');
    for (let n = 0; n < 6; n++) {
      expect((await book(flowId, at + (n * hour) / 2, `b${n}@example.org`)).status).toBe(303);
      const asked = { day: '2026-11-27', wait: String(at + (n * hour) / 2) };
      expect((await wait(flowId, 'many@example.org', asked)).status).toBe(n < 5 ? 200 : 409);
    }
    expect(await waiting(flowId)).toHaveLength(5);
  });

  it('are asked before they take a time what its page asks', async () => {
    const fieldId = server.parts.newId('fld');
    const company = { ...questionProps('short_text'), label: 'Company', required: true };
    const after = { parent: firstPageId, order: 'V', props: company };
    const flowId = await publish(
      { eventType: 'group', maxSeats: 1, locations: [{ kind: 'ask_phone', text: '' }] },
      [{ kind: 'block', id: fieldId, before: null, after }],
    );
    const said = { [fieldId]: 'Linen & Co', phone: '+33 6 12 34 56 78' };
    const booked = await book(flowId, tuesday + 2 * hour, 'amara@example.org', said);
    const at = { day: '2026-11-24', wait: String(tuesday + 2 * hour) };
    expect((await wait(flowId, 'bo@example.org', at)).status).toBe(200);
    await post(`${booked.headers.get('location')}/cancel`, { reason: '' });
    await soon(async () => expect(await waiting(flowId)).toEqual(['bo@example.org offered']));

    const link = await addressOf(flowId, 'bo@example.org');
    const details = (await post(link, { wait: 'take' })).headers.get('location') ?? '';
    const page = await text(details);
    expect(page).toContain('Company');
    expect(page).toContain('value="bo@example.org"');
    expect(page).toContain('12:00 to 12:30');
    const { searchParams } = new URL(details, server.url);
    const offer = { ...Object.fromEntries(searchParams), name: 'Bo Waits', email: 'bo@example.org' };
    const send = (more: Record<string, string>) =>
      post(`/t/${flowId}`, { ...offer, request: server.parts.newId('sub'), ...more });
    const empty = await send({});
    expect([empty.status, await waiting(flowId)]).toEqual([400, ['bo@example.org offered']]);
    expect(await empty.text()).toContain('Nothing is booked yet');
    // A link that was made up holds nothing.
    expect((await send({ ...said, offer: `${searchParams.get('offer')}x` })).status).toBe(400);
    for (const taken of await Promise.all([1, 2, 3].map(() => send(said))))
      expect(taken.headers.get('location')).toMatch(/\/(bookings|waiting)\//);
    const { bookings } = await rpc(ann, 'scheduling.bookings', { flowId, from: 0, to: 2e12 });
    expect(bookings.filter(({ state }) => state === 'confirmed')).toMatchObject([
      {
        email: 'bo@example.org',
        location: expect.stringContaining(said.phone),
        answers: [{ label: 'Company', text: 'Linen & Co' }],
      },
    ]);
    // Opened again, the link leads to what is theirs.
    expect((await fetch(new URL(details, server.url))).url).toContain('/bookings/');
  });

  it('and are sent no more mails are not asked, and nothing is kept for them', async () => {
    const flowId = await publish({ eventType: 'group', maxSeats: 1 });
    const at = { day: '2026-11-25', wait: String(tuesday + 24 * hour) };
    const booked = await book(flowId, tuesday + 24 * hour, 'amara@example.org');
    for (const email of ['flooded@example.org', 'next@example.org'])
      expect((await wait(flowId, email, at)).status).toBe(200);
    for (let n = 0; n < 10; n++)
      await sql`insert into weft.deliveries (id, kind, idempotency_key, target, title, content, state)
        values (${`flood${n}`}, 'mail', ${`flood${n}`}, 'flooded@example.org', 'A time became free: Studio visit',
          '{}'::jsonb, 'kept')`.execute(server.control);
    await post(`${booked.headers.get('location')}/cancel`, { reason: '' });
    await soon(async () =>
      expect(await waiting(flowId)).toEqual(['flooded@example.org waiting', 'next@example.org offered']),
    );
  });

  it('and leave in the moment in which they take a time are not booked', async () => {
    const flowId = await publish({ eventType: 'group', maxSeats: 1 });
    const at = tuesday + 26 * hour;
    const booked = await book(flowId, at, 'amara@example.org');
    expect((await wait(flowId, 'leaves@example.org', { day: '2026-11-25', wait: String(at) })).status).toBe(
      200,
    );
    await post(`${booked.headers.get('location')}/cancel`, { reason: '' });
    await soon(async () => expect(await waiting(flowId)).toEqual(['leaves@example.org offered']));
    const link = await addressOf(flowId, 'leaves@example.org');
    // They leave between the look at what is held for them and the transaction that gives it.
    await sql`create function weft.leave() returns trigger language plpgsql as $$ begin
      delete from weft.booking_waits where booking_id = new.id; return new; end $$`.execute(server.control);
    await sql`create trigger leave after update on weft.bookings for each row when (new.state = 'confirmed')
      execute function weft.leave()`.execute(server.control);
    const taken = await post(link, { wait: 'take' });
    await sql`drop trigger leave on weft.bookings`.execute(server.control);
    await sql`drop function weft.leave()`.execute(server.control);
    expect([taken.status, taken.headers.get('location')]).toEqual([200, null]);
    const { bookings } = await rpc(ann, 'scheduling.bookings', { flowId, from: 0, to: 2e12 });
    expect(bookings.map(({ state }) => state)).toEqual(['cancelled']);
    expect((await book(flowId, at, 'cy@example.org')).status).toBe(303);
  });
});
