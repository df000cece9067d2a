import type { LocalStripe } from '@weft/integrations/testing';
import { must } from '@weft/std';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { startWithStripe, stripeAccount } from './features/forms/payments/testing.ts';
import { add, asked } from './features/forms/testing.ts';
import { BookingKeys } from './features/scheduling/booking-keys.ts';
import { sendForm } from './features/scheduling/testing.ts';
import { rpc, type TestPerson, type TestServer } from './testing.ts';

const hour = 3_600_000;
const tuesday = Date.parse('2026-11-24T09:00:00Z');
const secret = 'a secret that is long enough for a test';
const keys = new BookingKeys(secret);

let stripe: LocalStripe;
let server: TestServer;
let ann: TestPerson;
let time = Date.parse('2026-11-23T07:00:00Z');
beforeAll(async () => {
  ({ stripe, server, ann } = await startWithStripe({ SECRET: secret }, { now: () => time }));
  stripe.now = () => time;
  await ann.call('POST', '/admin/userAvailabilities/', {
    ...{ name: 'Work', timezone: 'Etc/UTC', isDefault: true },
  });
});
afterAll(() => server.close());

/** A page whose times cost something, for one at a time, and what people do there. */
async function studio() {
  const { flowId } = await rpc(ann, 'forms.create', { name: 'Studio visit', kind: 'scheduling' });
  const { version, content } = await rpc(ann, 'forms.get', { flowId });
  const before = content.props as Record<string, unknown>;
  const set = Object.entries({ waitingList: true, eventType: 'group', maxSeats: 1 }).map(([key, after]) => ({
    ...{ kind: 'prop' as const, id: null, key, before: (before[key] ?? null) as null, after },
  }));
  const payment = { ...asked('payment', 'Visit', true), settings: { currency: 'EUR', price: '20' } };
  const edited = await rpc(ann, 'forms.edit', {
    ...{ flowId, version, editId: server.parts.newId('edt'), edits: [...set, ...add([payment])] },
  });
  await rpc(ann, 'forms.setPaymentAccount', { flowId, serviceId: await stripeAccount(ann) });
  await rpc(ann, 'forms.publish', { flowId, version: edited.version });
  const zone = { zone: 'Etc/UTC', duration: '30' };
  const take = async (email: string, more: Record<string, string>) => {
    const request = server.parts.newId('sub');
    const sent = await sendForm(server, `/t/${flowId}`, { ...zone, name: 'Amara', email, request, ...more });
    return sent.headers.get('location') ?? '';
  };
  const waits = async () =>
    (await rpc(ann, 'scheduling.waiting', { flowId })).waiting.map(({ email, state }) => `${email} ${state}`);
  const offer = async (email: string) => {
    const { rows } = await sql<{ id: string }>`select id from weft.booking_waits
      where flow_id = ${flowId} and email = ${email}`.execute(server.control);
    const link = `/t/${flowId}/waiting/${keys.code(must(rows[0]).id)}`;
    const details = (await sendForm(server, link, { wait: 'take' })).headers.get('location') ?? '';
    const { searchParams } = new URL(details, server.url);
    return { link, order: await take(email, Object.fromEntries(searchParams)) };
  };
  return { flowId, zone, take, waits, offer };
}
const open = async (address: string) => {
  const response = await fetch(new URL(address, server.url));
  return { url: response.url, text: await response.text() };
};
const cancel = (address: string) => sendForm(server, address, {});

it('tells whoever did not pay what was offered to them, asks the next, and books it should it be paid after all', async () => {
  const page = await studio();
  const first = await page.take('amara@example.org', { at: String(tuesday) });
  await open(first);
  for (const email of ['bo@example.org', 'cy@example.org'])
    await sendForm(server, `/t/${page.flowId}`, {
      ...{ ...page.zone, name: 'Waits', email, day: '2026-11-24', wait: String(tuesday) },
    });
  await cancel(first);
  const soon = (wanted: readonly string[]) =>
    vi.waitFor(async () => expect(await page.waits()).toEqual(wanted), { timeout: 20_000 });
  await soon(['bo@example.org offered', 'cy@example.org waiting']);

  const { link, order } = await page.offer('bo@example.org');
  expect(order).toContain('/pay/');
  // While it is paid, the link of the offer leads to where that is done.
  expect((await open(link)).url).toContain('/pay/');
  await open(order);
  const session = must(stripe.sessions.at(-1));
  stripe.expire(session);
  expect((await open(order)).text).toContain('The time is free again');
  expect((await open(link)).text).toContain('This is no longer kept for you');
  await soon(['bo@example.org missed', 'cy@example.org offered']);

  // The next one has it kept while they pay, and pays at the last moment: it is seen late, and theirs all the same.
  const second = await page.offer('cy@example.org');
  await open(second.order);
  stripe.pay(must(stripe.sessions.at(-1)));
  time += 2 * hour;
  expect((await open(second.order)).url).toContain('/bookings/');
  expect(await page.waits()).toEqual(['bo@example.org missed', 'cy@example.org booked']);
  expect((await open(second.link)).url).toContain('/bookings/');
});
