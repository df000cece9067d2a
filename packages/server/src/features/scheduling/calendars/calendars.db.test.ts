import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type CalDavServer, startCalDavServer } from '@weft/testkit';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestServer, type TestPerson, type TestServer } from '../../../testing.ts';

interface Shown {
  readonly service: {
    readonly id: string;
    readonly name: string;
    readonly state: string;
    readonly fault: string | null;
    readonly config: { readonly calendarIdsToCheck: string[]; readonly calendarIdToWriteTo: string | null };
  };
  readonly calendars: readonly {
    readonly id: string;
    readonly name: string;
    readonly isDeleted: boolean;
    readonly canWriteTo: boolean;
    readonly color: string | null;
  }[];
}

const second = 1_000;
const minute = 60 * second;
const stamp = (time: number) => `${new Date(time).toISOString().replace(/[-:]/g, '').slice(0, 15)}Z`;
const meeting = (uid: string, at: number) =>
  [
    ...['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//Test//EN', 'BEGIN:VEVENT', `UID:${uid}`],
    ...['DTSTAMP:20261101T000000Z', `DTSTART:${stamp(at)}`, 'DURATION:PT1H', 'SUMMARY:Meeting'],
    ...['END:VEVENT', 'END:VCALENDAR', ''],
  ].join('\r\n');

describe('calendars of hosts', () => {
  // An hour of the clock that tests turn.
  let time = Date.parse('2026-11-23T09:00:00Z');
  const tomorrow = time + 24 * 60 * minute;
  const range = { from: tomorrow - 60 * minute, to: tomorrow + 60 * minute };
  let server: TestServer;
  let dav: CalDavServer;
  let ann: TestPerson;
  let bob: TestPerson;
  beforeAll(async () => {
    dav = await startCalDavServer();
    server = await startTestServer({ ALLOW_PRIVATE_HOSTS: '127.0.0.1' }, { now: () => time });
    ann = await server.signUp('Ann Owner');
    bob = await server.signUp('Bob Other');
  });
  afterAll(async () => {
    await server.close();
    await dav.close();
  });

  const account = () => ({ type: 'caldav', url: dav.url, username: dav.username, password: dav.password });
  const connect = async (person: TestPerson, body: object) => {
    const answer = await person.call('POST', '/v1/scheduling/calendars', body);
    return { status: answer.status, ...((await answer.json()) as { serviceId: string; error: object }) };
  };
  const shown = async (person: TestPerson) => {
    const answer = await person.call('GET', '/v1/admin/scheduling/getUserCalendars?timezone=Europe/Paris');
    return ((await answer.json()) as { servicesAndCalendars: Shown[] }).servicesAndCalendars;
  };
  const choose = (person: TestPerson, serviceId: string, newConfig: object) =>
    person.call('POST', '/admin/services/scheduling/service', { serviceId, newConfig });
  const read = () => server.parts.calendars.readDue(new AbortController().signal);
  const later = async (milliseconds: number) => {
    time += milliseconds;
    await read();
  };
  const busy = async () => (await server.parts.calendars.hosts.busyOf([ann.id], range)).get(ann.id);
  const busyNow = async () => (await server.parts.calendars.hosts.busyNow([ann.id], range)).get(ann.id);
  const mails = async () => {
    const { rows } = await sql<{ n: number }>`select count(*)::int as n from weft.deliveries
      where kind = 'mail' and target = ${ann.email} and title like 'Your calendar cannot%'`.execute(
      server.control,
    );
    return rows[0]?.n;
  };

  describe('on a CalDAV account', () => {
    let serviceId = '';
    beforeEach(async () => {
      dav.put('work', 'first.ics', meeting('first', tomorrow));
      ({ serviceId } = await connect(ann, account()));
    });
    afterEach(async () => {
      dav.fail(null);
      await ann.call('DELETE', `/admin/services/scheduling/${serviceId}/delete`);
      (dav.files('work') as Map<string, string>).clear();
    });

    it('are checked from the start, and take bookings where they can be written to', async () => {
      const [one] = await shown(ann);
      expect(one?.calendars.map(({ name, canWriteTo, color }) => [name, canWriteTo, color])).toEqual([
        ['Work & Meetings', true, '#c2410c'],
        ['Holidays', false, '#c2410c'],
      ]);
      expect(one?.service).toMatchObject({
        state: 'valid',
        config: { calendarIdToWriteTo: one?.calendars[0]?.id },
      });
      expect(await busy()).toMatchObject({
        busy: [{ when: { kind: 'timed', from: tomorrow, to: tomorrow + 60 * minute } }],
        unreadableCalendars: [],
      });
    });

    it('show a new event within five minutes, and ask for events only when something changed', async () => {
      dav.asked.length = 0;
      await later(4 * minute);
      expect(dav.asked.filter((asked) => asked.startsWith('REPORT'))).toEqual([]);
      dav.put('work', 'second.ics', meeting('second', tomorrow - 30 * minute));
      await later(4 * minute + 30 * second);
      expect((await busy())?.busy).toHaveLength(2);
    });

    it('keep what leaves their host free, which blocks nothing', async () => {
      const free = meeting('free', tomorrow - 30 * minute).replace(
        'SUMMARY',
        'TRANSP:TRANSPARENT\r\nSUMMARY',
      );
      dav.put('work', 'free.ics', free);
      await later(4 * minute + 30 * second);
      expect((await busy())?.busy).toHaveLength(1);
      const beside = (await server.parts.calendars.hosts.freeOf([ann.id], range)).get(ann.id);
      expect(beside).toMatchObject([{ title: 'Meeting', when: { from: tomorrow - 30 * minute } }]);
    });

    it('are asked themselves before a booking is settled', async () => {
      dav.put('work', 'second.ics', meeting('second', tomorrow - 30 * minute));
      expect((await busy())?.busy).toHaveLength(1);
      expect((await busyNow())?.busy).toHaveLength(2);
    });

    it.each(['unauthorized', 'forbidden', 'too-many', 'broken', 'malformed'] as const)(
      'close their host while the server is %s, and open by themselves',
      async (fault) => {
        dav.fail(fault);
        await later(4 * minute + 30 * second);
        expect((await busy())?.unreadableCalendars).toEqual(['127.0.0.1: Work & Meetings']);
        expect((await busyNow())?.unreadableCalendars).toEqual(['127.0.0.1: Work & Meetings']);
        const [one] = await shown(ann);
        const states: { readonly [fault: string]: string } = {
          ...{ unauthorized: 'disconnected', forbidden: 'permissions_not_granted' },
        };
        expect(one?.service.state).toBe(states[fault] ?? 'failing');
        dav.fail(null);
        await later(30 * second);
        expect(await busy()).toMatchObject({ busy: [{}], unreadableCalendars: [] });
      },
    );

    it('tell their owner once, after five minutes', async () => {
      dav.fail('broken');
      const before = (await mails()) ?? 0;
      await later(4 * minute);
      for (let half = 0; half < 9; half++) await later(30 * second);
      expect(await mails()).toBe(before);
      await later(30 * second);
      await later(30 * second);
      await later(30 * second);
      expect(await mails()).toBe(before + 1);
    });

    it('close their host when nobody has read them lately', async () => {
      time += 20 * minute;
      expect((await busy())?.unreadableCalendars).toEqual(['127.0.0.1: Work & Meetings']);
    });

    it('are chosen, and the one that takes bookings is checked too', async () => {
      const [one] = await shown(ann);
      const [work, holidays] = one?.calendars ?? [];
      expect((await choose(ann, serviceId, { calendarIdsToCheck: [] })).status).toBe(200);
      expect(await busy()).toMatchObject({ busy: [], unreadableCalendars: [] });
      const chosen = { calendarIdsToCheck: [holidays?.id], calendarIdToWriteTo: work?.id };
      expect((await choose(ann, serviceId, chosen)).status).toBe(200);
      expect((await shown(ann))[0]?.service.config.calendarIdsToCheck).toEqual([holidays?.id, work?.id]);
      expect((await busy())?.unreadableCalendars).toEqual([]);
      const wrong = { calendarIdsToCheck: [], calendarIdToWriteTo: holidays?.id };
      expect((await choose(ann, serviceId, wrong)).status).toBe(400);
      expect((await choose(ann, serviceId, { calendarIdsToCheck: ['unknown'] })).status).toBe(400);
    });

    it('are connected again with another password', async () => {
      const path = `/v1/scheduling/calendars/${serviceId}/reconnect`;
      expect((await ann.call('POST', path, { ...account(), password: 'wrong' })).status).toBe(400);
      expect((await ann.call('POST', path, account())).status).toBe(200);
    });

    it('are nobody else’s', async () => {
      expect(await shown(bob)).toEqual([]);
      expect((await choose(bob, serviceId, { calendarIdsToCheck: [] })).status).toBe(404);
      expect((await bob.call('DELETE', `/admin/services/scheduling/${serviceId}/delete`)).status).toBe(404);
      expect(await shown(ann)).toHaveLength(1);
    });

    it('never answer the password, and leave none behind', async () => {
      expect(JSON.stringify(await shown(ann))).not.toContain(dav.password);
      await ann.call('DELETE', `/admin/services/scheduling/${serviceId}/delete`);
      const { rows } = await sql`select 1 from weft.secrets where owner like 'calendar %'`.execute(
        server.control,
      );
      expect(rows).toEqual([]);
    });
  });

  it('that were deleted stay visible, and close their host until they are switched off', async () => {
    const other = await startCalDavServer();
    const { serviceId } = await connect(ann, { ...account(), url: other.url });
    other.removeCalendar('work');
    await later(5 * minute);
    const [one] = await shown(ann);
    expect(one?.calendars.map(({ name, isDeleted }) => [name, isDeleted])).toContainEqual([
      'Work & Meetings',
      true,
    ]);
    expect((await busy())?.unreadableCalendars).toEqual(['127.0.0.1: Work & Meetings']);
    await choose(ann, serviceId, { calendarIdsToCheck: [] });
    expect((await busy())?.unreadableCalendars).toEqual([]);
    expect((await shown(ann))[0]?.calendars.map(({ name }) => name)).toEqual(['Holidays']);
    await ann.call('DELETE', `/admin/services/scheduling/${serviceId}/delete`);
    await other.close();
  });

  it('of a feed are read again only where it changed, and close their host when it is gone', async () => {
    const statuses: number[] = [];
    let feed: { readonly text: string; readonly etag: string } | null = {
      ...{ text: meeting('first', tomorrow), etag: '"1"' },
    };
    const feeds = createServer((request, response) => {
      const status = feed === null ? 404 : request.headers['if-none-match'] === feed.etag ? 304 : 200;
      statuses.push(status);
      response.writeHead(status, feed === null ? {} : { etag: feed.etag });
      response.end(status === 200 ? feed?.text : undefined);
    });
    await new Promise<void>((resolve) => feeds.listen(0, '127.0.0.1', resolve));
    const { port } = feeds.address() as AddressInfo;
    const url = `http://127.0.0.1:${port}/team.ics`;
    const { serviceId } = await connect(ann, { type: 'ics', url, name: 'Team' });
    expect((await busy())?.busy).toHaveLength(1);
    statuses.length = 0;
    await later(5 * minute);
    expect(statuses).toEqual([304]);
    feed = { text: meeting('first', tomorrow - 30 * minute), etag: '"2"' };
    await later(5 * minute);
    expect((await busy())?.busy).toMatchObject([{ when: { from: tomorrow - 30 * minute } }]);
    feed = null;
    await later(5 * minute);
    expect((await busy())?.unreadableCalendars).toEqual(['Team']);
    await ann.call('DELETE', `/admin/services/scheduling/${serviceId}/delete`);
    feeds.closeAllConnections();
    feeds.close();
  });

  it('of a feed that is connected again with another address are that one’s, whatever they call their state', async () => {
    const asked: string[] = [];
    let meanwhile: (() => Promise<void>) | null = null;
    const feeds = createServer((request, response) => {
      const { url = '', headers } = request;
      asked.push(url);
      const answer = () => {
        const isSame = headers['if-none-match'] === '"same"';
        response.writeHead(isSame ? 304 : 200, { etag: '"same"' });
        const at = url === '/old.ics' ? tomorrow : tomorrow - 30 * minute;
        response.end(isSame ? undefined : meeting('first', at));
      };
      const work = meanwhile;
      meanwhile = null;
      if (work === null) answer();
      else void work().then(answer);
    });
    await new Promise<void>((resolve) => feeds.listen(0, '127.0.0.1', resolve));
    const { port } = feeds.address() as AddressInfo;
    const feed = (name: string) => ({
      type: 'ics',
      url: `http://127.0.0.1:${port}/${name}.ics`,
      name: 'Team',
    });
    const { serviceId } = await connect(ann, feed('old'));
    const again = (name: string) =>
      ann.call('POST', `/v1/scheduling/calendars/${serviceId}/reconnect`, feed(name));
    const starts = async () => (await busy())?.busy.map(({ when }) => when.kind === 'timed' && when.from);
    expect(await starts()).toEqual([tomorrow]);
    expect((await again('new')).status).toBe(200);
    expect(await starts()).toEqual([tomorrow - 30 * minute]);
    // A reading of the new one is under way, and ends after the old one was connected again.
    await sql`update weft.calendars set version = null where service_id = ${serviceId}`.execute(
      server.control,
    );
    asked.length = 0;
    meanwhile = async () => {
      expect((await again('old')).status).toBe(200);
    };
    await later(5 * minute);
    expect(asked[0]).toBe('/new.ics');
    expect(await starts()).toEqual([tomorrow]);
    expect((await busy())?.unreadableCalendars).toEqual([]);
    await ann.call('DELETE', `/admin/services/scheduling/${serviceId}/delete`);
    feeds.closeAllConnections();
    feeds.close();
  });

  it('are read again at once where a server whose clock is ahead read them last', async () => {
    const other = await startCalDavServer();
    const { serviceId } = await connect(ann, { ...account(), url: other.url });
    await later(2 * 60 * minute);
    other.put('work', 'first.ics', meeting('first', tomorrow));
    // The server whose clock is right.
    time -= 2 * 60 * minute;
    expect((await busy())?.unreadableCalendars).toEqual(['127.0.0.1: Work & Meetings']);
    await read();
    expect(await busy()).toMatchObject({ busy: [{}], unreadableCalendars: [] });
    await ann.call('DELETE', `/admin/services/scheduling/${serviceId}/delete`);
    await other.close();
  });

  it.each([
    ['a wrong password', { password: 'wrong' }, 'password'],
    ['an address without calendars', { url: 'http://127.0.0.1:9/' }, 'url'],
  ])('are not connected with %s', async (_, wrong, path) => {
    const { status, error } = await connect(ann, { ...account(), ...wrong });
    expect([status, error]).toMatchObject([400, { details: [{ path }] }]);
    expect(await shown(ann)).toEqual([]);
  });
});
