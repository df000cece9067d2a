import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { rpc, type TestServer } from '../../testing.ts';
import { startWithStripe, stripeAccount } from '../forms/payments/testing.ts';
import { add, asked, edit, freshId } from '../forms/testing.ts';
import { amara, bookAs, booked } from './testing.ts';

/** A Monday to Friday of 09:00 to 17:00 in Paris; the clock stands on a Monday morning. */
const now = Date.parse('2026-11-23T07:00:00Z');
const tuesday = Date.parse('2026-11-24T09:00:00Z');

const vip = { id: freshId('opt'), label: 'VIP', price: '200' };
const intro = { id: freshId('opt'), label: 'Intro', price: '0' };
const payment = {
  ...asked('payment', 'Visit', true),
  ...{ settings: { currency: 'EUR' }, choices: [vip, intro] },
};
const chosen = ({ id }: typeof vip) => ({ [`${payment.id}_${id}`]: '1' });

describe('a time that costs something', () => {
  let server: TestServer;
  let flowId: string;
  beforeAll(async () => {
    const started = await startWithStripe({}, { now: () => now });
    server = started.server;
    const { ann } = started;
    const work = { name: 'Work', timezone: 'Europe/Paris', isDefault: true };
    await ann.call('POST', '/admin/userAvailabilities/', work);
    ({ flowId } = await rpc(ann, 'forms.create', { name: 'Visit', kind: 'scheduling' }));
    const { version } = await rpc(ann, 'forms.get', { flowId });
    const edited = await edit(ann, flowId, version, add([payment]));
    await rpc(ann, 'forms.setPaymentAccount', { flowId, serviceId: await stripeAccount(ann) });
    await rpc(ann, 'forms.publish', { flowId, version: edited.version });
  });
  afterAll(() => server.close());

  const book = (at: number, request: string, choice: typeof vip, more: Record<string, string> = {}) =>
    bookAs(server, amara, flowId, at, { request, ...chosen(choice), ...more });
  const stored = async (request: string) => {
    const { rows } = await sql<{ state: string; answers: string; ordered: boolean }>`
      select state, (details->'answers')::text as answers,
        exists (select from weft.payment_orders where submission_id = request_id) as ordered
      from weft.bookings where request_id = ${request}`.execute(server.control);
    return rows;
  };
  /** As it is where the server that held it was killed before it was ordered. */
  const asKilled = async (request: string) => {
    await sql`delete from weft.payment_orders where submission_id = ${request}`.execute(server.control);
    await sql`update weft.bookings set expires_at = ${now + 40_000}, state = 'held'
      where request_id = ${request}`.execute(server.control);
  };

  it('is never booked unpaid, where it is sent again with a choice that costs nothing', async () => {
    for (let round = 0; round < 8; round++) {
      const request = server.parts.newId('sub');
      const at = tuesday + round * 1_800_000;
      const first = book(at, request, vip);
      await new Promise((resolve) => setTimeout(resolve, round * 4));
      const answers = await Promise.all(
        [first, book(at, request, intro)].map(async (sent) => booked(await sent)),
      );
      const [made] = await stored(request);
      if (made?.ordered) {
        expect(made).toMatchObject({ state: 'held', answers: expect.stringContaining('VIP') });
        for (const address of answers) expect(address).toContain('/pay/');
      } else expect(made).toMatchObject({ state: 'confirmed', answers: expect.stringContaining('Intro') });
    }
  });

  it('is ordered by whoever sends it again, where its server was killed in the middle', async () => {
    const request = server.parts.newId('sub');
    const at = tuesday + 86_400_000;
    await booked(await book(at, request, vip));
    await asKilled(request);
    expect(await booked(await book(at, request, vip))).toContain('/pay/');
    expect(await stored(request)).toMatchObject([{ state: 'held', ordered: true }]);
  });

  it('is booked as who sends something else instead asks for, where its server was killed in the middle', async () => {
    const request = server.parts.newId('sub');
    const at = tuesday + 2 * 86_400_000;
    await booked(await book(at, request, vip));
    await asKilled(request);
    await booked(await book(at, request, intro));
    expect(await stored(request)).toMatchObject([
      { state: 'confirmed', ordered: false, answers: expect.stringContaining('Intro') },
    ]);
  });
});
