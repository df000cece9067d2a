import { must } from '@weft/std';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { callAs, newBase, rpc, type TestPerson } from '../../testing.ts';
import { accounts, json } from './testing.ts';

interface Sessions {
  readonly sessions: readonly { readonly id: string; readonly device: string; readonly current: boolean }[];
}

const { server, ann, signIn } = await accounts();

describe('sessions', () => {
  it('are listed by device, and ended one by one or all but this one', async () => {
    const fay = await server.signUp('Fay');
    const second = must(await signIn(fay.email, 'correct horse'), 'a second session');
    const third = must(await signIn(fay.email, 'correct horse'), 'a third session');
    const list = async () => (await json<Sessions>(await fay.call('GET', '/v1/sessions'))).sessions;
    expect((await second('GET', '/v1/me')).status).toBe(200);
    const before = await list();
    expect(before.map(({ current }) => current).filter(Boolean)).toHaveLength(1);
    expect(before).toHaveLength(3);

    // What names a session in the list does not sign in.
    const other = must(
      before.find(({ current }) => !current),
      'another session',
    );
    expect((await callAs(server.url, other.id)('GET', '/v1/me')).status).toBe(401);
    expect((await ann.call('DELETE', `/v1/sessions/${other.id}`)).status).toBe(404);
    expect((await fay.call('DELETE', `/v1/sessions/${other.id}`)).status).toBe(200);
    expect((await fay.call('DELETE', `/v1/sessions/${other.id}`)).status).toBe(404);
    expect(await list()).toHaveLength(2);
    expect(await json(await fay.call('DELETE', '/v1/sessions'))).toEqual({ ended: 1 });
    expect((await list()).map(({ current }) => current)).toEqual([true]);
    for (const call of [second, third]) expect((await call('GET', '/v1/me')).status).toBe(401);
  });
});

describe('access tokens', () => {
  it('are shown once, kept as a hash, and listed with their last use', async () => {
    const gil = await server.signUp('Gil');
    const input = { name: ' Nightly script ', scopes: ['write', 'read', 'read'], expiresInDays: 30 };
    const made = await json<{ id: string; token: string }>(await gil.call('POST', '/v1/tokens', input));
    expect(made).toMatchObject({ name: 'Nightly script', scopes: ['read', 'write'], lastUsedAt: null });
    expect(made.token).toMatch(/^weft_[A-Za-z0-9_-]{43}$/);
    const { rows } = await sql<{
      row: string;
    }>`select row_to_json(t)::text as row from weft.tokens t`.execute(server.control);
    expect(rows.map(({ row }) => row).join()).not.toContain(made.token.slice(5));

    const script = callAs(server.url, made.token);
    const basePublicId = await newBase({ call: script }, 'By script');
    await rpc({ call: script }, 'metadata.create', { basePublicId, createDefaultRecords: true });
    const { tokens } = await json<{ tokens: { lastUsedAt: string | null }[] }>(
      await gil.call('GET', '/v1/tokens'),
    );
    expect(tokens).toMatchObject([{ name: 'Nightly script', lastUsedAt: expect.any(String) }]);
    expect(JSON.stringify(tokens)).not.toContain(made.token);
    // A name of a token opens nothing.
    expect((await callAs(server.url, made.id)('GET', '/v1/me')).status).toBe(401);
  });

  it.each([
    [{ scopes: ['read'], expiresInDays: 1 }, 'name'],
    [{ name: 'x', scopes: [], expiresInDays: 1 }, 'scopes'],
    [{ name: 'x', scopes: ['everything'], expiresInDays: 1 }, 'scopes.0'],
    [{ name: 'x', scopes: ['read'] }, 'expiresInDays'],
    [{ name: 'x', scopes: ['read'], expiresInDays: 0.5 }, 'expiresInDays'],
    [{ name: 'x', scopes: ['read'], expiresInDays: 1e9 }, 'expiresInDays'],
  ])('are refused as %j', async (input, path) => {
    const response = await ann.call('POST', '/v1/tokens', input);
    expect([response.status, await json(response)]).toMatchObject([400, { error: { details: [{ path }] } }]);
  });

  it('make and see the first person’s matters only with the scope admin', async () => {
    const make = async (scope: string) => {
      const input = { name: scope, scopes: [scope], expiresInDays: 1 };
      const { token } = await json<{ token: string }>(await ann.call('POST', '/v1/tokens', input));
      return callAs(server.url, token);
    };
    const [write, admin] = await Promise.all([make('write'), make('admin')]);
    const child = { name: 'Child', scopes: ['admin'], expiresInDays: 1 };
    expect((await write('POST', '/v1/tokens', child)).status).toBe(403);
    expect((await admin('POST', '/v1/tokens', child)).status).toBe(200);
    expect((await write('GET', '/v1/outbox')).status).toBe(403);
    expect((await admin('GET', '/v1/outbox')).status).toBe(200);
    expect(await json(await write('GET', '/v1/me'))).toMatchObject({ isInstanceAdmin: false });
  });

  it('stay in the organization they were made in', async () => {
    const hal = await server.signUp('Hal');
    const { token } = await json<{ token: string }>(
      await hal.call('POST', '/v1/tokens', { name: 'x', scopes: ['read'], expiresInDays: 1 }),
    );
    const { code } = await json<{ code: string }>(await ann.call('POST', '/v1/invitations', {}));
    await hal.call('POST', `/v1/invitations/${code}/accept`);
    const nameOf = async (call: TestPerson['call']) =>
      (await json<{ organization: { name: string } }>(await call('GET', '/v1/me'))).organization.name;
    expect(await nameOf(hal.call)).toBe("Ann First's organization");
    expect(await nameOf(callAs(server.url, token))).toBe("Hal's organization");
  });

  it('are counted one by one against the limit of requests', async () => {
    const lea = await server.signUp('Lea');
    const remaining = async (call: TestPerson['call']) =>
      Number((await call('GET', '/v1/me')).headers.get('x-ratelimit-remaining'));
    const make = async () => {
      const input = { name: 'x', scopes: ['read'], expiresInDays: 1 };
      const { token } = await json<{ token: string }>(await lea.call('POST', '/v1/tokens', input));
      return callAs(server.url, token);
    };
    const [one, other] = await Promise.all([make(), make()]);
    const first = await remaining(one);
    expect(await remaining(one)).toBe(first - 1);
    expect(await remaining(other)).toBe(first);
  });

  it('end their open streams when they are revoked', async () => {
    const ida = await server.signUp('Ida');
    const { id, token } = await json<{ id: string; token: string }>(
      await ida.call('POST', '/v1/tokens', { name: 'x', scopes: ['write'], expiresInDays: 1 }),
    );
    const script = callAs(server.url, token);
    const basePublicId = await newBase({ call: script });
    const input = encodeURIComponent(JSON.stringify({ basePublicId }));
    const stream = await script('GET', `/rpc/base.changes?input=${input}`);
    expect(stream.status).toBe(200);
    await ida.call('DELETE', `/v1/tokens/${id}`);
    // Resolves only when the server ends the stream.
    await stream.text();
  });
});
