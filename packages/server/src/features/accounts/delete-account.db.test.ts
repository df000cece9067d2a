import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { callAs, newBase, startTestServer, type TestPerson, type TestServer } from '../../testing.ts';

let server: TestServer;
/** Runs the server. */
let root: TestPerson;
beforeAll(async () => {
  server = await startTestServer();
  root = await server.signUp('Root');
});
afterAll(() => server.close());

const json = async <T>(response: Response): Promise<T> => (await response.json()) as T;
const me = async (person: TestPerson) =>
  json<{ organization: { id: string; name: string; role: string }; isInstanceAdmin: boolean }>(
    await person.call('GET', '/v1/me'),
  );

async function colleagueOf(admin: TestPerson, name: string, role = 'member'): Promise<TestPerson> {
  const { code } = await json<{ code: string }>(await admin.call('POST', '/v1/invitations', { role }));
  return server.signUp(name, { invitationCode: code });
}

/** In a browser that signs in as somebody: deletes their account, by their password and the typed words unless others are given. */
async function remove(person: TestPerson, more: object = {}): Promise<Response> {
  const send = (path: string, body: object, cookie = '') =>
    fetch(new URL(path, server.url), {
      method: 'POST',
      headers: { origin: server.url, 'content-type': 'application/json', cookie },
      body: JSON.stringify(body),
    });
  const known = { email: person.email, password: 'correct horse' };
  const signedIn = await send('/api/auth/sign-in/email', known);
  const cookie = signedIn.headers.getSetCookie().map((set) => set.split(';')[0]);
  const body = { password: known.password, confirmation: `DELETE ${person.email}`, ...more };
  return send('/api/auth/delete-user', body, cookie.join('; '));
}

describe('a person who deletes their account', () => {
  it('is asked for the password and the typed words, and keeps all without them', async () => {
    const ann = await server.signUp('Ann');
    expect((await remove(ann, { password: 'wrong password' })).status).toBe(400);
    expect((await remove(ann, { confirmation: 'DELETE' })).status).toBe(400);
    expect((await me(ann)).organization.name).toBe("Ann's organization");
  });

  it('leaves nothing behind that opens it, and their name in what they did', async () => {
    const ann = await server.signUp('Ann');
    const bob = await colleagueOf(ann, 'Bob');
    const base = await newBase(bob, 'Bob’s plans');
    const { token } = await json<{ token: string }>(
      await bob.call('POST', '/v1/tokens', { name: 'Script', scopes: ['admin'], expiresInDays: 1 }),
    );
    expect(await json(await bob.call('GET', '/v1/me/deletion'))).toMatchObject({
      organizations: [{ outcome: 'left', flows: 1, heirs: [{ id: ann.id, role: 'admin' }] }],
      handsServerOver: false,
    });
    expect((await remove(bob)).status).toBe(200);
    expect((await bob.call('GET', '/v1/me')).status).toBe(401);
    expect((await callAs(server.url, token)('GET', '/v1/me')).status).toBe(401);
    const signedIn = await callAs(server.url, null)('POST', '/api/auth/sign-in/email', {
      email: bob.email,
      password: 'correct horse',
    });
    expect(signedIn.status).toBe(401);
    expect(await json(await bob.call('GET', '/v1/visitor'))).toMatchObject({
      me: null,
      notice: 'Your account was deleted.',
    });
    expect(await json(await ann.call('GET', '/admin/flows'))).toMatchObject({
      flows: [{ id: base, ownerUserId: ann.id }],
    });
    const { entries } = await json<{ entries: { action: string; person: object }[] }>(
      await ann.call('GET', '/v1/audit'),
    );
    expect(entries[0]).toMatchObject({ action: 'account.deleted', person: { id: bob.id, name: 'Bob' } });
    const { mails } = await json<{ mails: { to: string; subject: string }[] }>(
      await root.call('GET', '/v1/outbox'),
    );
    expect(mails).toContainEqual(
      expect.objectContaining({ to: bob.email, subject: 'Your account for Weft was deleted' }),
    );
  });

  it('hands over to whom they choose, among the members', async () => {
    const ann = await server.signUp('Ann');
    const [bob, cem] = [await colleagueOf(ann, 'Bob'), await colleagueOf(ann, 'Cem')];
    const base = await newBase(bob);
    const { id } = (await me(bob)).organization;
    expect((await remove(bob, { heirs: { [id]: root.id } })).status).toBe(400);
    expect((await remove(bob, { heirs: { [id]: bob.id } })).status).toBe(400);
    expect((await remove(bob, { heirs: { [id]: cem.id } })).status).toBe(200);
    expect(await json(await cem.call('GET', '/admin/flows'))).toMatchObject({
      flows: [{ id: base, ownerUserId: cem.id }],
    });
  });

  it('hands an organization with others over first', async () => {
    const ann = await server.signUp('Ann');
    const bob = await colleagueOf(ann, 'Bob');
    expect(await json(await ann.call('GET', '/v1/me/deletion'))).toMatchObject({
      organizations: [{ outcome: 'last-admin' }],
    });
    const refused = await remove(ann);
    expect([refused.status, await refused.text()]).toEqual([
      409,
      expect.stringContaining("You are the last admin of Ann's organization"),
    ]);
    expect((await me(bob)).organization.role).toBe('member');
    await ann.call('PATCH', `/v1/people/${bob.id}`, { role: 'admin' });
    expect((await remove(ann)).status).toBe(200);
  });

  it('takes along what only they had: it lies in the trash, and is removed after 30 days', async () => {
    const ann = await server.signUp('Ann');
    const base = await newBase(ann, 'Mine alone');
    const { id } = (await me(ann)).organization;
    const { code } = await json<{ code: string }>(await ann.call('POST', '/v1/invitations', {}));
    expect(await json(await ann.call('GET', '/v1/me/deletion'))).toMatchObject({
      organizations: [{ id, outcome: 'deleted', flows: 1, heirs: [] }],
    });
    expect((await remove(ann)).status).toBe(200);
    expect((await root.call('POST', `/v1/invitations/${code}/accept`)).status).toBe(404);
    const left = async () => {
      const { rows } = await sql<{ id: string; trashed: boolean | null }>`
        select o.id, f.trashed_at is not null as trashed from weft.organizations o
        left join weft.flows f on f.organization_id = o.id where o.id = ${id}`.execute(server.control);
      return rows;
    };
    const removeOld = async () => {
      for (const run of server.parts.housekeeping.removeOld) await run();
    };
    await removeOld();
    expect(await left()).toEqual([{ id, trashed: true }]);
    await sql`update weft.flows set trashed_at = now() - interval '31 days' where id = ${base}`.execute(
      server.control,
    );
    await sql`update weft.organizations set deleted_at = now() - interval '31 days' where id = ${id}`.execute(
      server.control,
    );
    await removeOld();
    await removeOld();
    expect(await left()).toEqual([]);
  });

  it('leaves an admin, also when two admins delete theirs at once', async () => {
    const ann = await server.signUp('Ann');
    const bob = await colleagueOf(ann, 'Bob', 'admin');
    const cem = await colleagueOf(ann, 'Cem');
    const both = await Promise.all([remove(ann), remove(bob)]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    const { people } = await json<{ people: { role: string }[] }>(await cem.call('GET', '/v1/people'));
    expect(people.map(({ role }) => role).toSorted()).toEqual(['admin', 'member']);
  });

  it('gives the server to another account, where they run it', async () => {
    const next = await server.signUp('Next');
    expect(await json(await root.call('GET', '/v1/me/deletion'))).toMatchObject({ handsServerOver: true });
    expect((await remove(root)).status).toBe(400);
    expect((await remove(root, { serverHeirEmail: root.email })).status).toBe(400);
    expect((await me(root)).isInstanceAdmin).toBe(true);
    expect((await remove(root, { serverHeirEmail: next.email.toUpperCase() })).status).toBe(200);
    expect((await me(next)).isInstanceAdmin).toBe(true);
  });
});
