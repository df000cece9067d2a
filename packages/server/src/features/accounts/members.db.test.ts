import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { callAs, startTestServer, type TestPerson, type TestServer } from '../../testing.ts';

async function json<T>(response: Response, status: number | null = 200): Promise<T> {
  if (status !== null) expect(response.status).toBe(status);
  return (await response.json()) as T;
}

interface Me {
  readonly organization: { readonly id: string; readonly name: string };
  readonly rights: { readonly createDatabase: boolean };
  readonly settings: object;
  readonly flags: object;
}
interface Listed {
  readonly name: string;
  readonly userCount: number;
  readonly planName: string;
  readonly isSandbox: boolean;
  readonly current: boolean;
}

let server: TestServer;
let ann: TestPerson;
let bob: TestPerson;
beforeAll(async () => {
  server = await startTestServer();
  ann = await server.signUp('Ann');
  const { code } = await json<{ code: string }>(await ann.call('POST', '/v1/invitations', {}));
  bob = await server.signUp('Bob', { invitationCode: code });
});
afterAll(() => server.close());

const me = async (person: TestPerson) => json<Me>(await person.call('GET', '/v1/me'));
const refusal = async (answer: Promise<Response>) =>
  (await json<{ error: { kind: string; message: string } }>(await answer, null)).error;
const change = (person: TestPerson, of: TestPerson, input: object) =>
  person.call('PATCH', `/v1/people/${of.id}`, input);

describe('a member', () => {
  it('creates databases until an admin takes the right away', async () => {
    const make = () => bob.call('POST', '/admin/bases', { baseName: 'Plans' });
    expect((await make()).status).toBe(200);
    await json(await change(ann, bob, { createDatabase: false }));
    expect((await me(bob)).rights).toEqual({ createDatabase: false, MOVE_FLOWS_ACROSS_ORGS: false });
    expect(await refusal(make())).toEqual({
      kind: 'forbidden',
      message: 'You may not create databases in this organization. Ask an admin to grant you permission.',
    });
    await json(await change(ann, bob, { createDatabase: true, MOVE_FLOWS_ACROSS_ORGS: true }));
    expect((await me(bob)).rights).toEqual({ createDatabase: true, MOVE_FLOWS_ACROSS_ORGS: true });
    expect((await make()).status).toBe(200);
  });

  it('is given workspaces, which an admin sees', async () => {
    const { newWorkspace } = await json<{ newWorkspace: { id: string } }>(
      await ann.call('POST', '/workspaces/', { name: 'Wholesale' }),
    );
    const given = async () => {
      const answer = await ann.call('GET', `/v1/people/${bob.id}/workspaces`);
      const { workspaces } = await json<{ workspaces: readonly { id: string; accessLevel: string }[] }>(
        answer,
      );
      return workspaces.find(({ id }) => id === newWorkspace.id)?.accessLevel;
    };
    const namesFor = async (person: typeof ann) => {
      type Listed = { id: string; workspaceNames: readonly string[] | null };
      const { people } = await json<{ people: readonly Listed[] }>(await person.call('GET', '/v1/people'));
      return people.find(({ id }) => id === bob.id)?.workspaceNames;
    };
    expect(await given()).toBeNull();
    await json(
      await ann.call('PUT', `/workspaces/${newWorkspace.id}/members/${bob.id}`, { accessLevel: 'read' }),
    );
    expect(await given()).toBe('read');
    expect(await namesFor(ann)).toContain('Wholesale');
    expect((await bob.call('GET', `/v1/people/${ann.id}/workspaces`)).status).toBe(403);
    expect(await namesFor(bob)).toBeNull();
  });

  it('changes nobody, not even themselves', async () => {
    expect(await refusal(change(bob, bob, { role: 'admin' }))).toMatchObject({ kind: 'forbidden' });
  });

  it('is listed with address, rights and when they were last seen', async () => {
    const { people } = await json<{ people: readonly object[] }>(await bob.call('GET', '/v1/people'));
    expect(people).toContainEqual({
      id: bob.id,
      name: 'Bob',
      email: bob.email,
      role: 'member',
      picture: null,
      rights: { createDatabase: true, MOVE_FLOWS_ACROSS_ORGS: true },
      lastSeenAt: expect.any(String),
      workspaceNames: null,
    });
  });

  it('becomes an admin and takes the place of the last one, of whom one always stays', async () => {
    expect(await refusal(change(ann, ann, { role: 'member' }))).toMatchObject({ kind: 'conflict' });
    await json(await change(ann, bob, { role: 'admin' }));
    const answers = await Promise.all([
      change(ann, bob, { role: 'member' }),
      change(bob, ann, { role: 'member' }),
    ]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 403]);
    const { people } = await json<{ people: readonly { id: string; role: string }[] }>(
      await ann.call('GET', '/v1/people'),
    );
    const admin = people.find(({ role }) => role === 'admin');
    await json(await change(admin?.id === ann.id ? ann : bob, ann, { role: 'admin' }));
    if (admin?.id === bob.id) await json(await change(ann, bob, { role: 'member' }));
  });
});

describe('an organization', () => {
  it('is renamed by its admins', async () => {
    expect(await refusal(bob.call('PATCH', '/v1/organization', { name: 'Mine' }))).toMatchObject({
      kind: 'forbidden',
    });
    await json(await ann.call('PATCH', '/v1/organization', { name: 'Linen Studio' }));
    expect((await me(bob)).organization).toMatchObject({ name: 'Linen Studio' });
    expect((await ann.call('PATCH', '/v1/organization', { name: 'x'.repeat(10_000) })).status).toBe(400);
  });

  it('is made besides others, is worked in at once, and can be left for another', async () => {
    const before = (await me(bob)).organization;
    const made = await json<{ organizationId: string; redirectPath: string }>(
      await bob.call('POST', '/v1/organizations', { name: 'Fjord Weavers' }),
    );
    expect(made.redirectPath).toBe('/home');
    expect((await me(bob)).organization).toMatchObject({ id: made.organizationId, name: 'Fjord Weavers' });
    const { organizations } = await json<{ organizations: readonly Listed[] }>(
      await bob.call('GET', '/v1/organizations'),
    );
    expect(organizations).toMatchObject([
      { name: 'Fjord Weavers', userCount: 1, planName: 'free', isSandbox: false, current: true },
      { name: 'Linen Studio', userCount: 2, planName: 'free', isSandbox: false, current: false },
    ]);
    const to = (input: object) => bob.call('POST', '/admin/organizations/switchOrganization', input);
    expect(await json(await to({ userId: bob.id }))).toEqual({ redirectPath: '/home' });
    expect((await me(bob)).organization.id).toBe(made.organizationId);
    await json(await to({ userId: bob.id, organizationId: before.id }));
    expect((await me(bob)).organization.id).toBe(before.id);
  });
});

describe('a setting of one’s own', () => {
  it('is kept by key, and removed', async () => {
    await json(await bob.call('PUT', '/admin/settings/columnView', { value: false }));
    await json(await bob.call('PUT', '/admin/settings/timezone', { value: 'Europe/Oslo' }));
    expect((await me(bob)).settings).toEqual({ columnView: false, timezone: 'Europe/Oslo' });
    await json(await bob.call('DELETE', '/admin/settings/columnView'));
    expect((await me(bob)).settings).toEqual({ timezone: 'Europe/Oslo' });
    expect((await me(ann)).settings).toEqual({});
  });

  it.each([
    ['nothing', true],
    ['columnView', 'yes'],
    ['timezone', 'Mars/Olympus'],
    ['dateFormat', 'roman'],
    ['__proto__', true],
  ])('is refused where it is none: %s', async (key, value) => {
    const answer = await bob.call('PUT', `/admin/settings/${key}`, { value });
    expect(answer.status).toBe(400);
  });

  it('may be a flag, of which a hundred are kept', async () => {
    const flag = (flagName: string) => bob.call('POST', '/admin/userFlag', { flagName, flagValue: true });
    await Promise.all(Array.from({ length: 100 }, (_, i) => flag(`hint${i}`)));
    expect((await flag('hint100')).status).toBe(413);
    expect((await flag('hint7')).status).toBe(200);
    expect(Object.keys((await me(bob)).flags)).toHaveLength(100);
  });
});

describe('an invitation', () => {
  interface Sent {
    readonly invitations: readonly { readonly id: string; readonly email: string; readonly code: string }[];
    readonly skipped: readonly { readonly email: string; readonly reason: string }[];
  }
  const inviteAll = (emails: readonly string[], role = 'member') =>
    ann.call('POST', '/v1/invitations/bulk', { emails, role });

  it('goes to each of the pasted addresses, but for members, the invited and what is no address', async () => {
    await json(await ann.call('POST', '/v1/invitations', { email: 'cid@example.org' }));
    const { invitations, skipped } = await json<Sent>(
      await inviteAll(['dan@example.org', 'DAN@example.org', bob.email, 'cid@example.org', 'nobody']),
    );
    expect(invitations.map(({ email }) => email)).toEqual(['dan@example.org']);
    expect(skipped).toEqual([
      { email: bob.email, reason: 'Is a member already' },
      { email: 'cid@example.org', reason: 'Has an open invitation' },
      { email: 'nobody', reason: 'Not an email address' },
    ]);
    const { mails } = await json<{ mails: readonly { to: string; text: string }[] }>(
      await ann.call('GET', '/v1/outbox'),
    );
    const mail = mails.find(({ to }) => to === 'dan@example.org');
    expect(mail?.text).toContain(`/invite/${invitations[0]?.code}`);
  });

  it('tells its address to whoever follows it, is used once, and then is over for everybody', async () => {
    const { invitations } = await json<Sent>(await inviteAll(['eve@example.org']));
    const code = invitations[0]?.code ?? '';
    const opened = await fetch(new URL(`/v1/invitations/${code}`, server.url));
    expect(await json(opened)).toMatchObject({ email: 'eve@example.org', role: 'member' });
    const [eve, fay] = [await server.signUp('Eve'), await server.signUp('Fay')];
    const accept = (person: TestPerson) => person.call('POST', `/v1/invitations/${code}/accept`);
    expect((await accept(eve)).status).toBe(200);
    expect(await refusal(accept(fay))).toEqual({
      kind: 'not-found',
      message: 'This invitation is not valid any more',
    });
  });

  it('that expired is listed so, and works again by the same link once it is sent again', async () => {
    const { invitations } = await json<Sent>(await inviteAll(['gus@example.org']));
    const { id = '', code = '' } = invitations[0] ?? {};
    await sql`update weft.invitations set expires_at = now() - interval '1 day' where id = ${id}`.execute(
      server.control,
    );
    const listed = async () => {
      const answer = await json<{ invitations: readonly { id: string; expired: boolean }[] }>(
        await ann.call('GET', '/v1/invitations'),
      );
      return answer.invitations.find((one) => one.id === id);
    };
    expect(await listed()).toMatchObject({ expired: true });
    const open = () => fetch(new URL(`/v1/invitations/${code}`, server.url));
    expect((await open()).status).toBe(404);
    expect(await json(await ann.call('POST', `/v1/invitations/${id}/send`))).toMatchObject({ code });
    expect(await listed()).toMatchObject({ expired: false });
    expect((await open()).status).toBe(200);
  });
});

describe('what an organization sets', () => {
  let domainAdmin: TestPerson;
  const change = (input: object) => domainAdmin.call('PATCH', '/v1/organization', input);
  beforeAll(async () => {
    domainAdmin = await server.signUp('Hal');
  });

  it('are formats its members read, until they choose their own or it sets none', async () => {
    await json(await change({ dateFormat: 'iso', timeFormat: '24h' }));
    expect(await me(domainAdmin)).toMatchObject({
      organization: { settings: { dateFormat: 'iso', timeFormat: '24h' } },
    });
    await json(await change({ timeFormat: null }));
    expect((await me(domainAdmin)).organization).toHaveProperty('settings', { dateFormat: 'iso' });
  });

  it('ends sessions in which nothing was done for so many days', async () => {
    await json(await change({ sessionDays: 2 }));
    const lastUsed = (days: number) =>
      sql`update weft.auth_session set "lastUsedAt" = now() - make_interval(days => ${days}) where "token" = ${domainAdmin.token}`.execute(
        server.control,
      );
    await lastUsed(1);
    expect((await domainAdmin.call('GET', '/v1/me')).status).toBe(200);
    await lastUsed(3);
    server.parts.accounts.sessions.forget();
    expect((await domainAdmin.call('GET', '/v1/me')).status).toBe(401);
    const signedIn = await callAs(server.url, null)('POST', '/api/auth/sign-in/email', {
      email: domainAdmin.email,
      password: 'correct horse',
    });
    const { token } = await json<{ token: string }>(signedIn);
    domainAdmin = { ...domainAdmin, token, call: callAs(server.url, token) };
    await json(await change({ sessionDays: null }));
  });

  it('lets only verified addresses of its domains join, and no member keeps another', async () => {
    expect(await refusal(change({ emailDomains: ['linen.example'] }))).toEqual({
      kind: 'conflict',
      message: '1 member has an address of other domains: remove them first, or add their domains',
    });
    await json(await change({ emailDomains: ['example.org'] }));
    const { code } = await json<{ code: string }>(await domainAdmin.call('POST', '/v1/invitations', {}));
    const ivy = await server.signUp('Ivy');
    const join = () => ivy.call('POST', `/v1/invitations/${code}/accept`);
    expect(await refusal(join())).toMatchObject({ kind: 'forbidden' });
    await sql`update weft.auth_user set "emailVerified" = true where "id" = ${ivy.id}`.execute(
      server.control,
    );
    server.parts.accounts.sessions.forget();
    expect((await join()).status).toBe(200);
    await sql`update weft.auth_user set "email" = 'jon@elsewhere.example' where "id" = ${bob.id}`.execute(
      server.control,
    );
    server.parts.accounts.sessions.forget();
    expect(await refusal(bob.call('POST', `/v1/invitations/${code}/accept`))).toMatchObject({
      kind: 'forbidden',
      message: 'This organization takes addresses of example.org only, not jon@elsewhere.example',
    });
    expect(
      await refusal(domainAdmin.call('POST', '/v1/invitations', { email: 'kim@elsewhere.example' })),
    ).toMatchObject({ kind: 'forbidden' });
  });
});

describe('the audit log', () => {
  it('is exported as CSV, newest first, by an admin alone', async () => {
    const answer = await ann.call('GET', '/v1/audit/export');
    expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    const [head, first, ...rest] = (await answer.text()).split('\r\n');
    expect(head).toBe('Moment,Person,Action,Details,Address');
    expect(first).toMatch(/^\d{4}-.*,Ann,audit\.exported,\{\},/);
    expect(rest.some((line) => line.includes('organization.renamed'))).toBe(true);
    expect((await bob.call('GET', '/v1/audit/export')).status).toBe(404);
  });
});
