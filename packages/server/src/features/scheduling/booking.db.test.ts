import { firstPageId, questionProps } from '@weft/forms';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { rpc, startTestServer, type TestPerson, type TestServer } from '../../testing.ts';
import { amara, bookAs, booked, pageAt, publishedEvent, sendForm, twoHosts } from './testing.ts';

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
    ({ ann, bob } = await twoHosts(server));
  });
  afterAll(() => server.close());

  const publish = (props: Props = {}) => publishedEvent(server, ann, props);
  const page = (path: string) => pageAt(server, path);
  const post = (path: string, fields: Record<string, string>) => sendForm(server, path, fields);
  const book = (flowId: string, at: number, more: Record<string, string> = {}) =>
    bookAs(server, amara, flowId, at, more);
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
    expect(await (await book(flowId, tuesday + 15 * 60_000)).text()).toContain('not offered');
    const late = await book(flowId, tuesday, { name: 'Late' });
    expect(late.status).toBe(409);
    const text = await late.text();
    expect(text).toContain('just taken');
    expect(text.match(/<li><a href="[^"]*at=\d+/g)).toHaveLength(3);
    expect(text).toContain('value="Late"');
  });

  it('is booked by whoever sends it again, where its server was killed in the middle', async () => {
    const flowId = await publish();
    const request = server.parts.newId('sub');
    const at = tuesday + 16 * 86_400_000 + 5 * 3_600_000;
    await booked(await book(flowId, at, { request }));
    await sql`update weft.bookings set state = 'held', expires_at = ${now + 40_000}
      where flow_id = ${flowId}`.execute(server.control);
    expect((await page(await booked(await book(flowId, at, { request })))).text).toContain('You’re booked');
    const { rows } = await sql`select state, expires_at from weft.bookings where flow_id = ${flowId}`.execute(
      server.control,
    );
    expect(rows).toEqual([{ state: 'confirmed', expires_at: null }]);
  });

  it('is booked by whoever sends it again after its hold is over', async () => {
    const flowId = await publish();
    const request = server.parts.newId('sub');
    const at = tuesday + 17 * 86_400_000 + 5 * 3_600_000;
    await booked(await book(flowId, at, { request }));
    await sql`update weft.bookings set state = 'held', expires_at = ${now}
      where flow_id = ${flowId}`.execute(server.control);
    await booked(await book(flowId, at, { request }));
    expect(await stored(flowId)).toHaveLength(1);
  });

  it('is one booking for all who send it at once, also where the time is taken by it meanwhile', async () => {
    // Each sees the time free or taken, as the others have come so far.
    for (let round = 0; round < 4; round++) {
      const flowId = await publish({ maxPerDay: 1 });
      const request = server.parts.newId('sub');
      const at = tuesday + (21 + round) * 86_400_000 + 6 * 3_600_000;
      const sent = Array.from({ length: 12 }, async (_, late) => {
        for (let turn = 0; turn < late * 3; turn++) await new Promise(setImmediate);
        return booked(await book(flowId, at, { request }));
      });
      expect(new Set(await Promise.all(sent)).size).toBe(1);
    }
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
      await post(`/t/${flowId}`, amara),
    ].map(({ status }) => status);
    expect(statuses).toEqual([409, 409, 409, 409, 400, 400, 400, 400, 400]);
    // Nobody gets another duration than the one they chose, which the page may have offered when they opened it.
    const longer = await book(flowId, wednesday + 4 * 3_600_000, { duration: '480' });
    expect([longer.status, await longer.text()]).toEqual([409, expect.stringContaining('These are free')]);
    expect((await book(flowId, wednesday, { seats: '9' })).status).toBe(400);
    expect(await stored(flowId)).toEqual([]);
    await booked(await book(flowId, wednesday + 4 * 3_600_000, { seats: '1' }));
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

  it('counts the bookings that nobody has looked at', async () => {
    const flowId = await publish({ noticeMins: 0 });
    const at = Date.parse('2026-12-11T09:00:00Z');
    const unread = async () => (await rpc(ann, 'forms.sessionCounts', { flowId })).unreadCount;
    const first = await booked(await book(flowId, at));
    await booked(await book(flowId, at + 3_600_000));
    expect(await unread()).toBe(2);
    await post(`${first}/cancel`, { reason: '' });
    expect(await unread()).toBe(1);
    await rpc(ann, 'forms.markRead', { flowId, until: new Date(Date.now() + 60_000).toISOString() });
    expect(await unread()).toBe(0);
    await booked(await book(flowId, at + 7_200_000));
    expect(await unread()).toBe(1);
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
    const { flowId: strangers } = await rpc(ann, 'forms.create', { name: 'Visit', kind: 'scheduling' });
    await sql`update weft.documents set content = jsonb_set(content, '{props,hosts,0,userId}', '"left"')
      where flow_id = ${strangers}`.execute(server.control);
    expect(await listed(strangers)).toMatchObject({ submissions: 0, scheduling: { userId: null } });
    const hosts = [{ userId: ann.id }, { userId: bob.id }];
    const turns = await publish({ eventType: 'round_robin', hosts });
    expect(await listed(turns)).toMatchObject({
      scheduling: { eventType: 'round_robin', roundRobinUserIds: [ann.id, bob.id] },
    });
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
