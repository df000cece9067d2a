import { must } from '@weft/std';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { startTestMailServer, type TestMailServer, textOf } from '../../mail/testing.ts';
import { rpc, startTestServer, type TestPerson, type TestServer } from '../../testing.ts';
import { BookingKeys } from './booking-keys.ts';
import { bookAs, pageAt, publishedEvent, sendForm } from './testing.ts';

const secret = 'a secret that is long enough for a test';
const keys = new BookingKeys(secret);
const monday = Date.parse('2026-11-23T07:00:00Z');
const tuesday = Date.parse('2026-11-24T09:00:00Z');
const half = 30 * 60_000;

describe('a page that is booked', () => {
  let server: TestServer;
  let ann: TestPerson;
  let mail: TestMailServer;
  let time = monday;
  beforeAll(async () => {
    mail = await startTestMailServer();
    const env = { SECRET: secret, SMTP_URL: `smtp://127.0.0.1:${mail.port}?from=weft@team.example` };
    server = await startTestServer(env, { now: () => time });
    ann = await server.signUp('Ann Owner');
    const work = { name: 'Work', timezone: 'Europe/Paris', isDefault: true };
    await ann.call('POST', '/admin/userAvailabilities/', work);
  });
  afterAll(async () => {
    await server.close();
    await mail.close();
  });

  const set = (flowId: string, settings: object) => rpc(ann, 'forms.updateSettings', { flowId, settings });
  const amara = { zone: 'Europe/Paris', duration: '30', name: 'Amara', email: 'amara@example.org' };
  const book = (flowId: string, at: number, more: Record<string, string> = {}) =>
    bookAs(server, amara, flowId, at, more);
  const page = (path: string) => pageAt(server, path);
  /** The path of the link in the last mail of its kind. */
  const confirmation = (email: string) =>
    vi.waitFor(() => {
      const theirs = mail.received.filter(({ to }) => to[0] === email).map(({ source }) => textOf(source));
      const link = theirs.map((text) => /\/t\/\S+\/wait\/\S+/.exec(text)?.[0]).findLast((each) => each);
      return must(link);
    }, 20_000);
  const bookings = async (flowId: string) =>
    (await rpc(ann, 'scheduling.bookings', { flowId, from: 0, to: 2e12 })).bookings.map(
      ({ state, from }) => `${state} ${(from - tuesday) / half}`,
    );

  const day = 48 * half;
  it.each([
    [0, 'closed', { disabledForm: true }, 'It takes no bookings now.'],
    [1, 'before it opens', { openDate: '2026-11-23T07:00:01.000Z' }, 'It has not opened yet.'],
    [2, 'once it is over', { expirationDate: '2026-11-23T07:00:00.000Z' }, 'The time to book it is over.'],
    [3, 'closed in words of its own', { disabledForm: true, closedMessage: 'Back in May' }, 'Back in May'],
  ])(
    '%i: %s, takes no bookings, and those that were made are moved and cancelled',
    async (n, _, settings, why) => {
      const flowId = await publishedEvent(server, ann);
      const at = tuesday + n * day;
      const address = (await book(flowId, at)).headers.get('location') ?? '';
      const move = address.split('/').at(-1) ?? '';
      await set(flowId, settings);
      const shown = await page(`/t/${flowId}`);
      expect([shown.status, shown.text.includes('This page is closed')]).toEqual([403, true]);
      expect(shown.text).toContain(why);
      const refused = await book(flowId, at + half);
      expect([refused.status, await refused.text()]).toEqual([403, expect.stringContaining(why)]);
      // A link that was made up opens nothing.
      expect((await page(`/t/${flowId}?move=${move}x`)).status).toBe(403);
      expect((await book(flowId, at + half, { move: `${move}x` })).status).toBe(403);

      const times = await page(`/t/${flowId}?move=${move}&day=2026-11-${24 + n}&zone=Europe/Paris`);
      expect([times.status, times.text.includes('You are moving your booking')]).toEqual([200, true]);
      expect((await book(flowId, at + 2 * half, { move })).headers.get('location')).toBe(address);
      expect(await bookings(flowId)).toEqual([`confirmed ${48 * n + 2}`]);
      await sendForm(server, `${address}/cancel`, { reason: '' });
      expect(await bookings(flowId)).toEqual([`cancelled ${48 * n + 2}`]);
      // What is cancelled lets nobody in any more.
      expect((await page(`/t/${flowId}?move=${move}`)).status).toBe(403);
      expect((await book(flowId, at + 3 * half, { move })).status).toBe(403);
      await set(flowId, { disabledForm: false, openDate: null, expirationDate: null });
      expect((await book(flowId, at)).status).toBe(303);
    },
  );

  it('and is closed answers what is sent once more with the booking that was made', async () => {
    const flowId = await publishedEvent(server, ann);
    const request = server.parts.newId('sub');
    const first = await book(flowId, tuesday + 2 * day + 8 * half, { request });
    await set(flowId, { disabledForm: true });
    const again = await book(flowId, tuesday + 2 * day + 8 * half, { request });
    expect([again.status, again.headers.get('location')]).toEqual([303, first.headers.get('location')]);
    expect((await book(flowId, tuesday + 2 * day + 8 * half + half)).status).toBe(403);
    expect(await bookings(flowId)).toHaveLength(1);
  });

  it('and is closed answers what is sent once more while it waits for approval', async () => {
    const flowId = await publishedEvent(server, ann, { approval: true });
    const request = server.parts.newId('sub');
    const at = tuesday + 3 * day + 8 * half;
    const first = await book(flowId, at, { request });
    await set(flowId, { disabledForm: true });
    const again = await book(flowId, at, { request });
    expect([again.status, again.headers.get('location')]).toEqual([303, first.headers.get('location')]);
  });

  it('and is closed or locked opens to nobody by what they sent before', async () => {
    const flowId = await publishedEvent(server, ann, { eventType: 'group', maxSeats: 1, waitingList: true });
    const request = server.parts.newId('sub');
    const at = tuesday + 2 * day + 4 * half;
    const booked = (await book(flowId, at, { request })).headers.get('location');
    expect(booked).toContain('/bookings/');
    const wait = { ...amara, request, wait: String(at), day: '2026-11-26', email: 'other@example.org' };
    const opened = async () => [
      (await page(`/t/${flowId}?request=${request}`)).status,
      (await page(`/t/${flowId}?request=${request}&at=${at + half}`)).status,
      (await sendForm(server, `/t/${flowId}`, wait)).headers.get('location'),
    ];
    await rpc(ann, 'forms.setPassword', { flowId, password: 'linen' });
    expect(await opened()).toEqual([401, 401, booked]);
    await set(flowId, { disabledForm: true });
    expect(await opened()).toEqual([403, 403, booked]);
    expect((await rpc(ann, 'scheduling.waiting', { flowId })).waiting).toEqual([]);
    expect(mail.received.filter(({ to }) => to[0] === wait.email)).toEqual([]);
  });

  it('and is taken back leads nobody to times that it does not show, and lets them cancel', async () => {
    const flowId = await publishedEvent(server, ann);
    const address = (await book(flowId, tuesday + 6 * day)).headers.get('location') ?? '';
    expect((await page(address)).text).toContain('Reschedule');
    await rpc(ann, 'forms.unpublish', { flowId });
    const shown = (await page(address)).text;
    expect(shown).toContain('Cancel booking');
    expect(shown).not.toContain('Reschedule');
    expect(shown).toContain('cannot be moved');
    await sendForm(server, `${address}/cancel`, { reason: '' });
    expect((await page(address)).text).not.toContain('Book another time');
  });

  it('and is shown by another site shows what was booked there too, and to no other', async () => {
    const flowId = await publishedEvent(server, ann);
    const booked = (await book(flowId, tuesday + 8 * day)).headers.get('location') ?? '';
    const shownBy = async (path: string) => {
      const { headers } = await fetch(new URL(path, server.url));
      const [, sites] = /frame-ancestors ([^;]*)/.exec(headers.get('content-security-policy') ?? '') ?? [];
      return [sites, headers.get('x-frame-options')];
    };
    await set(flowId, { embedSites: ['https://linen.example'] });
    for (const path of [`/t/${flowId}`, booked, `${booked}/cancel`])
      expect(await shownBy(path)).toEqual(["'self' https://linen.example", null]);
    expect(await shownBy(`/t/${flowId}/bookings/made.up`)).toEqual(["'none'", 'DENY']);
  });

  it('and has a password asks nobody for it who comes by the link of a booking', async () => {
    const flowId = await publishedEvent(server, ann);
    const move = (await book(flowId, tuesday + 8 * half)).headers.get('location')?.split('/').at(-1) ?? '';
    await rpc(ann, 'forms.setPassword', { flowId, password: 'linen' });
    expect((await page(`/t/${flowId}`)).status).toBe(401);
    expect((await book(flowId, tuesday + 9 * half)).status).toBe(403);
    expect((await page(`/t/${flowId}?move=${move}`)).status).toBe(200);
    expect((await book(flowId, tuesday + 9 * half, { move })).status).toBe(303);
    expect(await bookings(flowId)).toEqual(['confirmed 9']);
  });

  it('and is closed while somebody books keeps nothing of it', async () => {
    const flowId = await publishedEvent(server, ann);
    await rpc(ann, 'scheduling.day', { flowId, date: '2026-11-24', timezone: 'Europe/Paris' });
    // The page is closed between the look at it and the transaction that settles the booking.
    await sql`create function weft.close_page() returns trigger language plpgsql as $$ begin
      update weft.flows set settings = settings || '{"disabledForm": true}' where id = new.flow_id;
      return new; end $$`.execute(server.control);
    await sql`create trigger close_page after insert on weft.bookings for each row
      execute function weft.close_page()`.execute(server.control);
    const answer = await book(flowId, tuesday + 12 * half);
    await sql`drop trigger close_page on weft.bookings`.execute(server.control);
    await sql`drop function weft.close_page()`.execute(server.control);
    expect([answer.status, await answer.text()]).toEqual([
      403,
      expect.stringContaining('This page is closed'),
    ]);
    const { rows } = await sql`select id from weft.bookings where flow_id = ${flowId}`.execute(
      server.control,
    );
    expect(rows).toEqual([]);
    await set(flowId, { disabledForm: false });
    expect((await book(flowId, tuesday + 12 * half)).status).toBe(303);
  });

  it('and is closed gives what was offered from its waiting list', async () => {
    const flowId = await publishedEvent(server, ann, {
      ...{ eventType: 'group', maxSeats: 1, waitingList: true, locations: [{ kind: 'ask_phone', text: '' }] },
    });
    const phone = { phone: '+33 6 12 34 56 78' };
    const at = tuesday + 10 * half;
    const booked = (await book(flowId, at, phone)).headers.get('location');
    const wait = { wait: String(at), day: '2026-11-24', name: 'Bo Waits', email: 'bo@example.org' };
    await sendForm(server, `/t/${flowId}`, { ...amara, ...wait });
    await sendForm(server, await confirmation('bo@example.org'), { wait: 'join' });
    await sendForm(server, `${booked}/cancel`, { reason: '' });
    const waiting = async () => (await rpc(ann, 'scheduling.waiting', { flowId })).waiting;
    await vi.waitFor(async () => expect(await waiting()).toMatchObject([{ state: 'offered' }]), 20_000);
    await set(flowId, { disabledForm: true });
    expect((await sendForm(server, `/t/${flowId}`, { ...amara, ...wait })).status).toBe(403);
    const offer = keys.code((await waiting())[0]?.id ?? '');
    const taken = await sendForm(server, `/t/${flowId}/waiting/${offer}`, { wait: 'take' });
    const details = await page(taken.headers.get('location') ?? '');
    expect([details.status, details.text.includes('value="bo@example.org"')]).toEqual([200, true]);
    const mine = await book(flowId, at, { ...phone, offer, email: 'bo@example.org' });
    expect(mine.headers.get('location')).toContain('/bookings/');
  });

  it('and has people prove an address is booked, and waited for, by that address alone', async () => {
    const flowId = await publishedEvent(server, ann, { eventType: 'group', maxSeats: 1, waitingList: true });
    await set(flowId, { mailCode: true });
    let cookie = '';
    const send = async (path: string, fields: Record<string, string>) => {
      const answer = await fetch(new URL(`/t/${flowId}${path}`, server.url), {
        ...{
          method: 'POST',
          redirect: 'manual',
          headers: { cookie, origin: server.url },
          body: new URLSearchParams(fields),
        },
      });
      cookie = [cookie, ...answer.headers.getSetCookie().map((each) => each.split(';')[0])].join('; ');
      return answer;
    };
    const begun = await send('/verify', { email: 'amara@example.org' });
    expect([begun.status, await begun.text()]).toEqual([200, expect.stringContaining('code')]);
    const code = await vi.waitFor(() => {
      const texts = mail.received.map(({ source }) => /^\d{6}$/m.exec(textOf(source))?.[0]);
      return must(texts.find((text) => text !== undefined));
    }, 20_000);
    await send('/verify', { code });
    const at = tuesday + 4 * half;
    const asked = () => ({ ...amara, at: String(at), request: server.parts.newId('sub') });
    const details = await fetch(new URL(`/t/${flowId}?at=${at}`, server.url), { headers: { cookie } });
    expect(await details.text()).toContain('value="amara@example.org"');
    const others = await send('', { ...asked(), email: 'victim@example.org' });
    expect([others.status, await others.text()]).toEqual([
      400,
      expect.stringContaining('Book by the address you have proved: amara@example.org'),
    ]);
    expect((await send('', { ...asked(), email: 'Amara@Example.org' })).status).toBe(303);
    const wait = { ...amara, wait: String(at), day: '2026-11-24' };
    expect((await send('', { ...wait, email: 'victim@example.org' })).status).toBe(400);
    expect((await send('', wait)).status).toBe(200);
  });

  it('puts nobody on its waiting list before they confirm it by the link that is mailed to them', async () => {
    const flowId = await publishedEvent(server, ann, { eventType: 'group', maxSeats: 1, waitingList: true });
    const at = tuesday + 6 * half;
    await book(flowId, at);
    const wait = { ...amara, wait: String(at), day: '2026-11-24', email: 'confirms@example.org' };
    const asked = await sendForm(server, `/t/${flowId}`, wait);
    expect([asked.status, await asked.text()]).toEqual([
      200,
      expect.stringContaining('Confirm that you want'),
    ]);
    const link = await confirmation('confirms@example.org');
    // Opening it, as programs that look at mails do, changes nothing.
    expect((await page(link)).text).toContain('Join the waiting list?');
    const waiting = async () =>
      (await rpc(ann, 'scheduling.waiting', { flowId })).waiting.map(({ email }) => email);
    expect(await waiting()).toEqual([]);
    const [body = '', signature = ''] = (link.split('/').at(-1) ?? '').split('.');
    const others = Buffer.from(Buffer.from(body, 'base64url').toString().replace('confirms', 'victim'));
    const forged = `/t/${flowId}/wait/${others.toString('base64url')}.${signature}`;
    expect((await sendForm(server, forged, { wait: 'join' })).status).toBe(404);
    for (const joined of await Promise.all([1, 2, 3].map(() => sendForm(server, link, { wait: 'join' }))))
      expect([joined.status, joined.headers.get('location')]).toEqual([
        303,
        expect.stringContaining('/waiting/'),
      ]);
    expect(await waiting()).toEqual(['confirms@example.org']);
    expect((await page(link)).text).toContain('You are on the waiting list');
    await sendForm(server, `/t/${flowId}`, { ...wait, email: 'late@example.org' });
    const late = await confirmation('late@example.org');
    time = at + 1;
    expect((await sendForm(server, late, { wait: 'join' })).status).toBe(410);
    time = monday;
    expect(await waiting()).toEqual(['confirms@example.org']);
    for (let n = 0; n < 12; n++)
      await sendForm(server, `/t/${flowId}`, { ...wait, email: 'flood@example.org' });
    const flooded = await sendForm(server, `/t/${flowId}`, { ...wait, email: 'flood@example.org' });
    expect([flooded.status, await flooded.text()]).toEqual([
      429,
      expect.stringContaining('Try again in an hour'),
    ]);
  });
});
