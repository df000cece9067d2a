import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { rpc, startTestServer, type TestPerson, type TestServer } from '../../testing.ts';
import { BookingKeys } from './booking-keys.ts';
import { publishedEvent, sendForm, twoHosts } from './testing.ts';

const secret = 'a secret that is long enough for a test';
const minute = 60_000;
const monday = Date.parse('2026-11-23T07:20:00Z');
/** 250 minutes later. */
const noon = Date.parse('2026-11-23T11:30:00Z');

describe('the notice of a scheduling form', () => {
  let time = monday;
  let server: TestServer;
  let ann: TestPerson;
  let bob: TestPerson;
  beforeAll(async () => {
    server = await startTestServer({ SECRET: secret }, { now: () => time });
    ({ ann, bob } = await twoHosts(server));
  });
  afterAll(() => server.close());
  beforeEach(() => {
    time = monday;
  });

  const who = { name: 'Amara Lindqvist', email: 'amara@example.org', zone: 'Europe/Paris', duration: '30' };
  const post = (path: string, fields: Record<string, string>) =>
    sendForm(server, path, { ...who, request: server.parts.newId('sub'), ...fields });
  const bookingsOf = async (flowId: string) =>
    (await rpc(ann, 'scheduling.bookings', { flowId, from: 0, to: 2e12, limit: 10 })).bookings;

  it('keeps nobody from giving a booking to another host', async () => {
    const hosts = [{ userId: ann.id }, { userId: bob.id }];
    const flowId = await publishedEvent(server, ann, { eventType: 'round_robin', hosts, noticeMins: 240 });
    expect((await post(`/t/${flowId}`, { at: String(noon) })).status).toBe(303);
    const [booking] = await bookingsOf(flowId);
    const other = booking?.hosts[0]?.id === ann.id ? bob : ann;
    time = noon - 120 * minute;
    await rpc(ann, 'scheduling.reassign', { flowId, bookingId: booking?.id ?? '', hostId: other.id });
    expect((await bookingsOf(flowId))[0]?.hosts).toMatchObject([{ id: other.id }]);
    // Whoever books still does so in time.
    expect((await post(`/t/${flowId}`, { at: String(noon) })).status).toBe(409);
  });

  it('keeps no member from moving a booking, and whoever booked from doing so', async () => {
    const flowId = await publishedEvent(server, ann, { noticeMins: 240 });
    const made = await post(`/t/${flowId}`, { at: String(noon) });
    const code = made.headers.get('location')?.split('/').at(-1) ?? '';
    const [booking] = await bookingsOf(flowId);
    const bookingId = booking?.id ?? '';
    time = noon - 120 * minute;
    const sooner = noon - 60 * minute;
    expect((await post(`/t/${flowId}`, { at: String(sooner), move: code })).status).toBe(409);
    const asked = { flowId, date: '2026-11-23', timezone: 'Europe/Paris' };
    const offered = async (moving?: string) =>
      (await rpc(ann, 'scheduling.day', { ...asked, ...(moving !== undefined && { moving }) })).times
        .filter(({ isOffered }) => isOffered)
        .map(({ from }) => from);
    expect(await offered(bookingId)).toContain(sooner);
    expect(await offered()).not.toContain(sooner);
    const move = (at: number) => rpc(ann, 'scheduling.move', { flowId, bookingId, at });
    await move(sooner);
    expect((await bookingsOf(flowId))[0]).toMatchObject({ from: sooner });
    await expect(move(time - 60 * minute)).rejects.toMatchObject({
      message: 'This time is over: choose another',
    });
    await expect(move(noon + 7 * minute)).rejects.toMatchObject({
      message: 'This time is not offered: choose another',
    });
  });

  it('does not end what is kept for somebody who waited', async () => {
    const locations = [{ kind: 'ask_phone', text: '' }];
    const props = { eventType: 'group', maxSeats: 1, waitingList: true, noticeMins: 240, locations };
    const flowId = await publishedEvent(server, ann, props);
    const phone = '+33 6 12 34 56 78';
    const at = noon + 60 * minute;
    time = monday + 60 * minute;
    const booked = await post(`/t/${flowId}`, { at: String(at), phone });
    const asked = { email: 'bo@example.org', day: '2026-11-23', wait: String(at) };
    expect((await post(`/t/${flowId}`, asked)).status).toBe(200);
    await post(`${booked.headers.get('location')}/cancel`, { reason: '' });
    await vi.waitFor(
      async () =>
        expect((await rpc(ann, 'scheduling.waiting', { flowId })).waiting[0]).toMatchObject({
          state: 'offered',
          offeredUntil: time + 60 * minute,
        }),
      { timeout: 20_000 },
    );
    time += 20 * minute;
    const { rows } = await sql<{ id: string }>`select id from weft.booking_waits
      where flow_id = ${flowId}`.execute(server.control);
    const link = `/t/${flowId}/waiting/${new BookingKeys(secret).code(rows[0]?.id ?? '')}`;
    const details = new URL((await post(link, { wait: 'take' })).headers.get('location') ?? '', server.url);
    const page = await fetch(details);
    expect(page.status).toBe(200);
    expect(await page.text()).toContain('13:30 to 14:00');
    const taken = await post(`/t/${flowId}`, { ...Object.fromEntries(details.searchParams), phone });
    expect(taken.headers.get('location')).toContain('/bookings/');
  });
});
