import { type CalDavServer, startCalDavServer } from '@weft/testkit';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { rpc, startTestServer, type TestPerson, type TestServer } from '../../../testing.ts';
import { publishedEvent } from '../testing.ts';

const minute = 60_000;
/** A Monday morning; bookings are of the next day. */
let now = Date.parse('2026-11-23T07:00:00Z');
const tuesday = Date.parse('2026-11-24T09:00:00Z');

describe('bookings in the calendar of their host', () => {
  let server: TestServer;
  let dav: CalDavServer;
  let ann: TestPerson;
  let flowId = '';
  beforeAll(async () => {
    dav = await startCalDavServer();
    server = await startTestServer({ ALLOW_PRIVATE_HOSTS: '127.0.0.1' }, { now: () => now });
    ann = await server.signUp('Ann Owner');
    await ann.call('POST', '/admin/userAvailabilities/', {
      name: 'Work',
      timezone: 'Europe/Paris',
      isDefault: true,
    });
    const { url, username, password } = dav;
    await ann.call('POST', '/v1/scheduling/calendars', { type: 'caldav', url, username, password });
    ({ flowId } = await rpc(ann, 'forms.create', { name: 'Studio visit', kind: 'scheduling' }));
    const { version } = await rpc(ann, 'forms.get', { flowId });
    await rpc(ann, 'forms.publish', { flowId, version });
  });
  afterAll(async () => {
    await server.close();
    await dav.close();
  });

  const post = (path: string, fields: Record<string, string>) =>
    fetch(new URL(path, server.url), {
      method: 'POST',
      redirect: 'manual',
      body: new URLSearchParams(fields),
    });
  const book = (at: number, more: Record<string, string> = {}, page = flowId) =>
    post(`/t/${page}`, {
      ...{ name: 'Amara Lindqvist', email: 'amara@example.org', zone: 'Europe/Stockholm', duration: '30' },
      ...{ at: String(at), request: server.parts.newId('sub'), ...more },
    });
  /** Jobs take a moment on a busy machine. */
  const soon = (check: () => void) => vi.waitFor(check, { timeout: 10_000 });
  /** What the calendar holds of bookings. */
  const events = () => [...dav.files('work').values()].filter((file) => file.includes('@weft'));
  const line = (name: string) =>
    events().flatMap((file) => file.split('\r\n').filter((one) => one.startsWith(name)));
  const puts = () => dav.asked.filter((asked) => asked.startsWith('PUT')).length;

  it('are written once, moved and removed with the booking', async () => {
    const answer = await book(tuesday);
    const address = answer.headers.get('location') ?? '';
    await soon(() => expect(line('DTSTART')).toEqual(['DTSTART:20261124T090000Z']));
    expect(events().join('')).toContain('amara@example.org');
    expect([...line('ATTENDEE'), ...line('ORGANIZER')]).toEqual([]);
    const code = address.split('/').at(-1) ?? '';
    await book(tuesday + 3_600_000, { move: code });
    await soon(() => expect(line('DTSTART')).toEqual(['DTSTART:20261124T100000Z']));
    await post(`${address}/cancel`, { reason: 'Ill' });
    await soon(() => expect(events()).toEqual([]));
  });

  it('are one event although a server died before it noted that it was written', async () => {
    const before = puts();
    await book(tuesday + 86_400_000);
    await soon(() => expect(events()).toHaveLength(1));
    const { rows } = await sql<{
      id: string;
    }>`select id from weft.bookings where state = 'confirmed'`.execute(server.control);
    // The job runs at least once: here it is found again by whoever comes after.
    await sql`insert into weft.jobs (id, queue, key, payload) values (${server.parts.newId('job')}, 'calendar-write', null,
      ${JSON.stringify({ bookingId: rows[0]?.id, userId: ann.id })}::jsonb)`.execute(server.control);
    await book(tuesday + 2 * 86_400_000);
    await soon(() => expect(puts() - before).toBe(3));
    expect(events()).toHaveLength(2);
  });

  it('leave their time to other pages as soon as they are moved or cancelled', async () => {
    const other = await publishedEvent(server, ann);
    const [at, hour] = [tuesday + 3 * 86_400_000, 3_600_000];
    const isFree = async (time: number) => {
      const day = new URL(`/t/${other}?zone=Europe/Paris&day=2026-11-27`, server.url);
      return (await (await fetch(day)).text()).includes(`value="${time}"`);
    };
    const read = async () => {
      now += 5 * minute;
      await server.parts.calendars.readDue(new AbortController().signal);
    };
    const address = (await book(at)).headers.get('location') ?? '';
    await soon(() => expect(line('DTSTART')).toContain('DTSTART:20261127T090000Z'));
    await read();
    expect(await isFree(at)).toBe(false);
    await book(at + hour, { move: address.split('/').at(-1) ?? '' });
    expect([await isFree(at), await isFree(at + hour)]).toEqual([true, false]);
    await soon(() => expect(line('DTSTART')).toContain('DTSTART:20261127T100000Z'));
    await read();
    // The calendar holds the event while it is removed from there.
    await post(`${address}/cancel`, { reason: 'Ill' });
    expect(await isFree(at + hour)).toBe(true);
    expect((await book(at + hour, {}, other)).status).toBe(303);
  });

  it('do not take the time of their own booking, and that of others does', async () => {
    const day = new URL(`/t/${flowId}?zone=Europe/Paris&day=2026-11-24`, server.url);
    const at = tuesday + 3 * 3_600_000;
    expect(await (await fetch(day)).text()).toContain(`value="${at}"`);
    const other = [
      ...['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//Test//EN', 'BEGIN:VEVENT', 'UID:other'],
      ...[
        'DTSTAMP:20261101T000000Z',
        'DTSTART:20261124T120000Z',
        'DURATION:PT30M',
        'END:VEVENT',
        'END:VCALENDAR',
        '',
      ],
    ].join('\r\n');
    dav.put('work', 'other.ics', other);
    // The page does not know it yet; the confirmation asks the calendar itself.
    expect(await (await fetch(day)).text()).toContain(`value="${at}"`);
    expect((await book(at)).status).toBe(409);
    dav.fail('broken');
    expect((await book(at + 3_600_000)).status).toBe(409);
    expect(await (await fetch(day)).text()).not.toContain(`value="${at + 3_600_000}"`);
    dav.fail(null);
  });
});
