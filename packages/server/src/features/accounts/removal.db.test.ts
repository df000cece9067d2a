import { must } from '@weft/std';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { callAs, newBase, rpc, startTestServer, type TestPerson, type TestServer } from '../../testing.ts';

const json = async <T>(response: Response): Promise<T> => (await response.json()) as T;

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const invite = async (person: TestPerson, role = 'member') =>
  (await json<{ code: string }>(await person.call('POST', '/v1/invitations', { role }))).code;
const colleagueOf = async (person: TestPerson, name: string, role = 'member') =>
  server.signUp(name, { invitationCode: await invite(person, role) });
const remove = (by: Pick<TestPerson, 'call'>, whom: TestPerson) => by.call('DELETE', `/v1/people/${whom.id}`);
const statusOf = async (answer: Promise<Response>) => (await answer).status;
const names = async (person: TestPerson) =>
  (await json<{ people: { name: string }[] }>(await person.call('GET', '/v1/people'))).people.map(
    ({ name }) => name,
  );
const tokenOf = async (person: TestPerson) => {
  const input = { name: 'Script', scopes: ['write'], expiresInDays: 1 };
  return callAs(
    server.url,
    (await json<{ token: string }>(await person.call('POST', '/v1/tokens', input))).token,
  );
};
const actionsOf = async (person: TestPerson) =>
  (await json<{ entries: { action: string; details: object }[] }>(await person.call('GET', '/v1/audit')))
    .entries;

describe('somebody who is removed from an organization', () => {
  it('is out at once, with sessions, tokens and links; what they own goes to whoever removed them', async () => {
    const ann = await server.signUp('Ann');
    const bob = await colleagueOf(ann, 'Bob');
    const script = await tokenOf(bob);
    const link = await invite(bob);
    const basePublicId = await newBase(bob, 'Bob’s plans');
    await rpc(bob, 'metadata.create', { basePublicId, createDefaultRecords: true });
    const stream = await bob.call(
      'GET',
      `/rpc/base.changes?input=${encodeURIComponent(JSON.stringify({ basePublicId }))}`,
    );
    expect([stream.status, (await script('GET', '/v1/me')).status]).toEqual([200, 200]);

    expect(await statusOf(remove(ann, bob))).toBe(200);
    // The stream ends with the reason, which the page shows.
    expect(await stream.text()).toContain("You were removed from Ann's organization");
    expect([await statusOf(bob.call('GET', '/v1/me')), await statusOf(script('GET', '/v1/me'))]).toEqual([
      401, 401,
    ]);
    // The browser that still shows their session is told as well.
    const visitor = await json<{ notice?: string }>(await bob.call('GET', '/v1/visitor'));
    expect(visitor.notice).toMatch(/^You were removed from Ann's organization\. /);
    expect(await names(ann)).toEqual(['Ann']);
    await expect(server.signUp('Eve', { invitationCode: link })).rejects.toThrow('400');
    const { flows } = await json<{ flows: { id: string; ownerUserId: string }[] }>(
      await ann.call('GET', '/admin/flows'),
    );
    expect(flows).toMatchObject([{ id: basePublicId, ownerUserId: ann.id }]);
    expect((await actionsOf(ann))[0]).toMatchObject({ action: 'person.removed', details: { name: 'Bob' } });

    // The account stays: it works in an organization of its own, and sees nothing of the other.
    const signedIn = await callAs(server.url, null)('POST', '/api/auth/sign-in/email', {
      email: bob.email,
      password: 'correct horse',
    });
    const again = { call: callAs(server.url, (await json<{ token: string }>(signedIn)).token) };
    expect(await json(await again.call('GET', '/v1/me'))).toMatchObject({
      organization: { name: "Bob's organization", role: 'admin' },
    });
    await expect(rpc(again, 'metadata.get', { basePublicId })).rejects.toMatchObject({ kind: 'not-found' });
    expect(await statusOf(remove(ann, bob))).toBe(404);
  });

  it('stays signed in where they work in another, and their stream there goes on', async () => {
    const ann = await server.signUp('Ann');
    const mia = await server.signUp('Mia');
    const mine = await newBase(mia, 'Mine');
    await rpc(mia, 'metadata.create', { basePublicId: mine });
    const own = await server.parts.accounts.organizations.chosenBy(mia.id);
    const keeps = await tokenOf(mia);
    await mia.call('POST', `/v1/invitations/${await invite(ann)}/accept`);
    const loses = await tokenOf(mia);
    const theirs = await newBase(mia, 'Theirs');
    await rpc(mia, 'metadata.create', { basePublicId: theirs });
    await mia.call('POST', '/admin/organizations/switchOrganization', { organizationId: own });
    expect(await statusOf(remove(ann, mia))).toBe(200);
    expect([await statusOf(keeps('GET', '/v1/me')), await statusOf(loses('GET', '/v1/me'))]).toEqual([
      200, 401,
    ]);
    expect(await rpc(mia, 'metadata.get', { basePublicId: mine })).toBeTruthy();
    await expect(rpc(mia, 'metadata.get', { basePublicId: theirs })).rejects.toMatchObject({
      kind: 'not-found',
    });
  });

  it('is removed by admins only; everybody may leave, but for the last admin', async () => {
    const ann = await server.signUp('Ann');
    const [bob, cem] = [await colleagueOf(ann, 'Bob'), await colleagueOf(ann, 'Cem')];
    const stranger = await server.signUp('Eve');
    expect(await statusOf(remove(bob, cem))).toBe(403);
    expect(await statusOf(remove(stranger, cem))).toBe(404);
    const refused = await remove(ann, ann);
    expect([refused.status, await refused.text()]).toEqual([
      409,
      expect.stringContaining(
        "You are the last admin of Ann's organization: invite another admin before you leave",
      ),
    ]);
    const basePublicId = await newBase(bob, 'Bob’s plans');
    expect(await statusOf(remove(bob, bob))).toBe(200);
    // They go on in an organization of their own; what they owned is the admin's.
    expect(await json(await bob.call('GET', '/v1/me'))).toMatchObject({
      organization: { name: "Bob's organization" },
    });
    const { rows } = await sql<{ owner_user_id: string }>`
      select owner_user_id from weft.flows where id = ${basePublicId}`.execute(server.control);
    expect(must(rows[0]).owner_user_id).toBe(ann.id);
    expect((await actionsOf(ann))[0]).toMatchObject({ action: 'person.left', details: { name: 'Bob' } });
  });

  it('leaves one admin, also when two remove each other at once', async () => {
    const ann = await server.signUp('Ann');
    const dan = await colleagueOf(ann, 'Dan', 'admin');
    const both = await Promise.all([statusOf(remove(ann, dan)), statusOf(remove(dan, ann))]);
    expect(both.filter((status) => status === 200)).toHaveLength(1);
  });

  it('gets one organization of their own, however many of their browsers ask at once', async () => {
    const ann = await server.signUp('Ann');
    const bob = await colleagueOf(ann, 'Bob');
    const signIn = () =>
      callAs(server.url, null)('POST', '/api/auth/sign-in/email', {
        email: bob.email,
        password: 'correct horse',
      });
    const signedIn = await Promise.all(Array.from({ length: 6 }, signIn));
    const browsers = await Promise.all(signedIn.map((answer) => json<{ token: string }>(answer)));
    expect(await statusOf(remove(bob, bob))).toBe(200);
    const asked = browsers.map(({ token }) => callAs(server.url, token)('GET', '/v1/me'));
    expect(await Promise.all(asked.map(statusOf))).toEqual(browsers.map(() => 200));
    expect(await server.parts.accounts.organizations.ofPerson(bob.id)).toHaveLength(1);
  });

  it('cannot come back by the link for everybody they came by, nor make one while they are removed', async () => {
    const ann = await server.signUp('Ann');
    const link = await invite(ann);
    const forZoe = { role: 'member', email: 'zoe@example.org' };
    const personal = await json<{ code: string }>(await ann.call('POST', '/v1/invitations', forZoe));
    const bob = await server.signUp('Bob', { invitationCode: link });
    const organizationId = must(await server.parts.accounts.organizations.chosenBy(bob.id));
    expect(await statusOf(remove(ann, bob))).toBe(200);
    await expect(server.signUp('Bob again', { invitationCode: link })).rejects.toThrow('400');
    // Another server, which has not heard of it, would still take them for a member.
    const { invitations } = server.parts.accounts;
    expect(await invitations.make(organizationId, bob.id, null, { role: 'member' })).toBeNull();
    await server.signUp('Zoe', { invitationCode: personal.code });
    expect(await names(ann)).toEqual(['Ann', 'Zoe']);
  });
});
