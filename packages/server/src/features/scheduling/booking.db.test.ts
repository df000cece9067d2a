import { firstPageId, questionProps } from '@weft/forms';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { rpc, startTestServer, type TestPerson, type TestServer } from '../../testing.ts';
import { publishedEvent, sendForm } from './testing.ts';

/** Monday to Friday, 09:00 to 17:00 in Paris; the clock stands on a Monday morning. */
const now = Date.parse('2026-11-23T07:00:00Z');
const tuesday = Date.parse('2026-11-24T09:00:00Z');

type Props = Readonly<Record<string, unknown>>;

describe('a scheduling form', () => {
  let server: TestServer;
  let ann: TestPerson;
  let bob: TestPerson;
  beforeAll(async () => {
    server = await startTestServer({}, { now: () => now });
    ann = await server.signUp('Ann Owner');
    const made = await ann.call('POST', '/v1/invitations', { role: 'member' });
    const { code } = (await made.json()) as { code: string };
    bob = await server.signUp('Bob Builder', { invitationCode: code });
    for (const person of [ann, bob])
      await person.call('POST', '/admin/userAvailabilities/', {
        ...{ name: 'Work', timezone: 'Europe/Paris', isDefault: true },
      });
  });
  afterAll(() => server.close());

  const publish = (props: Props = {}) => publishedEvent(server, ann, props);
  const page = async (path: string) => {
    const answer = await fetch(new URL(path, server.url));
    return { status: answer.status, text: await answer.text() };
  };
  const post = (path: string, fields: Record<string, string>) => sendForm(server, path, fields);
  const person = {
    name: 'Amara Lindqvist',
    email: 'amara@example.org',
    zone: 'Europe/Stockholm',
    duration: '30',
  };
  const book = (flowId: string, at: number, more: Record<string, string> = {}) =>
    post(`/t/${flowId}`, { ...person, at: String(at), request: server.parts.newId('sub'), ...more });
  const booked = async (answer: Response): Promise<string> => {
    expect([answer.status, answer.status === 303 ? '' : await answer.text()]).toEqual([303, '']);
    return answer.headers.get('location') ?? '';
  };
  const mails = async () => {
    const { rows } = await sql<{
      told: string;
    }>`select target || ': ' || title as told from weft.deliveries`.execute(server.control);
    return rows.map(({ told }) => told);
  };

  const stored = async (flowId: string) => {
    const { rows } = await sql<{ minutes: number; seats: number; hosts: string[] }>`
      select ((ends_at - starts_at) / 60000)::int as minutes, seats, host_ids as hosts
      from weft.bookings where flow_id = ${flowId}`.execute(server.control);
    return rows;
  };

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

  it('is booked once at a time, however it is sent again, and tells everybody', async () => {
    const flowId = await publish({ guests: true });
    const request = server.parts.newId('sub');
    const address = await booked(await book(flowId, tuesday, { request, guests: 'cy@example.org' }));
    expect(await booked(await book(flowId, tuesday, { request }))).toBe(address);
    const shown = await page(address);
    expect(shown.text).toContain('You’re booked');
    expect(shown.text).toContain('10:00 to 10:30, Stockholm (UTC+1)');
    const told = await mails();
    for (const to of [
      'amara@example.org: You are booked',
      'cy@example.org: You are booked',
      `${ann.email}: New booking`,
    ])
      expect(told.filter((each) => each.startsWith(to))).toHaveLength(1);
    const late = await book(flowId, tuesday + 15 * 60_000, { name: 'Late' });
    expect(late.status).toBe(409);
    const text = await late.text();
    expect(text).toContain('just taken');
    expect(text.match(/<li><a href="[^"]*at=\d+/g)).toHaveLength(3);
    expect(text).toContain('value="Late"');
  });

  it('reminds before it begins, once for each time it was moved to', async () => {
    const flowId = await publish({ reminders: [1_440, 60] });
    const at = Date.parse('2026-12-08T09:00:00Z');
    const address = await booked(await book(flowId, at));
    const planned = async () => {
      const { rows } = await sql<{ sequence: number; minutes: number; due: number }>`
        select (payload->>'sequence')::int as sequence, (payload->>'minutes')::int as minutes,
          round(extract(epoch from run_at - created_at))::int8 as due
        from weft.jobs where queue = 'booking-reminder' and payload->>'bookingId' = ${
          address.split('/').at(-1)?.split('.')[0]
        } order by sequence, minutes`.execute(server.control);
      return rows.map(({ sequence, minutes, due }) => [sequence, minutes, Number(due)]);
    };
    const seconds = (at - now) / 1_000;
    expect(await planned()).toEqual([
      [0, 60, seconds - 3_600],
      [0, 1_440, seconds - 86_400],
    ]);
    await booked(await book(flowId, at + 3_600_000, { move: address.split('/').at(-1) ?? '' }));
    expect((await planned()).slice(2)).toEqual([
      [1, 60, seconds],
      [1, 1_440, seconds - 82_800],
    ]);
  });

  it('moves and cancels by the link alone, and keeps one calendar event', async () => {
    const flowId = await publish({ bufferAfterMins: 30 });
    const at = tuesday + 86_400_000;
    const address = await booked(await book(flowId, at));
    const code = address.split('/').at(-1) ?? '';
    const first = await page(`${address}/booking.ics`);
    const moving = await page(`/t/${flowId}?move=${code}&day=2026-11-25&zone=Europe/Paris`);
    expect(moving.text).toContain('You are moving your booking');
    // Its own time is free for itself.
    expect(moving.text).toContain(`value="${at}"`);
    await booked(await book(flowId, at + 30 * 60_000, { move: code }));
    const second = await page(`${address}/booking.ics`);
    const line = (text: string, name: string) => text.split('\r\n').find((each) => each.startsWith(name));
    expect(line(second.text, 'UID')).toBe(line(first.text, 'UID'));
    expect([line(first.text, 'SEQUENCE'), line(second.text, 'SEQUENCE')]).toEqual([
      'SEQUENCE:0',
      'SEQUENCE:1',
    ]);
    expect(line(second.text, 'DTSTART')).toBe('DTSTART:20261125T093000Z');
    // A link that is followed cancels nothing; the press does.
    expect((await page(`${address}/cancel`)).text).toContain('Cancel this booking?');
    expect((await page(address)).text).toContain('You’re booked');
    await booked(await post(`${address}/cancel`, { reason: 'Ill' }));
    expect((await page(address)).text).toContain('This booking was cancelled');
    await booked(await book(flowId, at + 30 * 60_000));
    expect((await page(`${address.replace(/.$/, '!')}`)).status).toBe(404);
  });

  it('refuses what was tampered with, and books nothing', async () => {
    const flowId = await publish();
    const wednesday = tuesday + 86_400_000;
    const statuses = [
      await book(flowId, wednesday + 7 * 60_000),
      await book(flowId, now),
      await book(flowId, Date.parse('2026-11-28T09:00:00Z')),
      await book(flowId, Date.parse('2099-11-24T09:00:00Z')),
      await book(flowId, wednesday, { name: ' ' }),
      await book(flowId, wednesday, { email: 'nobody' }),
      await book(flowId, wednesday, { request: 'mine' }),
      await book(flowId, wednesday, { fld000000000000000000000: 'x' }),
      await post(`/t/${flowId}`, person),
    ].map(({ status }) => status);
    expect(statuses).toEqual([409, 409, 409, 409, 400, 400, 400, 400, 400]);
    // Nobody gets another duration than the one they chose, which the page may have offered when they opened it.
    const longer = await book(flowId, wednesday + 4 * 3_600_000, { duration: '480' });
    expect([longer.status, await longer.text()]).toEqual([409, expect.stringContaining('These are free')]);
    expect(await stored(flowId)).toEqual([]);
    await booked(await book(flowId, wednesday + 4 * 3_600_000, { seats: '9' }));
    expect((await stored(flowId)).map(({ minutes, seats }) => [minutes, seats])).toEqual([[30, 1]]);
  });

  it('asks what the answers bring up before it is booked', async () => {
    const [firm, size] = [server.parts.newId('fld'), server.parts.newId('fld')];
    const block = (id: string, order: string, props: Props) =>
      ({
        ...{ kind: 'block', id, before: null },
        after: { parent: firstPageId, order, props: { ...questionProps('short_text'), ...props } },
      }) as never;
    const isFirm = { conjunction: 'and', items: [{ fieldId: firm, operator: 'is_not_empty' }] };
    const flowId = await publishedEvent(server, ann, {}, [
      block(firm, 'V', { label: 'Company' }),
      block(size, 'W', { label: 'How many are you?', shownWhen: isFirm }),
    ]);
    const at = tuesday + 5 * 3_600_000;
    const { text } = await page(`/t/${flowId}?zone=Europe/Paris&duration=30&at=${at}`);
    // A script follows the conditions; without one the server asks.
    expect(text).toContain('data-logic=');
    expect(text).toMatch(new RegExp(`data-question="${size}" hidden disabled`));
    const more = await book(flowId, at, { [firm]: 'Linen & Co' });
    expect(more.status).toBe(400);
    const brought = await more.text();
    expect(brought).toContain('Your answers bring up more to fill in');
    expect(brought).toMatch(new RegExp(`data-question="${size}"><`));
    expect(await stored(flowId)).toEqual([]);
    const seen = { [firm]: 'Linen & Co', asked: size, [size]: '12' };
    const shown = await page(await booked(await book(flowId, at, seen)));
    expect(shown.text).toContain('How many are you?');
    // Nobody is held up by what was not brought up.
    await booked(await book(flowId, at + 3_600_000));
  });

  it('of a round robin takes turns by weights, and of a collective needs everybody', async () => {
    const hosts = [{ userId: ann.id, weight: 2 }, { userId: bob.id }];
    const flowId = await publish({ eventType: 'round_robin', assignBy: 'weights', hosts, noticeMins: 0 });
    const day = Date.parse('2026-12-01T08:00:00Z');
    for (let i = 0; i < 9; i++) await booked(await book(flowId, day + i * 30 * 60_000));
    const rows = await stored(flowId);
    const ofAnn = rows.filter(({ hosts: ids }) => ids.includes(ann.id));
    expect([ofAnn.length, rows.length]).toEqual([6, 9]);
    const both = await publish({ eventType: 'collective', hosts });
    expect((await book(both, day)).status).toBe(409);
    await booked(await book(both, day + 5 * 3_600_000));
  });

  it('that waits for a host waits again when whoever booked moves it, and not when a host does', async () => {
    const flowId = await publish({ approval: true });
    const at = Date.parse('2026-12-07T09:00:00Z');
    const code = (await booked(await book(flowId, at))).split('/').at(-1) ?? '';
    const bookings = async () =>
      (await rpc(ann, 'scheduling.bookings', { flowId, from: 0, to: at * 2, limit: 10 })).bookings;
    const [{ id: bookingId } = { id: '' }] = await bookings();
    await rpc(ann, 'scheduling.approve', { flowId, bookingId });
    await rpc(ann, 'scheduling.move', { flowId, bookingId, at: at + 3_600_000 });
    expect(await bookings()).toMatchObject([{ state: 'confirmed', from: at + 3_600_000 }]);
    await booked(await book(flowId, at + 7_200_000, { move: code }));
    expect(await bookings()).toMatchObject([{ state: 'pending', from: at + 7_200_000 }]);
    const waits = (told: string) => told.includes('waits for');
    expect((await mails()).filter(waits)).toHaveLength(4);
    // The list a host still looks at tells the time before.
    await expect(
      rpc(ann, 'scheduling.approve', { flowId, bookingId, from: at + 3_600_000 }),
    ).rejects.toMatchObject({ kind: 'conflict' });
    expect(await bookings()).toMatchObject([{ state: 'pending', from: at + 7_200_000 }]);
    await rpc(ann, 'scheduling.approve', { flowId, bookingId, from: at + 7_200_000 });
    expect(await bookings()).toMatchObject([{ state: 'confirmed' }]);
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

  it('is told in the words that its makers chose', async () => {
    const email = 'words@example.org';
    const flowId = await publish({
      approval: true,
      declinedMail: { subject: 'Not {{Date}}', text: 'Dear {{Name}}' },
    });
    await booked(
      await book(flowId, Date.parse('2026-12-10T13:00:00Z'), { email, name: 'Amara https://x.example' }),
    );
    const list = { flowId, from: 0, to: 2e12, limit: 10 };
    const [booking] = (await rpc(ann, 'scheduling.bookings', list)).bookings;
    await rpc(ann, 'scheduling.cancel', { flowId, bookingId: booking?.id ?? '', reason: 'Full' });
    const told = (await mails()).filter((mail) => mail.startsWith(email));
    expect(told.toSorted()).toEqual([
      `${email}: Not Thursday 10 December 2026`,
      `${email}: Your booking waits for approval: Studio visit`,
    ]);
  });

  it('given to another host tells the one before', async () => {
    const hosts = [{ userId: ann.id }, { userId: bob.id }];
    const flowId = await publish({ eventType: 'round_robin', hosts });
    const at = Date.parse('2026-12-09T13:00:00Z');
    await booked(await book(flowId, at));
    const list = { flowId, from: 0, to: at * 2, limit: 10 };
    const [booking] = (await rpc(ann, 'scheduling.bookings', list)).bookings;
    const [before, after] = booking?.hosts[0]?.id === ann.id ? [ann, bob] : [bob, ann];
    await rpc(ann, 'scheduling.reassign', { flowId, bookingId: booking?.id ?? '', hostId: after.id });
    const told = (await mails()).filter((mail) => mail.includes('given to another host'));
    expect(told).toEqual([`${before.email}: Booking given to another host: Studio visit`]);
  });

  it('of a group sells its seats together, and closes when they are gone', async () => {
    const flowId = await publish({ eventType: 'group', maxSeats: 3 });
    const at = Date.parse('2026-12-02T09:00:00Z');
    await booked(await book(flowId, at, { seats: '2' }));
    expect((await book(flowId, at, { seats: '2' })).status).toBe(409);
    await booked(await book(flowId, at));
    expect((await book(flowId, at)).status).toBe(409);
  });

  it('is listed with its host, what kind it is and how often it is booked', async () => {
    const listed = async (flowId: string) => {
      const answer = await ann.call('GET', '/admin/flows?kind=scheduling');
      const { flows } = (await answer.json()) as { flows: readonly Props[] };
      return flows.find(({ publicIdentifier }) => publicIdentifier === flowId);
    };
    const flowId = await publish({ eventType: 'group', maxSeats: 12, durations: [45] });
    await booked(await book(flowId, Date.parse('2026-12-08T08:00:00Z'), { duration: '45' }));
    expect(await listed(flowId)).toMatchObject({
      submissions: 1,
      scheduling: {
        ...{ eventType: 'group', durationMins: 45, maxSeats: 12, roundRobinUserIds: [], hasCalendar: false },
        ...{ userId: ann.id, firstName: 'Ann', lastName: 'Owner', profilePictureUrl: null },
      },
    });
    const strangers = await publish({ hosts: [{ userId: 'left0000000000000000' }] });
    expect(await listed(strangers)).toMatchObject({ submissions: 0, scheduling: { userId: null } });
    const hosts = [{ userId: ann.id }, { userId: bob.id }];
    const turns = await publish({ eventType: 'round_robin', hosts });
    expect(await listed(turns)).toMatchObject({
      scheduling: { eventType: 'round_robin', roundRobinUserIds: [ann.id, bob.id] },
    });
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
    // Nights and evenings are there, too: any time can be asked about.
    expect(timeAt('02:00')?.reasons).toEqual([{ code: 'outside_hours', host, by: null }]);
    expect(timeAt('20:30')?.reasons).toEqual([{ code: 'outside_hours', host, by: null }]);
    // Of another form, whoever may not see it reads that it is booked, and not by whom.
    const elsewhere = await publish({ hosts: [{ userId: bob.id }] });
    await booked(await book(elsewhere, at));
    const ofBob = await publish({ hosts: [{ userId: bob.id }], durations: [30] });
    const seen = await rpc(ann, 'scheduling.day', { ...asked, flowId: ofBob });
    expect(seen.taken).toMatchObject([{ kind: 'confirmed', host: 'Bob Builder', title: null }]);
  });

  it('shows above its title its hosts, a picture and title of its own, or nothing', async () => {
    const shown = async (props: Props) => (await page(`/t/${await publish(props)}`)).text;
    expect(await shown({})).toContain(
      '<p class="hosts"><span class="faces"><span class="face" aria-hidden="true">AO</span>',
    );
    const own = { avatarType: 'custom', customAvatarTitle: 'Linen Studio' };
    expect(await shown(own)).toContain(
      'aria-hidden="true">LS</span></span><span class="names">Linen Studio</span>',
    );
    expect(await shown({ avatarType: 'none' })).not.toContain('class="hosts"');
  });
});
