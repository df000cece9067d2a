import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newBase, startTestServer, type TestPerson, type TestServer } from '../../testing.ts';

interface Listed {
  readonly id: string;
  readonly name: string;
  readonly workspaceId: string | null;
}
interface Made {
  readonly newWorkspace: { readonly id: string; readonly slug: string; readonly name: string };
}

describe('what people make of names and places', () => {
  let server: TestServer;
  let ann: TestPerson;
  beforeAll(async () => {
    server = await startTestServer();
    ann = await server.signUp('Ann');
  });
  afterAll(() => server.close());

  const json = async <T>(response: Promise<Response>) => (await (await response).json()) as T;
  const workspace = async (name: string) =>
    (await json<Made>(ann.call('POST', '/workspaces/', { name }))).newWorkspace;
  const flows = async (query = '') =>
    (await json<{ flows: Listed[] }>(ann.call('GET', `/admin/flows${query}`))).flows;

  const rightToLeft = 'Plans \u202egnp.exe';
  it.each([
    ['10,000 characters', 'x'.repeat(10_000), 400],
    ['half a character', 'a\ud800', 400],
    ['a NUL', 'a\0b', 400],
    ['nothing but space', ' \u3000\n ', 400],
    ['255 characters', 'ö'.repeat(255), 200],
    ['an order of its own', rightToLeft, 200],
    ['markup', '<img src=x onerror=alert(1)>', 200],
  ])('refuses or keeps a name with %s, and never half of it', async (_, name, status) => {
    const id = await newBase(ann, 'Before');
    const calls = [
      ['PUT', `/admin/flows/rename/${id}`, { newName: name }],
      ['POST', `/admin/flows/duplicate/${id}`, { newFlowName: name }],
      ['POST', '/admin/bases', { baseName: name }],
      ['POST', '/workspaces/', { name }],
    ] as const;
    for (const [method, path, body] of calls)
      expect([path, (await ann.call(method, path, body)).status]).toEqual([path, status]);
    const renamed = (await flows()).find((flow) => flow.id === id);
    expect(renamed?.name).toBe(status === 200 ? name : 'Before');
  });

  it('gives every workspace an address of its own, and none a page of the product', async () => {
    for (const name of ['Trash', 'starred', 'NEW', 'settings', 'Scheduling', '...', '🧵', 'trash']) {
      const { slug } = await workspace(name);
      expect(['trash', 'starred', 'new', 'settings', 'scheduling', '']).not.toContain(slug);
    }
    const same = await Promise.all(Array.from({ length: 5 }, () => workspace('Same name')));
    expect(new Set(same.map(({ slug }) => slug)).size).toBe(5);
  });

  it('finds nothing under an id with a NUL', async () => {
    for (const path of ['/workspaces/%00/members', '/v1/flows/%00/preview.svg'])
      expect([path, (await ann.call('GET', path)).status]).toEqual([path, 404]);
  });

  it('restores to Home what lay in a workspace that is gone', async () => {
    const { id } = await workspace('Short-lived');
    const base = await newBase(ann, 'Kept');
    await ann.call('POST', '/admin/flows/move', { flowIds: [base], workspaceId: id });
    await ann.call('POST', '/admin/flows/trash', { flowIds: [base], action: 'trash' });
    await ann.call('DELETE', `/workspaces/${id}`);
    const into = await ann.call('POST', '/admin/flows/move', { flowIds: [base], workspaceId: id });
    expect([into.status, await into.text()]).toEqual([404, expect.stringContaining('Workspace not found')]);
    expect((await flows('?trashed=true')).map((flow) => flow.id)).toContain(base);
    const restored = await ann.call('POST', '/admin/flows/trash', { flowIds: [base], action: 'restore' });
    expect(restored.status).toBe(200);
    expect((await flows()).find((flow) => flow.id === base)).toMatchObject({ workspaceId: null });
  });

  it('moves or removes a flow that is moved while it is removed, and nothing between', async () => {
    const { id } = await workspace('Target');
    const base = await newBase(ann, 'Racing');
    await ann.call('POST', '/admin/flows/trash', { flowIds: [base], action: 'trash' });
    const [moved] = await Promise.all([
      ann.call('POST', '/admin/flows/move', { flowIds: [base], workspaceId: id }),
      server.parts.flows.removeBase(base, ann.id),
    ]);
    expect([200, 404]).toContain(moved.status);
    for (const query of ['', '?trashed=true', `?workspaceId=${id}`])
      expect((await flows(query)).map((flow) => flow.id)).not.toContain(base);
    expect((await ann.call('POST', '/admin/flows/move', { flowIds: [base], workspaceId: id })).status).toBe(
      404,
    );
  });

  it('refuses what cannot be stored in settings, and skips it among addresses', async () => {
    for (const value of ['a\0b', 'a\ud800'])
      expect((await ann.call('PUT', '/admin/settings/sort', { value })).status).toBe(400);
    const emails = ['a\0b@example.org', 'zoe@example.org'];
    const invited = ann.call('POST', '/v1/invitations/bulk', { emails, role: 'member' });
    expect(await json<object>(invited)).toMatchObject({
      invitations: [{ email: 'zoe@example.org' }],
      skipped: [{ reason: 'Not an email address' }],
    });
  });

  it('tells the admins of another organization nothing of a flow that is locked from there', async () => {
    const id = await newBase(ann, 'Severance');
    await ann.call('POST', '/v1/organizations', { name: 'Elsewhere' });
    expect((await ann.call('PUT', `/admin/flows/lock/${id}`, { locked: true })).status).toBe(200);
    expect(await (await ann.call('GET', '/v1/audit')).text()).not.toContain(id);
  });
});
