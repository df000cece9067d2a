import {
  type CalDavServer,
  hasRadicale,
  type Radicale,
  startCalDavServer,
  startRadicale,
} from '@weft/testkit';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { OutgoingHttp } from '../safe-fetch/outgoing-http.ts';
import { CalDav } from './caldav.ts';
import { readIcs } from './read-ics.ts';

const from = Date.parse('2026-11-01T00:00Z');
const to = Date.parse('2026-12-01T00:00Z');
const booking = (start: string) =>
  [
    ...['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//Weft//EN', 'BEGIN:VEVENT', 'UID:booking-1@weft'],
    ...['DTSTAMP:20261101T000000Z', `DTSTART:${start}`, 'DURATION:PT1H', 'SUMMARY:Call', 'END:VEVENT'],
    ...['END:VCALENDAR', ''],
  ].join('\r\n');

describe('calendars on a CalDAV server', () => {
  const http = new OutgoingHttp({ allowPrivateHosts: ['127.0.0.1'] });
  let server: CalDavServer;
  const account = (more: object = {}) =>
    new CalDav(http, { url: server.url, username: server.username, password: server.password, ...more });
  beforeAll(async () => {
    server = await startCalDavServer();
  });
  afterEach(() => server.fail(null));
  afterAll(async () => {
    await server.close();
    await http[Symbol.asyncDispose]();
  });

  it('are found from the address of the server and of the account', async () => {
    for (const path of ['/', '/dav/', '/dav/people/ann/']) {
      const found = await account({ url: new URL(path, server.url).href }).calendars();
      expect(found.map(({ name, canWriteTo, color, zone }) => [name, canWriteTo, color, zone])).toEqual([
        ['Work & Meetings', true, '#c2410c', 'Europe/Paris'],
        ['Holidays', false, '#c2410c', 'Europe/Paris'],
      ]);
    }
  });

  it('take an event once, however often it is written, and lose it once', async () => {
    const dav = account();
    const [work] = await dav.calendars();
    const id = work?.id ?? '';
    await dav.write(id, 'booking-1', booking('20261110T090000Z'));
    await dav.write(id, 'booking-1', booking('20261111T090000Z'));
    const events = await readIcs(await dav.files(id, from, to), { from, to, zone: 'UTC', owners: [] });
    expect(events.map(({ uid, when }) => [uid, when.kind === 'timed' && when.from])).toEqual([
      ['booking-1@weft', Date.parse('2026-11-11T09:00Z')],
    ]);
    const version = (await dav.calendars())[0]?.version;
    expect(version).not.toBe(work?.version);
    await dav.remove(id, 'booking-1');
    await dav.remove(id, 'booking-1');
    expect(server.files('work').size).toBe(0);
  });

  it('give name and password to no other site', async () => {
    const dav = account();
    await expect(dav.files('http://elsewhere.example/calendar/', from, to)).rejects.toMatchObject({
      reason: 'unreadable',
    });
  });

  it.each([
    ['unauthorized', 'access'],
    ['too-many', 'busy'],
    ['broken', 'unreachable'],
    ['malformed', 'unreadable'],
  ] as const)('cannot be read where the server is %s: %s', async (fault, reason) => {
    server.fail(fault);
    await expect(account().calendars()).rejects.toMatchObject({ reason });
  });

  it('cannot be read where the server hangs', async () => {
    server.fail('hangs');
    const ending = new AbortController();
    const reading = account().calendars(ending.signal);
    ending.abort();
    await expect(reading).rejects.toMatchObject({ reason: 'unreachable' });
  });

  it('are refused with a wrong password, and are none at another address', async () => {
    await expect(account({ password: 'wrong' }).calendars()).rejects.toMatchObject({ reason: 'access' });
    const url = new URL('/nothing/', server.url).href;
    expect(await account({ url }).calendars()).toHaveLength(2);
  });
});

/** A real server, where Debian's package is installed. */
describe.skipIf(!hasRadicale())('calendars on Radicale', () => {
  const http = new OutgoingHttp({ allowPrivateHosts: ['127.0.0.1'] });
  let radicale: Radicale;
  beforeAll(async () => {
    radicale = await startRadicale(['ann']);
  });
  afterAll(async () => {
    radicale.close();
    await http[Symbol.asyncDispose]();
  });

  it('are found, written, read and removed from', async () => {
    const dav = new CalDav(http, { url: radicale.url, username: 'ann', password: 'secret' });
    const [work] = await dav.calendars();
    const id = work?.id ?? '';
    expect(work).toMatchObject({ canWriteTo: true });
    await dav.write(id, 'booking-1', booking('20261110T090000Z'));
    await dav.write(id, 'booking-1', booking('20261111T090000Z'));
    const events = await readIcs(await dav.files(id, from, to), { from, to, zone: 'UTC', owners: [] });
    expect(events.map(({ uid, when }) => [uid, when.kind === 'timed' && when.from])).toEqual([
      ['booking-1@weft', Date.parse('2026-11-11T09:00Z')],
    ]);
    expect((await dav.calendars())[0]?.version).not.toBe(work?.version);
    await dav.remove(id, 'booking-1');
    expect(await dav.files(id, from, to)).toEqual([]);
  });
});
