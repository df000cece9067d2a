import { type LocalMeetings, localVendors } from '@weft/integrations/testing';
import { must } from '@weft/std';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { rpc, startTestServer, type TestPerson, type TestServer } from '../../../testing.ts';
import { publishedEvent, sendForm } from '../testing.ts';

const hour = 3_600_000;
/** A Monday morning; bookings are of the next day. */
const now = Date.parse('2026-11-23T07:00:00Z');
const tuesday = Date.parse('2026-11-24T09:00:00Z');
const providers = { zoom: 'zoom', teamsmeetings: 'microsoft', googlecalendar: 'google' } as const;
const hosts = { zoom: 'api.zoom.us', teamsmeetings: 'graph.microsoft.com' } as const;
type Service = keyof typeof providers;

describe('video calls of bookings', () => {
  let local: Awaited<ReturnType<typeof localVendors>>;
  let server: TestServer;
  let ann: TestPerson;
  beforeAll(async () => {
    local = await localVendors(Object.keys(providers));
    server = await startTestServer(
      { ALLOW_PRIVATE_HOSTS: '127.0.0.1' },
      { thirdParties: local.thirdParties, now: () => now },
    );
    ann = await server.signUp('Ann Owner');
    for (const provider of Object.values(providers)) {
      const { app } = must(local.providers.get(provider));
      await rpc(ann, 'integrations.setApp', { provider, ...app });
    }
    const work = { name: 'Work', timezone: 'Europe/Paris', isDefault: true };
    await ann.call('POST', '/admin/userAvailabilities/', work);
  });
  afterEach(() => {
    expect(local.server.violations).toEqual([]);
    local.server.brokenHosts.clear();
  });
  afterAll(async () => {
    await server.close();
    await local.server[Symbol.asyncDispose]();
  });

  const follow = async (path: string) => {
    const response = await fetch(new URL(path, server.url), {
      redirect: 'manual',
      headers: { authorization: `Bearer ${ann.token}` },
    });
    return response.headers.get('location') ?? '';
  };
  const connect = async (type: Service): Promise<string> => {
    const pages = {
      redirectUri: '/home/scheduling/calendars',
      failureRedirectUri: '/home/scheduling/calendars',
    };
    const body = { serviceName: 'Mine', config: {}, source: 'scheduling', ...pages };
    const answer = await ann.call('POST', `/admin/services/create/${type}`, body);
    const { service, signInUrl } = (await answer.json()) as { service: { id: string }; signInUrl: string };
    const page = await fetch(await follow(signInUrl), { redirect: 'manual' });
    const { pathname, search } = new URL(must(page.headers.get('location')));
    expect(await follow(`${pathname}${search}`)).toContain(`connected=${service.id}`);
    return service.id;
  };
  const publish = (kind: string, more: Readonly<Record<string, unknown>> = {}) =>
    publishedEvent(server, ann, { locations: [{ kind, text: '' }], ...more });
  const post = (path: string, fields: Record<string, string>) => sendForm(server, path, fields);
  const book = async (flowId: string, at: number, more: Record<string, string> = {}): Promise<string> => {
    const answer = await post(`/t/${flowId}`, {
      ...{ name: 'Amara Lindqvist', email: 'amara@example.org', zone: 'Europe/Stockholm', duration: '30' },
      ...{ at: String(at), request: server.parts.newId('sub'), ...more },
    });
    expect([answer.status, answer.status === 303 ? '' : await answer.text()]).toEqual([303, '']);
    return answer.headers.get('location') ?? '';
  };
  const text = async (path: string) => (await fetch(new URL(path, server.url))).text();
  const booking = async (flowId: string) =>
    must(
      (await rpc(ann, 'scheduling.bookings', { flowId, from: 0, to: now + 90 * 24 * hour })).bookings.at(-1),
    );
  const soon = (check: () => void | Promise<void>, timeout = 10_000) => vi.waitFor(check, { timeout });
  const titles = async (email: string) =>
    (
      await sql<{ title: string }>`select title from weft.deliveries where target = ${email}`.execute(
        server.control,
      )
    ).rows.map(({ title }) => title);
  const meetingsOf = (type: Service) =>
    (must(local.vendors.get(type)) as unknown as { meetings: LocalMeetings }).meetings;

  it.each([
    ['zoom', 'zoom', 'Zoom'],
    ['teams', 'teamsmeetings', 'Microsoft Teams'],
  ] as const)('of %s are made, told, moved and called off', async (kind, type, name) => {
    const flowId = await publish(kind);
    const email = `${kind}@example.org`;
    const address = await book(flowId, tuesday, { email });
    expect(await text(address)).toContain(`${name}: the link follows by mail`);
    // Nobody has connected it: the host is told why there is no link.
    await soon(async () =>
      expect((await booking(flowId)).call).toEqual({
        name,
        isMade: false,
        fault: `${name} is not connected`,
      }),
    );
    expect(await titles(email)).not.toContain('The link of your booking: Studio visit');
    const serviceId = await connect(type);
    const meetings = meetingsOf(type);
    await soon(() =>
      expect(meetings.contents()).toEqual([{ title: 'Studio visit', from: tuesday, to: tuesday + hour / 2 }]),
    );
    await soon(async () => expect((await booking(flowId)).call).toEqual({ name, isMade: true, fault: null }));
    const link = must((await booking(flowId)).location);
    expect(link).toMatch(/^https:/);
    expect(await text(`${address}/booking.ics`)).toContain('LOCATION:https:');
    expect(await text(address)).toContain(link.slice(0, 30));
    expect(await titles(email)).toContain('The link of your booking: Studio visit');
    // A moved booking keeps its link, and nobody is told it twice.
    const count = (await titles(email)).length;
    await book(flowId, tuesday + hour, { move: must(address.split('/').at(-1)) });
    await soon(() => expect(meetings.contents()).toMatchObject([{ from: tuesday + hour }]));
    await soon(async () => expect((await booking(flowId)).call).toMatchObject({ isMade: true }));
    expect((await booking(flowId)).location).toBe(link);
    expect((await titles(email)).length - count).toBe(1);
    await post(`${address}/cancel`, { reason: 'Ill' });
    await soon(() => expect(meetings.contents()).toEqual([]));
    expect(await rpc(ann, 'scheduling.hostApps', { flowId, userIds: [ann.id] })).toMatchObject({
      hosts: [{ id: ann.id, calls: expect.arrayContaining([kind]) }],
    });
    expect((await rpc(ann, 'scheduling.apps', {})).apps).toContainEqual(
      expect.objectContaining({ serviceId, type, account: 'ada@example.org', state: 'valid' }),
    );
  });

  it('are one although a server died before it noted them, and are tried again by hand', async () => {
    const flowId = await publish('zoom');
    const meetings = meetingsOf('zoom');
    local.server.brokenHosts.set(hosts.zoom, { kind: 'status', status: 500 });
    await book(flowId, tuesday + 3 * hour);
    await soon(async () => expect((await booking(flowId)).call?.fault).toContain('Zoom refused'));
    // The service has it, and the server that asked for it never heard so.
    const { id } = await booking(flowId);
    meetings.add((number) => String(85_746_065_000 + number), `Booking ${id}`, {
      ...{ title: 'Studio visit', from: tuesday, to: tuesday + hour },
    });
    local.server.brokenHosts.clear();
    await rpc(ann, 'scheduling.retryCall', { flowId, bookingId: id });
    await soon(async () => expect((await booking(flowId)).call).toMatchObject({ isMade: true, fault: null }));
    expect(meetings.contents()).toMatchObject([{ from: tuesday + 3 * hour }]);
  });

  it('are one for all who come at one time, until the last of them cancels', async () => {
    const flowId = await publish('zoom', { eventType: 'group', maxSeats: 3 });
    const meetings = meetingsOf('zoom');
    const before = meetings.contents().length;
    const at = tuesday + 4 * hour;
    const first = await book(flowId, at);
    const second = await book(flowId, at, { email: 'bo@example.org' });
    await soon(async () => {
      const { bookings } = await rpc(ann, 'scheduling.bookings', { flowId, from: 0, to: at + hour });
      expect(bookings.map(({ call }) => call?.isMade)).toEqual([true, true]);
      expect(new Set(bookings.map(({ location }) => location)).size).toBe(1);
    });
    expect(meetings.contents()).toHaveLength(before + 1);
    await post(`${first}/cancel`, { reason: '' });
    await soon(async () => expect(await text(first)).toContain('was cancelled'));
    await post(`${second}/cancel`, { reason: '' });
    await soon(() => expect(meetings.contents()).toHaveLength(before));
  });

  it('of Google Meet come with the event in the calendar', async () => {
    const flowId = await publish('meet');
    await book(flowId, tuesday + 6 * hour);
    await soon(async () => expect((await booking(flowId)).call?.fault).toContain('connect one'));
    await connect('googlecalendar');
    await soon(
      async () => expect((await booking(flowId)).call).toMatchObject({ isMade: true, fault: null }),
      25_000,
    );
    expect((await booking(flowId)).location).toMatch(/^https:\/\/meet\.google\.com\//);
    expect(await rpc(ann, 'scheduling.hostApps', { flowId, userIds: [ann.id] })).toMatchObject({
      hosts: [{ calls: expect.arrayContaining(['meet']) }],
    });
  });
});
