import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { rpc, startTestServer, type TestPerson, type TestServer } from '../../testing.ts';
import { amara, bookAs, booked, pageAt, publishedEvent, twoHosts } from './testing.ts';

/** Monday to Friday, 09:00 to 17:00 in Paris; the clock stands on a Monday morning. */
const now = Date.parse('2026-11-23T07:00:00Z');

describe('a scheduling form', () => {
  let server: TestServer;
  let ann: TestPerson;
  let bob: TestPerson;
  beforeAll(async () => {
    server = await startTestServer({}, { now: () => now });
    ({ ann, bob } = await twoHosts(server));
  });
  afterAll(() => server.close());

  const publish = (props: Readonly<Record<string, unknown>> = {}) => publishedEvent(server, ann, props);
  const page = (path: string) => pageAt(server, path);
  const book = (flowId: string, at: number) => bookAs(server, amara, flowId, at);

  it('offers the times of its host in the zone of whoever looks', async () => {
    const flowId = await publish();
    const paris = await page(`/t/${flowId}?zone=Europe/Paris&day=2026-11-24`);
    expect(paris.status).toBe(200);
    expect(paris.text).toContain(`value="${Date.parse('2026-11-24T08:00:00Z')}"`);
    expect(paris.text).toContain('>9:00<');
    const tokyo = await page(`/t/${flowId}?zone=Asia/Tokyo&day=2026-11-24`);
    expect(tokyo.text).toContain('>17:00<');
    expect(tokyo.text).toContain('UTC+9');
    // What the address says wrongly is as if it were not there.
    expect((await page(`/t/${flowId}?zone=Mars/Olympus&day=2026-02-31&duration=7&month=x`)).status).toBe(200);
  });

  it('begins with the next time there is, also where that is weeks away', async () => {
    const flowId = await publish({ windowFrom: '2026-12-15', windowTo: '2026-12-16' });
    const first = await page(`/t/${flowId}?zone=Europe/Paris`);
    expect(first.text).toContain(`value="${Date.parse('2026-12-15T08:00:00Z')}"`);
    const earlier = await page(`/t/${flowId}?zone=Europe/Paris&day=2026-11-24`);
    expect(earlier.text).toContain('Tuesday 15 December 2026, 9:00');
    const later = await page(`/t/${flowId}?zone=Europe/Paris&day=2026-12-18`);
    expect(later.text).toContain('Tuesday 15 December 2026, 9:00');
  });

  it('offers the whole of a week that two months share, and leads to the weeks beside it', async () => {
    const flowId = await publish({ windowDays: 60 });
    const dayOf = (text: string, name: string) =>
      new RegExp(`<a[^>]*href="([^"]*)"[^>]*aria-label="${name}"`).exec(text)?.[1]?.replaceAll('&amp;', '&');
    const at = async (day: string) => (await page(`/t/${flowId}?zone=Europe/Paris&day=${day}`)).text;
    const monday = await at('2026-11-30');
    expect(dayOf(monday, 'Friday 4 December 2026')).toContain('month=2026-12&day=2026-12-04');
    expect(dayOf(monday, 'Week after')).toContain('day=2026-12-07');
    const friday = await at('2026-12-04');
    expect(dayOf(friday, 'Monday 30 November 2026')).toContain('month=2026-11&day=2026-11-30');
    expect(dayOf(friday, 'Week before')).toContain('month=2026-11&day=2026-11-28');
    // A week of one month offers none of another.
    expect(dayOf(await at('2026-12-10'), 'Monday 30 November 2026')).toBeUndefined();
  });

  it('says of a time that is not to be had whether it is over, another’s, or none', async () => {
    const flowId = await publish();
    const told = async (at: number) => {
      const { status, text } = await page(`/t/${flowId}?zone=Europe/Paris&duration=30&at=${at}`);
      return [status, /role="alert"[^>]*><p>([^<]*)/.exec(text)?.[1]];
    };
    const tuesday = Date.parse('2026-11-24T09:00:00Z');
    await booked(await book(flowId, tuesday));
    expect(await told(tuesday)).toEqual([409, 'This time was just taken. These are free:']);
    expect(await told(now - 3_600_000)).toEqual([409, 'This time is over. These are free:']);
    for (const at of [
      tuesday + 67 * 60_000,
      Date.parse('2026-11-24T20:00:00Z'),
      Date.parse('2099-11-24T09:00:00Z'),
      now + 90 * 60_000,
    ])
      expect(await told(at)).toEqual([409, 'This time is not offered. These are free:']);
    const hosts = [{ userId: ann.id }, { userId: bob.id }];
    const turns = await publish({ eventType: 'round_robin', hosts });
    const path = `/t/${turns}?zone=Europe/Paris&duration=30&at=${tuesday}`;
    expect((await page(path)).status).toBe(200);
    await booked(await book(turns, tuesday));
    expect((await page(path)).text).toContain('just taken');
  });

  it('tells of a team what one of them alone could be booked for', async () => {
    const hosts = [{ userId: ann.id }, { userId: bob.id }];
    const flowId = await publish({ eventType: 'round_robin', hosts });
    const at = Date.parse('2026-12-14T13:00:00Z');
    await booked(await book(flowId, at));
    const day = { flowId, date: '2026-12-14', timezone: 'Europe/Paris' };
    const isOffered = async (hostId?: string) => {
      const { times, hours, hosts: all } = await rpc(ann, 'scheduling.day', { ...day, hostId });
      expect(all.map(({ id }) => id)).toEqual([ann.id, bob.id]);
      return [times.find(({ from }) => from === at)?.isOffered, hours.length];
    };
    const ofEach = [await isOffered(ann.id), await isOffered(bob.id)];
    expect(ofEach.toSorted()).toEqual([
      [false, 1],
      [true, 1],
    ]);
    expect(await isOffered()).toEqual([true, 2]);
    await expect(rpc(ann, 'scheduling.day', { ...day, hostId: 'nobody' })).rejects.toMatchObject({
      kind: 'invalid',
    });
  });

  it('marks a booking, and the time of it that is taken, alike', async () => {
    const flowId = await publish();
    const at = Date.parse('2026-11-25T13:00:00Z');
    const path = await booked(await book(flowId, at));
    const mark = `${flowId} ${at}`;
    expect((await page(path)).text).toContain(`data-booked="${mark}"`);
    expect((await page(`/t/${flowId}?duration=30&at=${at}`)).text).toContain(`data-taken="${mark}"`);
  });

  it('is closed on the public holidays that its host keeps', async () => {
    const made = await ann.call('POST', '/admin/userAvailabilities/', {
      ...{ name: 'With holidays', timezone: 'Europe/Berlin', isDefault: false },
    });
    const { userAvailability } = (await made.json()) as { userAvailability: { id: string; config: object } };
    const { id, config } = userAvailability;
    const keep = (publicHolidays: object | null) =>
      ann.call('POST', '/admin/userAvailabilities/update', {
        ...{ userId: ann.id, availabilityId: id, isDefault: false, name: 'With holidays' },
        ...{ timezone: 'Europe/Berlin', config: { ...config, publicHolidays } },
      });
    expect((await keep({ country: 'XX', region: '', except: [] })).status).toBe(400);
    const flowId = await publish({ hosts: [{ userId: ann.id, availabilityId: id }] });
    const reasons = async (date: string) => {
      const { times } = await rpc(ann, 'scheduling.day', { flowId, date, timezone: 'Europe/Berlin' });
      return new Set(times.flatMap((time) => time.reasons.map(({ code }) => code)));
    };
    // Epiphany is a holiday in Bavaria, and not in all of Germany.
    await keep({ country: 'DE', region: 'BY', except: [] });
    expect(await reasons('2027-01-06')).toEqual(new Set(['holiday']));
    expect((await book(flowId, Date.parse('2027-01-06T09:00:00Z'))).status).toBe(409);
    await keep({ country: 'DE', region: 'BY', except: ['Epiphany'] });
    expect(await reasons('2027-01-06')).not.toContain('holiday');
    await keep({ country: 'DE', region: '', except: [] });
    expect(await reasons('2027-01-06')).not.toContain('holiday');
    await booked(await book(flowId, Date.parse('2027-01-06T09:00:00Z')));
  });

  it('tells of every time of a day why it is not offered, and by what', async () => {
    const flowId = await publish({ bufferAfterMins: 15, maxPerDay: 6 });
    const at = Date.parse('2026-12-10T09:00:00Z');
    await booked(await book(flowId, at));
    const asked = { flowId, date: '2026-12-10', timezone: 'Europe/Paris' };
    const { times, taken, used } = await rpc(ann, 'scheduling.day', asked);
    expect(used).toEqual({ day: 1, week: null });
    const timeAt = (hour: string) => times.find(({ from }) => from === Date.parse(`2026-12-10T${hour}:00Z`));
    const [own] = taken;
    expect(own).toMatchObject({ kind: 'confirmed', host: 'Ann Owner', from: at, title: 'Amara Lindqvist' });
    // What is booked before it ends a quarter of an hour earlier, and what is booked after it begins as much later.
    const [quarter, half] = [15 * 60_000, 30 * 60_000];
    expect(own?.around).toEqual({ from: at - quarter, to: at + half + quarter });
    expect(timeAt('08:00')).toMatchObject({ isOffered: true, reasons: [] });
    const host = { id: ann.id, name: 'Ann Owner' };
    expect(timeAt('09:00')?.reasons).toEqual([{ code: 'booked', host, by: own?.id }]);
    expect(timeAt('09:30')?.reasons).toEqual([{ code: 'buffer', host, by: own?.id }]);
    // For the booking itself its own time and buffer are free.
    const moved = await rpc(ann, 'scheduling.day', { ...asked, moving: own?.id ?? '' });
    const offered = moved.times.filter(({ isOffered }) => isOffered).map(({ from }) => from);
    expect(offered).toEqual(expect.arrayContaining([at, at + 30 * 60_000]));
    expect(moved.taken).toEqual([]);
    const { dates } = await rpc(ann, 'scheduling.openDays', { ...asked, month: '2026-12' });
    // A Thursday, its Friday, and no Saturday.
    expect(['10', '11', '12'].map((day) => dates.includes(`2026-12-${day}`))).toEqual([true, true, false]);
    // Times outside of the working hours are told too, with that as their reason.
    expect(timeAt('02:00')?.reasons).toEqual([{ code: 'outside_hours', host, by: null }]);
    expect(timeAt('20:30')?.reasons).toEqual([{ code: 'outside_hours', host, by: null }]);
    // Of another form, whoever may not see it reads that it is booked, and not by whom.
    const elsewhere = await publish({ hosts: [{ userId: bob.id }] });
    await booked(await book(elsewhere, at));
    const ofBob = await publish({ hosts: [{ userId: bob.id }], durations: [30] });
    const seen = await rpc(ann, 'scheduling.day', { ...asked, flowId: ofBob });
    expect(seen.taken).toMatchObject([{ kind: 'confirmed', host: 'Bob Builder', title: null }]);
  });
});
