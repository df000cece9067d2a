import { type LocalCalendar, localVendors } from '@weft/integrations/testing';
import { must } from '@weft/std';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { rpc, startTestServer, type TestPerson, type TestServer } from '../../../testing.ts';

const second = 1_000;
const minute = 60 * second;
const types = ['googlecalendar', 'outlookcalendar'] as const;
const providers = { googlecalendar: 'google', outlookcalendar: 'microsoft' } as const;
const hosts = { googlecalendar: 'www.googleapis.com', outlookcalendar: 'graph.microsoft.com' } as const;

describe.each(types)('calendars of %s', (type) => {
  // An hour of the clock that tests turn.
  let time = Date.parse('2026-11-23T07:00:00Z');
  const tuesday = Date.parse('2026-11-24T09:00:00Z');
  const range = { from: tuesday - 60 * minute, to: tuesday + 6 * 60 * minute };
  let local: Awaited<ReturnType<typeof localVendors>>;
  let calendar: LocalCalendar;
  let server: TestServer;
  let ann: TestPerson;
  let serviceId = '';
  let flowId = '';
  beforeAll(async () => {
    local = await localVendors([type]);
    calendar = (must(local.vendors.get(type)) as unknown as { calendar: LocalCalendar }).calendar;
    const { thirdParties } = local;
    server = await startTestServer({ ALLOW_PRIVATE_HOSTS: '127.0.0.1' }, { thirdParties, now: () => time });
    ann = await server.signUp('Ann Owner');
    const { app } = must(local.providers.get(providers[type]));
    await rpc(ann, 'integrations.setApp', { provider: providers[type], ...app });
    const work = { name: 'Work', timezone: 'Europe/Paris', isDefault: true };
    await ann.call('POST', '/admin/userAvailabilities/', work);
    ({ flowId } = await rpc(ann, 'forms.create', { name: 'Studio visit', kind: 'scheduling' }));
    const { version } = await rpc(ann, 'forms.get', { flowId });
    await rpc(ann, 'forms.publish', { flowId, version });
    calendar.put('meeting', null, event('Meeting', tuesday));
    serviceId = await signIn();
  });
  afterEach(() => {
    expect(local.server.violations).toEqual([]);
    local.server.brokenHosts.clear();
  });
  afterAll(async () => {
    await server.close();
    await local.server[Symbol.asyncDispose]();
  });

  const event = (title: string, from: number) => ({
    ...{ title, description: '', location: '', from, to: from + 60 * minute },
  });
  const follow = async (path: string) => {
    const response = await fetch(new URL(path, server.url), {
      redirect: 'manual',
      headers: { authorization: `Bearer ${ann.token}` },
    });
    return response.headers.get('location') ?? '';
  };
  /** Signs in as a browser does; with an id, once more. */
  const signIn = async (again?: string): Promise<string> => {
    const pages = {
      redirectUri: '/home/scheduling/calendars',
      failureRedirectUri: '/home/scheduling/calendars',
    };
    const answer =
      again === undefined
        ? await ann.call('POST', `/admin/services/create/${type}`, {
            serviceName: 'Mine',
            config: {},
            ...pages,
          })
        : await ann.call('POST', `/admin/services/edit/${again}`, pages);
    const { service, signInUrl } = (await answer.json()) as { service: { id: string }; signInUrl: string };
    const page = await fetch(await follow(signInUrl), { redirect: 'manual' });
    const { pathname, search } = new URL(must(page.headers.get('location')));
    expect(await follow(`${pathname}${search}`)).toBe(`/home/scheduling/calendars?connected=${service.id}`);
    return service.id;
  };
  const shown = async () => {
    const answer = await ann.call('GET', '/v1/admin/scheduling/getUserCalendars?timezone=Europe/Paris');
    return ((await answer.json()) as { servicesAndCalendars: { service: object; calendars: object[] }[] })
      .servicesAndCalendars;
  };
  const later = async (milliseconds: number) => {
    time += milliseconds;
    await server.parts.calendars.readDue(new AbortController().signal);
  };
  const busy = async () => must((await server.parts.calendars.hosts.busyOf([ann.id], range)).get(ann.id));
  const starts = async () => (await busy()).busy.map(({ when }) => when.kind === 'timed' && when.from);
  const post = (path: string, fields: Record<string, string>) =>
    fetch(new URL(path, server.url), {
      ...{ method: 'POST', redirect: 'manual' },
      body: new URLSearchParams(fields),
    });
  const book = (at: number, more: Record<string, string> = {}) =>
    post(`/t/${flowId}`, {
      ...{ name: 'Amara Lindqvist', email: 'amara@example.org', zone: 'Europe/Stockholm', duration: '30' },
      ...{ at: String(at), request: server.parts.newId('sub'), ...more },
    });
  const soon = (check: () => void) => vi.waitFor(check, { timeout: 10_000 });

  it('are checked once their owner has signed in, and the own one takes bookings', async () => {
    expect(await shown()).toMatchObject([
      {
        service: {
          id: serviceId,
          type,
          state: 'valid',
          session_state: { metadata: { email: 'ada@example.org' } },
        },
        calendars: [
          { name: 'Größe', isPrimary: true, canWriteTo: true, color: '#0078d4' },
          { name: 'Holidays', isPrimary: false, canWriteTo: false, color: null },
        ],
      },
    ]);
    expect(await starts()).toEqual([tuesday]);
    const [shownAt] = (await busy()).busy.map(({ link }) => link);
    expect(shownAt).toMatch(
      /^https:\/\/(www\.google\.com\/calendar\/event|outlook\.office365\.com\/owa\/)\?/,
    );
    // Nobody else may use what opens them, and flows are not written with it.
    expect((await rpc(ann, 'integrations.services', {})).services).toEqual([]);
  });

  it('are read whole only where something changed, and where the service forgot what it said', async () => {
    const whole = () =>
      local.server.calls.filter(
        ({ query }) =>
          'timeMin' in query || ('$select' in query && '$top' in query && 'startDateTime' in query),
      ).length;
    let before = whole();
    await later(5 * minute);
    expect(whole()).toBe(before);
    calendar.put('second', null, event('Second', tuesday + 60 * minute));
    await later(5 * minute);
    expect(await starts()).toEqual([tuesday, tuesday + 60 * minute]);
    before = whole();
    calendar.forget();
    await later(5 * minute);
    expect(whole()).toBeGreaterThan(before);
    expect(calendar.remove('second')).toBe(true);
    await later(5 * minute);
    expect(await starts()).toEqual([tuesday]);
  });

  it('take a booking, move it and lose it with it', async () => {
    // The own event is in nobody's way, and what is in the calendar by now is.
    calendar.put('just now', null, event('Just now', tuesday + 2 * 60 * minute));
    expect((await book(tuesday + 2 * 60 * minute)).status).toBe(409);
    const address = (await book(tuesday + 60 * minute)).headers.get('location') ?? '';
    await soon(() =>
      expect(calendar.contents()).toMatchObject([{ title: 'Studio visit', from: tuesday + 60 * minute }]),
    );
    expect(calendar.contents()[0]?.description).toContain('amara@example.org');
    await later(5 * minute);
    const code = address.split('/').at(-1) ?? '';
    expect((await book(tuesday + 90 * minute, { move: code })).status).toBe(303);
    await soon(() => expect(calendar.contents()).toMatchObject([{ from: tuesday + 90 * minute }]));
    await post(`${address}/cancel`, { reason: 'Ill' });
    await soon(() => expect(calendar.contents()).toEqual([]));
  });

  it.each([
    ['asks to wait', 429, 'failing'],
    ['is broken', 500, 'failing'],
  ])('close their host while the service %s, and open by themselves', async (_, status, state) => {
    local.server.brokenHosts.set(hosts[type], { kind: 'status', status });
    await later(5 * minute);
    expect((await busy()).unreadableCalendars).toEqual([expect.stringContaining('Größe')]);
    expect(await shown()).toMatchObject([{ service: { state } }]);
    expect((await book(tuesday + 4 * 60 * minute)).status).toBe(409);
    local.server.brokenHosts.clear();
    await later(30 * second);
    expect((await busy()).unreadableCalendars).toEqual([]);
  });

  it('close their host where the sign-in no longer holds, until their owner signs in again', async () => {
    const known = local.server.lets;
    local.server.lets = () => [];
    await later(5 * minute);
    expect(await shown()).toMatchObject([{ service: { state: 'disconnected' } }]);
    expect((await busy()).unreadableCalendars).toHaveLength(1);
    local.server.lets = known;
    await signIn(serviceId);
    expect(await shown()).toMatchObject([{ service: { id: serviceId, state: 'valid' } }]);
    expect((await busy()).unreadableCalendars).toEqual([]);
  });

  it('leave nothing behind once they are disconnected', async () => {
    expect((await ann.call('DELETE', `/admin/services/scheduling/${serviceId}/delete`)).status).toBe(200);
    expect(await shown()).toEqual([]);
    expect((await ann.call('POST', `/admin/services/edit/${serviceId}`, {})).status).toBe(404);
  });
});
