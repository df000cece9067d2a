import { must } from '@weft/std';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { callAs, newBase, rpc, startTestServer, type TestPerson, type TestServer } from '../../testing.ts';

const json = async <T>(response: Response): Promise<T> => (await response.json()) as T;

let server: TestServer;
let ann: TestPerson;
beforeAll(async () => {
  server = await startTestServer();
  ann = await server.signUp('Ann First');
});
afterAll(() => server.close());

describe('somebody of two organizations', () => {
  interface Organizations {
    readonly organizations: readonly { readonly id: string; readonly name: string; current: boolean }[];
  }
  const shown = async (call: TestPerson['call']) => {
    const { organizations } = await json<Organizations>(await call('GET', '/v1/organizations'));
    return organizations.map(({ name, current }) => [name, current]);
  };
  const choose = (call: TestPerson['call'], body: object) =>
    call('POST', '/admin/organizations/switchOrganization', body);

  it('works in the one chosen last, and keeps open what is in the other', async () => {
    const mia = await server.signUp('Mia');
    const token = { name: 'Script', scopes: ['admin'], expiresInDays: 1 };
    const made = await json<{ token: string }>(await mia.call('POST', '/v1/tokens', token));
    const script = callAs(server.url, made.token);
    const mine = { basePublicId: await newBase(mia, 'Mine') };
    await rpc(mia, 'metadata.create', mine);
    const lists = async () =>
      (await json<{ flows: { name: string }[] }>(await mia.call('GET', '/admin/flows'))).flows.map(
        ({ name }) => name,
      );
    const { code } = await json<{ code: string }>(await ann.call('POST', '/v1/invitations', {}));
    expect(await shown(mia.call)).toEqual([["Mia's organization", true]]);
    expect((await mia.call('POST', `/v1/invitations/${code}/accept`)).status).toBe(200);

    // Joining one chooses it; the database of the other is open in a tab, and goes on.
    expect(await shown(mia.call)).toEqual([
      ["Ann First's organization", true],
      ["Mia's organization", false],
    ]);
    expect(await lists()).not.toContain('Mine');
    expect(await rpc(mia, 'tables.create', { ...mine, name: 'More' })).toMatchObject({});
    const theirs = { basePublicId: await newBase(mia, 'Theirs') };
    await rpc(mia, 'metadata.create', theirs);
    // Its token stays where it was made.
    expect(await shown(script)).toEqual([["Mia's organization", true]]);
    expect(await rpc({ call: script }, 'metadata.get', mine)).toMatchObject({});
    await expect(rpc({ call: script }, 'metadata.get', theirs)).rejects.toMatchObject({ kind: 'not-found' });

    const { organizations } = await json<Organizations>(await mia.call('GET', '/v1/organizations'));
    const [anns, own] = organizations.map(({ id }) => ({ organizationId: id }));
    const back = await choose(mia.call, { userId: mia.id, ...own });
    expect([back.status, await back.json()]).toEqual([200, { redirectPath: '/home' }]);
    expect(await shown(mia.call)).toEqual([
      ["Ann First's organization", false],
      ["Mia's organization", true],
    ]);
    expect(await lists()).toEqual(['Mine']);
    expect(await rpc(mia, 'metadata.get', theirs)).toMatchObject({});

    // The tab imports too, and what it imports stays in reach.
    const csvFileUrl = await server.upload(mia, 'plans.csv', 'a,b\n1,2\n');
    await choose(mia.call, { ...anns });
    // Both organizations know who came, once, and nothing of the other.
    await choose(mia.call, { ...anns });
    const came = async (call: TestPerson['call']) => {
      const { entries } = await json<{ entries: { action: string; details: object; person: object }[] }>(
        await call('GET', '/v1/audit'),
      );
      return entries.filter(({ action }) => action === 'organization.chosen');
    };
    const entry = { action: 'organization.chosen', details: {}, person: { id: mia.id, name: 'Mia' } };
    expect(await came(ann.call)).toMatchObject([entry]);
    expect(await came(script)).toMatchObject([entry]);
    expect(await rpc(mia, 'import.csvPreview', { csvFileUrl })).toMatchObject({ totalRows: 1 });
    await expect(rpc(ann, 'import.csvPreview', { csvFileUrl })).rejects.toMatchObject({ kind: 'invalid' });
    await choose(mia.call, { ...own });

    // Following the link again only leads there; neither way makes anybody more than they were.
    expect((await mia.call('POST', `/v1/invitations/${code}/accept`)).status).toBe(200);
    expect(await json(await mia.call('GET', '/v1/me'))).toMatchObject({ organization: { role: 'member' } });
    expect((await choose(script, { ...own })).status).toBe(403);
    expect((await choose(mia.call, { userId: ann.id, ...anns })).status).toBe(403);
    const nina = await server.signUp('Nina');
    expect((await choose(nina.call, { ...own })).status).toBe(404);
    expect((await choose(nina.call, { userId: nina.id })).status).toBe(200);
    await expect(rpc(nina, 'metadata.get', mine)).rejects.toMatchObject({ kind: 'not-found' });
  });

  it('cannot end an import of one by a token of the other', async () => {
    const oda = await server.signUp('Oda');
    const made = await json<{ token: string }>(
      await oda.call('POST', '/v1/tokens', { name: 'Script', scopes: ['admin'], expiresInDays: 1 }),
    );
    const script = { call: callAs(server.url, made.token) };
    const { code } = await json<{ code: string }>(await ann.call('POST', '/v1/invitations', {}));
    await oda.call('POST', `/v1/invitations/${code}/accept`);
    const baseId = await newBase(oda, 'Theirs');
    const [, organization] = await Promise.all([
      server.upload(oda, 'plans.csv', 'a,b\n1,2\n'),
      server.parts.accounts.organizations.chosenBy(oda.id),
    ]);
    await sql`
      insert into weft.imports (id, organization_id, user_id, base_id, table_id, file_id, state, outcome)
      values ('imp-of-oda', ${organization}, ${oda.id}, ${baseId}, 'tbl', 'fil', 'interrupted', '{"state":"interrupted"}')`.execute(
      server.control,
    );
    const importId = 'imp-of-oda';
    for (const name of ['import.cancel', 'import.discard', 'import.resume'] as const)
      await expect(rpc(script, name, { importId })).rejects.toMatchObject({ kind: 'not-found' });
    const { rows } = await sql<{
      state: string;
    }>`select state from weft.imports where id = ${importId}`.execute(server.control);
    expect(must(rows[0]).state).toBe('interrupted');
    expect(await rpc(oda, 'import.cancel', { importId })).toEqual({ ok: true });
  });
});

describe('renaming a database', () => {
  it('is refused to whom its own list lets only read, an admin too', async () => {
    const baseId = await newBase(ann, 'Plans');
    await sql`insert into weft.flow_members (flow_id, user_id, access_level) values (${baseId}, ${ann.id}, 'read')`.execute(
      server.control,
    );
    const renamed = await ann.call('PUT', `/admin/flows/rename/${baseId}`, { newName: 'Better plans' });
    expect(renamed.status).toBe(403);
    expect(await json(renamed)).toMatchObject({ error: { message: 'You can only view this database' } });
  });
});
