import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { rpc, startTestServer, type TestPerson, type TestServer } from '../../testing.ts';
import { amara, bookAs, booked, publishedEvent, twoHosts } from './testing.ts';

const monday = Date.parse('2026-11-23T07:20:00Z');
const noon = Date.parse('2026-11-23T11:30:00Z');

describe('a host who has no access to the form', () => {
  let server: TestServer;
  let ann: TestPerson;
  let bob: TestPerson;
  let flowId: string;
  beforeAll(async () => {
    server = await startTestServer({}, { now: () => monday });
    ({ ann, bob } = await twoHosts(server));
    flowId = await publishedEvent(server, ann, { hosts: [{ userId: bob.id }] });
    await booked(await bookAs(server, amara, flowId, noon));
  });
  afterAll(() => server.close());

  const listed = async (person: TestPerson) => {
    const { flows } = (await (await person.call('GET', '/admin/flows?kind=scheduling')).json()) as {
      flows: readonly { id: string; role: string; accessLevel: string; seenAs: string | null }[];
    };
    return flows.map(({ id, role, accessLevel, seenAs }) => ({ id, role, accessLevel, seenAs }));
  };
  const invitation = async () =>
    ((await (await ann.call('POST', '/v1/invitations', { role: 'member' })).json()) as { code: string }).code;
  const bookings = async (person: TestPerson) =>
    (await rpc(person, 'scheduling.bookings', { flowId, from: 0, to: 2e12, limit: 10 })).bookings;

  it('finds it among theirs, and is led by the mail of a booking to it', async () => {
    expect(await listed(bob)).toEqual([
      { id: flowId, role: 'read', accessLevel: 'read', seenAs: 'collaborator' },
    ]);
    const { mails } = (await (await ann.call('GET', '/v1/outbox')).json()) as {
      mails: readonly { to: string; text: string }[];
    };
    const told = mails.find(({ to }) => to === bob.email);
    expect(told?.text).toContain(`/editor/${flowId}/results`);
    expect(await rpc(bob, 'forms.get', { flowId })).toMatchObject({ role: 'read' });
    expect(await bookings(bob)).toMatchObject([{ name: amara.name, hosts: [{ id: bob.id }] }]);
  });

  it('changes nothing of it, nor of its bookings', async () => {
    const [booking] = await bookings(bob);
    const one = { flowId, bookingId: booking?.id ?? '' };
    const editId = server.parts.newId('edt');
    const rename = { kind: 'prop' as const, id: null, key: 'title', before: 'Studio visit', after: 'Mine' };
    const refused = [
      () => rpc(bob, 'scheduling.cancel', { ...one, reason: '' }),
      () => rpc(bob, 'scheduling.move', { ...one, at: noon + 3_600_000 }),
      () => rpc(bob, 'scheduling.noShow', { ...one, noShow: true }),
      () => rpc(bob, 'forms.unpublish', { flowId }),
      () => rpc(bob, 'forms.edit', { flowId, version: 1, editId, edits: [rename] }),
    ];
    for (const call of refused) await expect(call()).rejects.toMatchObject({ kind: 'forbidden' });
  });

  it('who has left is refused when it is published', async () => {
    const cy = await server.signUp('Cy Left', { invitationCode: await invitation() });
    const hosts = [{ userId: ann.id }, { userId: cy.id }];
    await publishedEvent(server, ann, { eventType: 'collective', hosts });
    expect((await ann.call('DELETE', `/v1/people/${cy.id}`)).ok).toBe(true);
    await expect(publishedEvent(server, ann, { eventType: 'collective', hosts })).rejects.toMatchObject({
      kind: 'invalid',
      message: expect.stringContaining('no member of this organization any more'),
    });
  });

  it('sees it no more once it is published without them', async () => {
    const { version, content } = await rpc(ann, 'forms.get', { flowId });
    const before = content.props.hosts ?? null;
    const edits = [{ kind: 'prop' as const, id: null, key: 'hosts', before, after: [{ userId: ann.id }] }];
    const editId = server.parts.newId('edt');
    const edited = await rpc(ann, 'forms.edit', { flowId, version, edits, editId });
    expect(await listed(bob)).toHaveLength(1);
    await rpc(ann, 'forms.publish', { flowId, version: edited.version });
    expect(await listed(bob)).toEqual([]);
    await expect(bookings(bob)).rejects.toMatchObject({ kind: 'not-found' });
  });
});
