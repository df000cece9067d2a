import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestPerson, type TestServer } from '../../testing.ts';
import { amara, bookAs, booked, pageAt, publishedEvent, twoHosts } from './testing.ts';

/** Monday to Friday, 09:00 to 17:00 in Paris; the clock stands on a Monday morning. */
const now = Date.parse('2026-11-23T07:00:00Z');
const tuesday = Date.parse('2026-11-24T09:00:00Z');

/** `IST` is a name that Intl takes and Temporal does not: three countries mean different clocks by it. */
describe('a time zone that is none', () => {
  let server: TestServer;
  let ann: TestPerson;
  beforeAll(async () => {
    server = await startTestServer({}, { now: () => now });
    ({ ann } = await twoHosts(server));
  });
  afterAll(() => server.close());

  it('is not heeded in the address of a booking page, and nobody books in it', async () => {
    const flowId = await publishedEvent(server, ann);
    const shown = await pageAt(server, `/t/${flowId}?zone=IST`);
    expect([shown.status, shown.text.includes('Paris')]).toEqual([200, true]);
    const refused = await bookAs(server, { ...amara, zone: 'IST' }, flowId, tuesday);
    expect([refused.status, (await refused.text()).includes('There is no such time zone')]).toEqual([
      400,
      true,
    ]);
  });

  it('is refused in an availability', async () => {
    const answer = await ann.call('POST', '/admin/userAvailabilities/', {
      ...{ name: 'India', timezone: 'IST', isDefault: true },
    });
    expect([answer.status, (await answer.text()).includes('Not an IANA time zone')]).toEqual([400, true]);
  });

  it('is read as the zone it stood for where it was stored', async () => {
    const flowId = await publishedEvent(server, ann);
    const address = await booked(await bookAs(server, amara, flowId, tuesday));
    await sql`update weft.bookings set details = jsonb_set(details, '{zone}', '"IST"')
      where flow_id = ${flowId}`.execute(server.control);
    await sql`update weft.user_availabilities set timezone = 'IST'`.execute(server.control);
    const [own, times] = [await pageAt(server, address), await pageAt(server, `/t/${flowId}`)];
    expect([own.status, own.text.includes('14:30 to 15:00')]).toEqual([200, true]);
    expect([times.status, times.text.includes('Asia/Calcutta')]).toEqual([200, true]);
    const { userAvailabilities } = (await (
      await ann.call('GET', `/admin/userAvailabilities/availabilities/${ann.id}`)
    ).json()) as { userAvailabilities: { timezone: string }[] };
    expect(userAvailabilities).toMatchObject([{ timezone: 'IST' }]);
    const later = await bookAs(server, { ...amara, zone: 'Asia/Calcutta' }, flowId, tuesday + 3_600_000);
    expect(later.status).toBe(303);
  });
});
